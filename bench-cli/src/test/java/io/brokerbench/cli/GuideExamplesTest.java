package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Java and XML of the guide is copied from the project examples, which a slow test builds. */
final class GuideExamplesTest {

  @Test
  void everyBlockIsInAFileOfTheExamples() throws IOException {
    List<String> sources;
    try (Stream<Path> files = Files.walk(Path.of("..", "examples"))) {
      sources =
          files
              .filter(file -> file.toString().matches(".*/(?:src/.*\\.java|pom\\.xml)"))
              .map(GuideExamplesTest::read)
              .toList();
    }
    List<String> blocks =
        Stream.concat(GuidePage.blocks("java").stream(), GuidePage.blocks("xml").stream()).toList();
    assertThat(blocks).isNotEmpty();
    assertThat(blocks)
        .allSatisfy(block -> assertThat(sources).anyMatch(source -> source.contains(block)));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
