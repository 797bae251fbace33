package io.brokerbench.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One side of a comparison.
 *
 * @param path as it was given
 * @param runs in the order of their directories' names, invalid ones too; at least one
 * @param unfinished names of result directories whose runs did not come to a result
 */
public record RunSet(Path path, List<StoredRun> runs, List<String> unfinished) {

  /**
   * Reads a result directory, or all those in a directory.
   *
   * @throws BadInputException if there is none, or one cannot be read
   */
  public static RunSet read(Path path) throws BadInputException {
    if (!Files.isDirectory(path)) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s: there is no such directory", path));
    }
    List<Path> directories = new ArrayList<>();
    List<String> unfinished = new ArrayList<>();
    if (Files.exists(path.resolve(RunReader.FILE))) {
      directories.add(path);
    } else {
      for (Path each : subdirectories(path)) {
        String name = each.getFileName().toString();
        if (name.endsWith(".INCOMPLETE") || name.endsWith(".FAILED")) {
          unfinished.add(name);
        } else if (Files.exists(each.resolve(RunReader.FILE))) {
          directories.add(each);
        }
      }
    }
    if (directories.isEmpty()) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s: holds no result directory (no run.json)", path));
    }
    List<StoredRun> runs = new ArrayList<>();
    for (Path directory : directories) {
      runs.add(RunReader.read(directory));
    }
    return new RunSet(path, runs, unfinished);
  }

  private static List<Path> subdirectories(Path path) throws BadInputException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s cannot be read: %s", path, e.getMessage()));
    }
  }
}
