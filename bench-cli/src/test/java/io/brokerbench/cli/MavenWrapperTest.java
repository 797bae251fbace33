package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script that fetches Maven, with programs that download and unpack nothing. */
@Timeout(120)
final class MavenWrapperTest {

  private final Path home;
  private final Path programs;
  private final Path cache;

  MavenWrapperTest(@TempDir Path home) throws IOException {
    this.home = home;
    programs = Files.createDirectory(home.resolve("programs"));
    cache = home.resolve("maven/wrapper/dists");
    program("mvn", "echo 'Apache Maven 3.6.3'\n");
    program("curl", "echo \"$4\" >\"$TMPDIR/url\"\n: >\"$3\"\n");
    program("sha512sum", "cat >/dev/null\n");
    program(
        "tar",
        """
        bin=$4/$(basename "$2" -bin.tar.gz)/bin
        mkdir -p "$bin"
        printf '#!/bin/sh\\necho Maven "$@"\\n' >"$bin/mvn"
        chmod +x "$bin/mvn"
        """);
    program("mv", "echo \"$1\" >\"$TMPDIR/moved\"\nexec env PATH=/usr/bin:/bin mv \"$@\"\n");
  }

  private void program(String name, String lines) throws IOException {
    BenchProcess.writeScript(programs.resolve(name), lines);
  }

  /** Calls the script; returns its exit code. */
  private int call(String repository) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("../mvnw", "one", "two words")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("said").toFile());
    builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
    builder.environment().put("MAVEN_USER_HOME", home.resolve("maven").toString());
    builder.environment().put("MVNW_REPOURL", repository);
    builder.environment().put("TMPDIR", Files.createDirectories(home.resolve("tmp")).toString());
    return builder.start().waitFor();
  }

  private String written(String name) throws IOException {
    return Files.readString(home.resolve("tmp").resolve(name)).strip();
  }

  @Test
  void mavenIsFromApachesArchiveAndGetsToItsPlaceAsAWhole() throws Exception {
    assertThat(call("")).isZero();
    assertThat(home.resolve("said")).content().endsWith("\nMaven one two words\n");
    assertThat(written("url")).startsWith("https://archive.apache.org/dist/maven/maven-3/3.");
    // Within a file system that is one step; into another one, it is a copy.
    assertThat(Path.of(written("moved")).getParent()).hasParentRaw(cache);
    assertThat(cache).isDirectoryContaining("glob:**/apache-maven-*");
    try (Stream<Path> entries = Files.list(cache)) {
      assertThat(entries).hasSize(1);
    }
  }

  @Test
  void aRepositoryMayBeNamed() throws Exception {
    assertThat(call("https://maven.example.com/all")).isZero();
    assertThat(written("url"))
        .startsWith("https://maven.example.com/all/org/apache/maven/apache-maven/3.");
  }

  @Test
  void aPartOfMavenIsReplaced() throws Exception {
    assertThat(call("")).isZero();
    try (Stream<Path> entries = Files.list(cache)) {
      Files.delete(entries.findFirst().orElseThrow().resolve("bin/mvn"));
    }
    assertThat(call("")).isZero();
    assertThat(home.resolve("said")).content().endsWith("\nMaven one two words\n");
  }

  @Test
  void nothingIsLeftOfAnInterruptedDownload() throws Exception {
    program("curl", "kill -TERM \"$PPID\"\n");
    assertThat(call("")).isEqualTo(143);
    assertThat(cache).isEmptyDirectory();
    assertThat(home.resolve("tmp")).isEmptyDirectory();
  }
}
