package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script that starts the program, in a tree with a build and a JVM that do nothing. */
@Timeout(120)
final class LauncherTest {

  private static final Path BENCH = Path.of("../scripts/bench");

  @Test
  void ofSeveralFirstCallsOneBuilds(@TempDir Path root) throws Exception {
    assumeThat(Path.of("/usr/bin/flock")).exists();
    Path bench = launcher(root);
    Path builds = root.resolve("builds");
    BenchProcess.writeScript(
        root.resolve("mvnw"),
        """
        echo build >>builds
        sleep 1
        mkdir -p bench-cli/target
        echo none >bench-cli/target/classpath.new
        """);
    List<Process> calls = new ArrayList<>();
    for (String output : List.of("one", "two", "three")) {
      calls.add(call(bench, root.resolve(output)));
    }
    for (Process call : calls) {
      assertThat(call.waitFor()).isZero();
    }
    assertThat(builds).hasContent("build\n");
  }

  @Test
  void aBuildShowsItsModulesAndItsProblems(@TempDir Path root) throws Exception {
    Path bench = launcher(root);
    BenchProcess.writeScript(
        root.resolve("mvnw"),
        """
        echo '[INFO] Scanning for projects...'
        echo '[INFO] Building brokerbench-core 0.1.0-SNAPSHOT                     [2/16]'
        echo '[WARNING] a problem'
        mkdir -p bench-cli/target
        echo none >bench-cli/target/classpath.new
        """);
    Path said = root.resolve("said");
    assertThat(call(bench, said).waitFor()).isZero();
    assertThat(said)
        .content()
        .startsWith("building (first use, or sources changed), about a minute:\n")
        .contains("\n  [2/16] brokerbench-core\n", "\n[WARNING] a problem\n")
        .doesNotContain("Scanning");
  }

  @Test
  void aSourceThatChangesDuringABuildIsBuiltByTheNextCall(@TempDir Path root) throws Exception {
    Path bench = launcher(root);
    Files.createFile(
        Files.createDirectories(root.resolve("bench-cli/src/main/java")).resolve("Main.java"));
    Path builds = root.resolve("builds");
    // The times of files have steps of some milliseconds.
    BenchProcess.writeScript(
        root.resolve("mvnw"),
        """
        echo build >>builds
        mkdir -p bench-cli/target
        if [ ! -e bench-cli/target/classpath ]; then
          sleep 0.1
          touch bench-cli/src/main/java/Main.java
          sleep 0.1
        fi
        echo none >bench-cli/target/classpath.new
        """);
    for (String output : List.of("one", "two", "three")) {
      assertThat(call(bench, root.resolve(output)).waitFor()).isZero();
    }
    assertThat(builds).hasContent("build\nbuild\n");
  }

  /** A copy in a tree of sources, next to a JDK. */
  private static Path launcher(Path root) throws IOException {
    Path bench = Files.createDirectory(root.resolve("scripts")).resolve("bench");
    Files.copy(BENCH, bench, StandardCopyOption.COPY_ATTRIBUTES);
    BenchProcess.writeScript(
        Files.createDirectories(root.resolve("jdk/bin")).resolve("java"),
        "[ \"$1\" != -version ] || echo 'openjdk version \"17.0.1\"'\n");
    return bench;
  }

  private static Process call(Path bench, Path output) throws IOException {
    ProcessBuilder call =
        new ProcessBuilder(bench.toString(), "check")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    call.environment().put("JAVA_HOME", bench.resolveSibling("../jdk").normalize().toString());
    return call.start();
  }

  /** JVMs warn of what libraries of the clients do from JDK 24 on, and know the flag from 23 on. */
  @ParameterizedTest
  @CsvSource({"17.0.1, false", "23.0.2, false", "24, true", "25.0.3, true"})
  void theJvmDoesNotWarnOfLibraries(String version, boolean permitted, @TempDir Path root)
      throws Exception {
    Path flags = root.resolve("flags");
    assertThat(call(archive(root, version, "$*"), flags).waitFor()).isZero();
    assertThat(Files.readString(flags).contains(" --sun-misc-unsafe-memory-access=allow "))
        .isEqualTo(permitted);
  }

  /** An archive next to a JDK of a version, whose JVM prints a text of the shell. */
  private static Path archive(Path root, String version, String printed) throws IOException {
    Path bench = Files.createDirectory(root.resolve("bin")).resolve("bench");
    Files.copy(BENCH, bench, StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectory(root.resolve("lib"));
    BenchProcess.writeScript(
        Files.createDirectories(root.resolve("jdk/bin")).resolve("java"),
        Text.of(
            "[ \"$1\" != -version ] && echo \"%s\" || echo 'openjdk version \"%s\"'\n",
            printed, version));
    return bench;
  }

  /** Names of files with letters beyond ASCII are refused by a JVM in the language C. */
  @ParameterizedTest
  @CsvSource({"LC_ALL, xx_YY.UTF-8", "LANG, xx_YY.UTF-8", "LC_ALL, C", "LC_CTYPE, POSIX"})
  void aLanguageWithoutNamesOfFilesIsReplaced(String variable, String language, @TempDir Path root)
      throws Exception {
    assumeThat(Path.of("/usr/bin/locale")).exists();
    Path bench = archive(root, "17.0.1", "$LC_ALL");
    // Bash itself warns of a language that is not there.
    ProcessBuilder call =
        new ProcessBuilder(bench.toString(), "check")
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    call.environment().keySet().removeAll(Set.of("LC_ALL", "LC_CTYPE", "LANG"));
    call.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    call.environment().put(variable, language);
    Process process = call.start();
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(shown).isEqualTo("C.UTF-8\n");
  }
}
