package io.brokerbench.serve;

import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The directory whose content is served, and no other. Thread-safe.
 *
 * @param root as the user named it
 * @param real the same without symbolic links
 */
record ServedDirectory(Path root, Path real) {

  /**
   * An existing directory.
   *
   * @throws BadInputException if there is none
   */
  static ServedDirectory of(Path root) throws BadInputException {
    if (!Files.isDirectory(root)) {
      throw new BadInputException(
          Text.of(
              "%s is %s; name a directory of results",
              root, Files.exists(root) ? "no directory" : "not there"));
    }
    try {
      return new ServedDirectory(root, root.toRealPath());
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", root, e));
    }
  }

  /**
   * A file or directory in it.
   *
   * @param relative path as a request names it, decoded
   * @throws RefusedException if there is none, or if it leads out of this directory, by its parts
   *     or by symbolic links
   */
  Path resolve(String relative) throws RefusedException {
    try {
      Path path = root.resolve(relative);
      boolean upwards =
          StreamSupport.stream(Path.of(relative).spliterator(), false)
              .anyMatch(part -> part.toString().equals(".."));
      if (upwards || !path.toRealPath().startsWith(real)) {
        throw new RefusedException(
            RefusedException.FORBIDDEN, "this path leads out of the directory of results");
      }
      return path;
    } catch (IOException | InvalidPathException e) {
      throw new RefusedException(RefusedException.NOT_FOUND, "there is no such result");
    }
  }

  /**
   * A result in it that may be read whole.
   *
   * @throws RefusedException as by {@link #resolve}, or if a symbolic link in it leads out
   */
  Path result(String relative) throws RefusedException {
    return closed(relative, Integer.MAX_VALUE);
  }

  /** A directory in it with files that may be read; empty if there is none. */
  Optional<Path> directory(String relative) {
    try {
      return Optional.of(closed(relative, 1)).filter(Files::isDirectory);
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }

  /** As {@link #resolve}, with everything in it down to a depth. */
  private Path closed(String relative, int depth) throws RefusedException {
    Path path = resolve(relative);
    try (Stream<Path> out =
        Files.find(
            path, depth, (each, attributes) -> leadsOut(each), FileVisitOption.FOLLOW_LINKS)) {
      Optional<Path> link = out.findFirst();
      if (link.isPresent()) {
        throw new RefusedException(
            RefusedException.FORBIDDEN,
            Text.of(
                "%s is a symbolic link out of the directory of results",
                path.relativize(link.get())));
      }
      return path;
    } catch (IOException | UncheckedIOException e) {
      throw new RefusedException(RefusedException.NOT_FOUND, "there is no such result");
    }
  }

  private boolean leadsOut(Path path) {
    try {
      return !path.toRealPath().startsWith(real);
    } catch (IOException e) {
      // A link to nothing, or a file that has gone.
      return false;
    }
  }
}
