package io.brokerbench.results;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.units.Text;
import java.io.IOException;

/** The field {@code schemaVersion} of JSON files. */
public final class SchemaVersion {

  private static final String FIELD = "schemaVersion";

  private SchemaVersion() {}

  /** A file of a schema version that this release does not read. */
  public static final class UnsupportedVersionException extends IOException {

    private static final long serialVersionUID = 1;

    UnsupportedVersionException(String message) {
      super(message);
    }
  }

  /**
   * Checks that this release reads the version of a file.
   *
   * @param oldest oldest version that it reads
   * @param newest newest version that it reads
   * @throws UnsupportedVersionException if it does not; one line without the file's name
   */
  public static void check(JsonNode json, int oldest, int newest)
      throws UnsupportedVersionException {
    int version = json.path(FIELD).asInt(-1);
    if (version < oldest || version > newest) {
      throw new UnsupportedVersionException(
          Text.of(
              "%s must be %d%s, got %s",
              FIELD, oldest, oldest == newest ? "" : " to " + newest, json.path(FIELD)));
    }
  }
}
