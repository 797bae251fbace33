package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the program, in a tree with a build and a JVM that do nothing. */
@Timeout(120)
final class LauncherTest {

  private static final Path BENCH = Path.of("../scripts/bench");

  @Test
  void ofSeveralFirstCallsOneBuilds(@TempDir Path root) throws Exception {
    assumeThat(Path.of("/usr/bin/flock")).exists();
    Path bench = Files.createDirectory(root.resolve("scripts")).resolve("bench");
    Files.copy(BENCH, bench, StandardCopyOption.COPY_ATTRIBUTES);
    Path builds = root.resolve("builds");
    BenchProcess.writeScript(
        root.resolve("mvnw"),
        """
        echo build >>builds
        sleep 1
        mkdir -p bench-cli/target
        echo none >bench-cli/target/classpath.new
        """);
    Path jdk = root.resolve("jdk");
    BenchProcess.writeScript(
        Files.createDirectories(jdk.resolve("bin")).resolve("java"),
        "[ \"$1\" != -version ] || echo 'openjdk version \"17.0.1\"'\n");
    List<Process> calls = new ArrayList<>();
    for (String output : List.of("one", "two", "three")) {
      ProcessBuilder call =
          new ProcessBuilder(bench.toString(), "check")
              .redirectErrorStream(true)
              .redirectOutput(root.resolve(output).toFile());
      call.environment().put("JAVA_HOME", jdk.toString());
      calls.add(call.start());
    }
    for (Process call : calls) {
      assertThat(call.waitFor()).isZero();
    }
    assertThat(builds).hasContent("build\n");
  }
}
