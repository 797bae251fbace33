package io.brokerbench.reports;

import io.brokerbench.file.BadInputException;
import io.brokerbench.results.RunFile;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.VersionedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A publication that was run again: the content of {@value #FILE}, in the directory of all its
 * results.
 *
 * @param name P1 to P5
 * @param command the command that produced the results
 * @param commits commits of brokerbench that made the runs of these experiments
 * @param madeBy commit that makes runs from a time on, by that time as in names of results; empty
 *     in files of earlier releases
 * @param experiments name of the directory of each experiment, by the name of its workload file
 */
public record Publication(
    int schemaVersion,
    String name,
    String command,
    List<String> commits,
    SortedMap<String, String> madeBy,
    SortedMap<String, String> experiments) {

  private static final String FILE = "publication.json";
  private static final int SCHEMA_VERSION = 1;

  @SuppressWarnings("NullAway") // Jackson passes null for a field that the file lacks.
  public Publication {
    madeBy = madeBy == null ? Collections.emptySortedMap() : madeBy;
  }

  /** Whether a directory holds the results of a publication. */
  public static boolean in(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /**
   * Reads the publication whose results a directory holds.
   *
   * @throws BadInputException if it cannot be read, or has another schema version
   */
  public static Publication read(Path directory) throws BadInputException {
    return VersionedFile.read(directory.resolve(FILE), SCHEMA_VERSION, Publication.class);
  }

  /**
   * Writes the file into the directory of the results, with the commits of the runs that these
   * hold.
   *
   * @param experiments as in the record
   * @param commit the commit that makes runs from now on; empty if none follow
   * @throws BadInputException if the file that is there cannot be read
   * @throws IOException if results cannot be read, or the file cannot be written
   */
  public static void write(
      Path directory,
      String name,
      String command,
      SortedMap<String, String> experiments,
      Optional<String> commit,
      Instant now)
      throws BadInputException, IOException {
    NavigableMap<String, String> madeBy = new TreeMap<>();
    List<String> earlier = List.of();
    if (in(directory)) {
      Publication before = read(directory);
      madeBy.putAll(before.madeBy);
      earlier = before.commits;
    }
    SortedSet<String> commits = new TreeSet<>();
    if (commit.isPresent()) {
      madeBy.put(RunsDirectory.time(now), commit.get());
      commits.add(commit.get());
    }
    for (String experiment : experiments.values()) {
      for (String start : starts(directory.resolve(experiment))) {
        Map.Entry<String, String> maker = madeBy.floorEntry(start);
        if (maker != null) {
          commits.add(maker.getValue());
        } else {
          // An earlier release made the run.
          commits.addAll(earlier);
        }
      }
    }
    VersionedFile.write(
        directory.resolve(FILE),
        new Publication(SCHEMA_VERSION, name, command, List.copyOf(commits), madeBy, experiments));
  }

  /** The times at which the finished runs of an experiment started, as in their names. */
  private static List<String> starts(Path experiment) throws IOException {
    try (Stream<Path> entries = Files.list(experiment)) {
      return entries
          .filter(run -> new RunsDirectory(run).complete())
          .filter(run -> Files.exists(run.resolve(RunFile.NAME)))
          .flatMap(run -> RunsDirectory.startIn(RunsDirectory.fileName(run)).stream())
          .map(RunsDirectory::time)
          .toList();
    }
  }
}
