package io.brokerbench.reports;

import io.brokerbench.file.BadInputException;
import io.brokerbench.stored.VersionedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A publication that was run again: the content of {@value #FILE}, in the directory of all its
 * results.
 *
 * @param name P1 to P5
 * @param command the command that produced the results
 * @param commits commits of brokerbench that made runs
 * @param experiments name of the directory of each experiment, by the name of its workload file
 */
public record Publication(
    int schemaVersion,
    String name,
    String command,
    List<String> commits,
    SortedMap<String, String> experiments) {

  private static final String FILE = "publication.json";
  private static final int SCHEMA_VERSION = 1;

  /** A publication of the present schema version. */
  public Publication(
      String name, String command, List<String> commits, SortedMap<String, String> experiments) {
    this(SCHEMA_VERSION, name, command, commits, experiments);
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

  /** Writes the file into the directory of the results. */
  public void write(Path directory) throws IOException {
    VersionedFile.write(directory.resolve(FILE), this);
  }
}
