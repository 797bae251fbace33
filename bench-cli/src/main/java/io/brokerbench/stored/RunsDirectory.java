package io.brokerbench.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory for the result directories of many runs that belong together. Its name ends in
 * {@value #INCOMPLETE} until all are there. What is finished is told by the result directories
 * alone, so that whoever is killed can go on.
 *
 * @param path the directory
 */
public record RunsDirectory(Path path) {

  private static final String INCOMPLETE = ".INCOMPLETE";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * The latest unfinished one of the same, or a new one, which is empty.
   *
   * @param parent is made if it does not exist
   * @param name what its name ends in
   * @param same tells whether an unfinished one is of the same runs
   * @throws IOException if it cannot be made
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

  /** Named by a second of which there is no other, finished or not: two starts may share one. */
  private static Path unused(Path parent, String name, Instant now) {
    Path finished = parent.resolve(TIME.format(now) + "-" + name);
    Path path = finished.resolveSibling(finished.getFileName() + INCOMPLETE);
    return Files.exists(path) || Files.exists(finished)
        ? unused(parent, name, now.plusSeconds(1))
        : path;
  }

  /**
   * The finished runs of this name, oldest first; not those that a signal cut short.
   *
   * @throws BadInputException if one cannot be read
   */
  public List<StoredRun> runs(String name) throws BadInputException {
    // Names are asked first: reading all of them for each name would take its time.
    Predicate<String> named =
        Pattern.compile("Z-" + Pattern.quote(name) + "(-\\d+)?(\\.[A-Z]+)?$").asPredicate();
    List<StoredRun> runs = new ArrayList<>();
    for (Path directory : resultDirectories()) {
      if (named.test(directory.getFileName().toString())) {
        StoredRun run = RunReader.read(directory);
        if (!run.cutShort()) {
          runs.add(run);
        }
      }
    }
    return runs;
  }

  private List<Path> resultDirectories() throws BadInputException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries
          .filter(entry -> Files.exists(entry.resolve(RunReader.FILE)))
          .filter(entry -> !entry.getFileName().toString().endsWith(INCOMPLETE))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s cannot be read: %s", path, e.getMessage()));
    }
  }

  /** Gives it the name that says that all is there. */
  public RunsDirectory finish() throws IOException {
    String name = path.getFileName().toString();
    if (!name.endsWith(INCOMPLETE)) {
      return this;
    }
    Path done = path.resolveSibling(name.substring(0, name.length() - INCOMPLETE.length()));
    return new RunsDirectory(Files.move(path, done));
  }
}
