package io.brokerbench.cluster;

import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories at once. Failures are passed over: the caller can do nothing about them. */
final class Directories {

  private static final int ATTEMPTS = 50;
  private static final long PAUSE_NANOS = 20_000_000;

  private Directories() {}

  /** Tries again for a while: what ends with a cluster may still delete or write in it. */
  static void delete(Path directory) {
    for (int attempt = 0; Files.exists(directory) && attempt < ATTEMPTS; attempt++) {
      for (Path path : tree(directory).sorted(Comparator.reverseOrder()).toList()) {
        try {
          Files.deleteIfExists(path);
        } catch (IOException e) {
          // the parent directories will stay as well
        }
      }
      if (Files.exists(directory)) {
        Clock.system().park(PAUSE_NANOS);
      }
    }
  }

  /** Copies files, not empty directories. */
  static void copy(Path from, Path to) {
    for (Path path : tree(from).filter(Files::isRegularFile).toList()) {
      try {
        Path copy = to.resolve(from.relativize(path).toString());
        Files.createDirectories(copy.toAbsolutePath().getParent());
        Files.copy(path, copy);
      } catch (IOException e) {
        // what can be read is kept
      }
    }
  }

  private static Stream<Path> tree(Path root) {
    try (Stream<Path> tree = Files.walk(root)) {
      return tree.toList().stream();
    } catch (IOException | UncheckedIOException e) {
      return List.<Path>of().stream();
    }
  }
}
