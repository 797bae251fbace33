package io.brokerbench.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the whole project, without what a build, a benchmark or git has put there. */
final class ProjectFiles {

  private static final Set<String> OTHERS = Set.of("target", ".git");

  private ProjectFiles() {}

  /**
   * Those below a root that are in no {@code target} or {@code .git}, nor in the root's {@code
   * results}.
   */
  static List<Path> below(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes about) {
            return OTHERS.contains(String.valueOf(directory.getFileName()))
                    || directory.equals(root.resolve("results"))
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
