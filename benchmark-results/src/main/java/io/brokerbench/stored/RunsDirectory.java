package io.brokerbench.stored;

import io.brokerbench.file.BadInputException;
import io.brokerbench.results.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory of the result directories of related runs. Its name ends in {@value #INCOMPLETE}
 * until all runs are finished. Progress is recorded by the result directories alone, so that a
 * killed process can be resumed.
 *
 * @param path the directory
 */
public record RunsDirectory(Path path) {

  /** End of the name of a directory whose runs are not finished. */
  public static final String INCOMPLETE = ".INCOMPLETE";

  /** End of the name of a directory for the logs of a cluster that could not be measured. */
  public static final String FAILED = ".FAILED";

  /** Name of the directory, in that of a night, with the runs of its control cell. */
  public static final String CONTROL = "control";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The last part of a path, whatever its notation. */
  public static String fileName(Path directory) {
    return String.valueOf(directory.toAbsolutePath().normalize().getFileName());
  }

  /** The name of the results of a run, or of related runs, that start now. */
  public static String nameOf(Instant now, String name) {
    return time(now) + "-" + name;
  }

  /** A time as in the names of results. */
  public static String time(Instant moment) {
    return TIME.format(moment);
  }

  /** The time in a name that {@link #nameOf} made; empty if it has none. */
  public static Optional<Instant> startIn(String name) {
    try {
      return Optional.of(TIME.parse(name.split("-", 2)[0], Instant::from));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the latest unfinished directory of the same runs, or creates an empty one.
   *
   * @param parent directory that is created if missing
   * @param name suffix of the directory's name
   * @param same whether an unfinished directory is that of the same runs
   * @throws IOException if it cannot be created
   */
  public static RunsDirectory resumeOrCreate(
      Path parent, String name, Predicate<Path> same, Instant now) throws IOException {
    Files.createDirectories(parent);
    try (Stream<Path> entries = Files.list(parent)) {
      Optional<Path> unfinished =
          entries
              .filter(entry -> entry.getFileName().toString().endsWith("-" + name + INCOMPLETE))
              .filter(same)
              .max(Path::compareTo);
      if (unfinished.isPresent()) {
        return new RunsDirectory(unfinished.get());
      }
    }
    return new RunsDirectory(Files.createDirectory(unused(parent, name, now)));
  }

  /**
   * The latest directory of the same runs, finished or not; empty if there is none.
   *
   * @param name suffix of the directory's name
   * @param same whether a directory is that of the same runs
   * @throws IOException if the parent cannot be read
   */
  public static Optional<Path> latest(Path parent, String name, Predicate<Path> same)
      throws IOException {
    if (!Files.isDirectory(parent)) {
      return Optional.empty();
    }
    try (Stream<Path> entries = Files.list(parent)) {
      return entries
          .filter(
              entry -> entry.getFileName().toString().replace(INCOMPLETE, "").endsWith("-" + name))
          .filter(same)
          .max(Path::compareTo);
    }
  }

  /**
   * A path named after the first second, from now on, whose name is unused: two starts may fall
   * into the same second.
   */
  private static Path unused(Path parent, String name, Instant now) {
    Path finished = parent.resolve(nameOf(now, name));
    Path path = finished.resolveSibling(finished.getFileName() + INCOMPLETE);
    return Files.exists(path) || Files.exists(finished)
        ? unused(parent, name, now.plusSeconds(1))
        : path;
  }

  /**
   * The finished runs of this name, oldest first, without those cut short by a signal.
   *
   * @throws BadInputException if one cannot be read
   */
  public List<StoredRun> runs(String name) throws BadInputException {
    // Filters by name first, because reading all results for each name would be slow.
    Predicate<String> named =
        Pattern.compile("Z-" + Pattern.quote(name) + "(-\\d+)?(\\.[A-Z]+)?$").asPredicate();
    return read(named.and(file -> !file.endsWith(INCOMPLETE))).stream()
        .filter(run -> !isRepeated(run))
        .toList();
  }

  /**
   * The runs of all names, oldest first, with those that are repeated.
   *
   * @throws BadInputException if one cannot be read
   */
  public List<StoredRun> runs() throws BadInputException {
    return read(name -> true);
  }

  /**
   * Whether a run counts for nothing because it is repeated: a signal cut it short, or it is
   * incomplete but left a result.
   */
  public static boolean isRepeated(StoredRun run) {
    return run.cutShort() || fileName(run.directory()).endsWith(INCOMPLETE);
  }

  private List<StoredRun> read(Predicate<String> named) throws BadInputException {
    List<StoredRun> runs = new ArrayList<>();
    for (Path directory : RunSet.subdirectories(path)) {
      if (named.test(fileName(directory)) && Files.exists(directory.resolve(RunFile.NAME))) {
        runs.add(StoredRun.read(directory));
      }
    }
    return runs;
  }

  /** Whether the directory has the name that marks it as complete. */
  public boolean complete() {
    return !path.getFileName().toString().endsWith(INCOMPLETE);
  }

  /** Gives the directory the name that marks it as complete. */
  public RunsDirectory finish() throws IOException {
    if (complete()) {
      return this;
    }
    String name = path.getFileName().toString();
    Path done = path.resolveSibling(name.substring(0, name.length() - INCOMPLETE.length()));
    return new RunsDirectory(Files.move(path, done));
  }
}
