package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StorageTest {

  private final Path directory;

  StorageTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void whatIsAppendedIsInTheFileUntilItIsClosed() throws IOException {
    try (Storage.Appended file = Storage.in(directory).create()) {
      file.append(4096);
      file.append(1 << 20);
      file.append(1);
      file.force();
      assertThat(files()).hasSize(1).allSatisfy(each -> assertThat(each).hasSize(4097 + (1 << 20)));
      // Nothing that compresses: every value of a byte occurs.
      byte[] bytes = Files.readAllBytes(files().get(0));
      int[] values = new int[256];
      for (byte each : bytes) {
        values[each & 0xff]++;
      }
      assertThat(values).doesNotContain(0);
    }
    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> list = Files.list(directory)) {
      return list.toList();
    }
  }
}
