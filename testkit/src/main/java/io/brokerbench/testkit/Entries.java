package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The entries of a directory of results, without the link to the newest. */
public final class Entries {

  private Entries() {}

  /** All, in no order. */
  public static List<Path> of(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(entry -> !Files.isSymbolicLink(entry)).toList();
    }
  }

  /** Checks that there is exactly one, and returns it. */
  public static Path only(Path directory) throws IOException {
    List<Path> all = of(directory);
    assertThat(all).hasSize(1);
    return all.get(0);
  }
}
