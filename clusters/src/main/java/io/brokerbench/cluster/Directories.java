package io.brokerbench.cluster;

import io.brokerbench.workload.Secrets;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories at once. Failures are passed over: the caller can do nothing about them. */
final class Directories {

  private Directories() {}

  static void delete(Path directory) {
    for (Path path : tree(directory).sorted(Comparator.reverseOrder()).toList()) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // the parent directories will stay as well
      }
    }
  }

  /** Makes one, with what is above it, that only its owner looks into. */
  static void makePrivate(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      // what is to be in it says so
    }
  }

  /** Copies files of text without their {@link Secrets}, not empty directories. */
  static void copyText(Path from, Path to) {
    for (Path path : tree(from).filter(Files::isRegularFile).toList()) {
      try {
        Path copy = to.resolve(from.relativize(path).toString());
        Files.createDirectories(copy.toAbsolutePath().getParent());
        copyFile(path, copy);
      } catch (IOException e) {
        // what can be read is kept
      }
    }
  }

  private static void copyFile(Path from, Path to) throws IOException {
    // Each byte is a character, so that nothing in a log can stop the reading.
    try (BufferedReader in = Files.newBufferedReader(from, StandardCharsets.ISO_8859_1);
        BufferedWriter out = Files.newBufferedWriter(to, StandardCharsets.ISO_8859_1)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.write(Secrets.lines(line));
        out.newLine();
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
