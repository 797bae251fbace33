package io.brokerbench.published;

import io.brokerbench.file.BadInputException;
import io.brokerbench.stored.VersionedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The content of {@value #FILE}, the published figures of a search.
 *
 * @param schemaVersion schema version of the file
 * @param reference the published figures
 */
public record ReferenceFile(int schemaVersion, Reference reference) {

  private static final String FILE = "reference.json";
  private static final int SCHEMA_VERSION = 1;

  /** Writes the published figures of a search into its directory. */
  public static void write(Path directory, Reference reference) throws IOException {
    VersionedFile.write(directory.resolve(FILE), new ReferenceFile(SCHEMA_VERSION, reference));
  }

  /**
   * The published figures in a directory; empty if there are none.
   *
   * @throws BadInputException if they cannot be read, or have another schema version
   */
  public static Optional<Reference> read(Path directory) throws BadInputException {
    Path file = directory.resolve(FILE);
    return Files.exists(file)
        ? Optional.of(VersionedFile.read(file, SCHEMA_VERSION, ReferenceFile.class).reference())
        : Optional.empty();
  }
}
