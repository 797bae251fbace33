package io.brokerbench.cluster.process;

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

/** Operations on directory trees. They ignore failures, which the caller could not handle. */
public final class Directories {

  private Directories() {}

  static void delete(Path directory) {
    for (Path path : tree(directory).sorted(Comparator.reverseOrder()).toList()) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // The parent directories remain as well.
      }
    }
  }

  /** Creates a directory, with its parents, that only the owner can access. */
  public static void makePrivate(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      // Writing into the directory shows the problem.
    }
  }

  /** Copies text files without their {@link Secrets}; does not copy empty directories. */
  static void copyText(Path from, Path to) {
    for (Path path : tree(from).filter(Files::isRegularFile).toList()) {
      try {
        Path copy = to.resolve(from.relativize(path).toString());
        Files.createDirectories(copy.toAbsolutePath().getParent());
        copyFile(path, copy);
      } catch (IOException e) {
        // The readable files are kept.
      }
    }
  }

  private static void copyFile(Path from, Path to) throws IOException {
    // ISO 8859-1 decodes every byte, so no content of a log ends the reading.
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
