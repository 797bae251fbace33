package io.brokerbench.stored;

import io.brokerbench.file.BadInputException;
import io.brokerbench.results.RunFile;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One side of a comparison.
 *
 * @param path path as given by the user
 * @param runs runs in the order of their directory names, including invalid ones; at least one
 * @param unfinished names of result directories of runs without a result
 */
public record RunSet(Path path, List<StoredRun> runs, List<String> unfinished) {

  /**
   * Reads a result directory, or all result directories in a directory.
   *
   * @throws BadInputException if there is none, or if one cannot be read
   */
  public static RunSet read(Path path) throws BadInputException {
    if (!Files.isDirectory(path)) {
      throw new BadInputException(Text.of("%s: there is no such directory", path));
    }
    List<Path> directories = new ArrayList<>();
    List<String> unfinished = new ArrayList<>();
    if (Files.exists(path.resolve(RunFile.NAME))) {
      directories.add(path);
    } else {
      for (Path each : subdirectories(path)) {
        String name = each.getFileName().toString();
        if (name.endsWith(RunsDirectory.INCOMPLETE) || name.endsWith(RunsDirectory.FAILED)) {
          unfinished.add(name);
        } else if (Files.exists(each.resolve(RunFile.NAME))) {
          directories.add(each);
        }
      }
    }
    if (directories.isEmpty()) {
      throw new BadInputException(Text.of("%s: holds no result directory (no run.json)", path));
    }
    List<StoredRun> runs = new ArrayList<>();
    for (Path directory : directories) {
      runs.add(StoredRun.read(directory));
    }
    return new RunSet(path, runs, unfinished);
  }

  /** Reads several, each as {@link #read}. */
  public static List<RunSet> readAll(List<Path> paths) throws BadInputException {
    List<RunSet> sets = new ArrayList<>();
    for (Path path : paths) {
      sets.add(read(path));
    }
    return sets;
  }

  /** The directories in a directory, in the order of their names, without a link to the newest. */
  static List<Path> subdirectories(Path path) throws BadInputException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries
          .filter(Files::isDirectory)
          // One of the others has that name, too.
          .filter(entry -> !entry.getFileName().toString().equals(LatestResult.NAME))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", path, e.getMessage()));
    }
  }
}
