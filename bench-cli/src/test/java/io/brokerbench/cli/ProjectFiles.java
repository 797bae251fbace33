package io.brokerbench.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** The files of the whole project, without those that the build of another module may remove. */
final class ProjectFiles {

  private ProjectFiles() {}

  /** Those below a root that are in no directory {@code target} or {@code .git}. */
  static List<Path> below(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes about) {
            return directory.endsWith("target") || directory.endsWith(".git")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
            files.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
