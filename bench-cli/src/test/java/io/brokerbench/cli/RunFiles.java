package io.brokerbench.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Files of runs below a directory, also while a run writes there. */
final class RunFiles {

  /** Bytes of {@code intervals.csv} with some seconds; its header is shorter. */
  private static final long SOME_SECONDS = 1000;

  private RunFiles() {}

  /**
   * Those with a name; none without the directory. A file that is made, or gets its final name,
   * meanwhile may be missing.
   */
  static List<Path> named(String name, Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.endsWith(name)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
            return why instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.visitFileFailed(file, why);
          }
        });
    return found;
  }

  /** Whether a run has stored some seconds. */
  static boolean measure(Path directory) throws IOException {
    return named("intervals.csv", directory).stream()
        .anyMatch(file -> file.toFile().length() > SOME_SECONDS);
  }
}
