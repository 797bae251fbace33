package io.brokerbench.workers.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BuildIdTest {

  private static final String CLASS = "io/brokerbench/A.class";

  private final Path directory;

  BuildIdTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void classesHaveTheSameIdInADirectoryAndInAnArchive() throws IOException {
    Path tree = tree("classes", CLASS, "one");
    Path other = tree("other", "org/other/B.class", "not of brokerbench");
    Files.createDirectories(other.resolve("io/brokerbench"));
    Path archive = directory.resolve("classes.jar");
    try (OutputStream file = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      zip.write("only archives have one".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry(CLASS));
      zip.write(Files.readAllBytes(tree.resolve(CLASS)));
    }
    assertThat(BuildId.of(Stream.of(tree)))
        .matches("[0-9a-f]{12}")
        .isEqualTo(BuildId.of(Stream.of(archive)))
        .isEqualTo(BuildId.of(Stream.of(other, tree)));
  }

  @Test
  void anotherContentOrNameIsAnotherBuild() throws IOException {
    String id = BuildId.of(Stream.of(tree("one", CLASS, "one")));
    assertThat(BuildId.of(Stream.of(tree("two", CLASS, "two")))).isNotEqualTo(id);
    assertThat(BuildId.of(Stream.of(tree("three", "io/brokerbench/B.class", "one"))))
        .isNotEqualTo(id);
  }

  @Test
  void thisBuildHasAnId() {
    assertThat(BuildId.current())
        .isEqualTo(BuildId.current())
        .isNotEqualTo(BuildId.of(Stream.of()));
  }

  private Path tree(String name, String file, String content) throws IOException {
    Path path = directory.resolve(name).resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
    return directory.resolve(name);
  }
}
