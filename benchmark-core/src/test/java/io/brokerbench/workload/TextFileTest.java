package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TextFileTest {

  /** A filter's expression with it would select no message. */
  @Test
  void aByteOrderMarkIsNoPartOfTheText(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("expression.txt");
    Files.writeString(file, "\uFEFFtag1 || tag2\n");
    assertThat(TextFile.read(file)).isEqualTo("tag1 || tag2\n");
  }
}
