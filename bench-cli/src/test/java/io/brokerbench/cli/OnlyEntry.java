package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The only entry of a directory, such as the result of the only command. */
final class OnlyEntry {

  private OnlyEntry() {}

  /** Checks that there is exactly one, and returns it. */
  static Path of(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      List<Path> all = entries.filter(entry -> !Files.isSymbolicLink(entry)).toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }
}
