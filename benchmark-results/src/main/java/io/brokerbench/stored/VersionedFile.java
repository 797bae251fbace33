package io.brokerbench.stored;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.results.SchemaVersion;
import io.brokerbench.results.SchemaVersion.UnsupportedVersionException;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A JSON file that describes a directory of several runs: one record with its schema version as a
 * component.
 */
public final class VersionedFile {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          // A later release of the same version may add fields.
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private VersionedFile() {}

  /**
   * Reads a file.
   *
   * @param version the only schema version that is read
   * @param type the record
   * @throws BadInputException if it cannot be read, or is of another version; one line
   */
  public static <T> T read(Path file, int version, Class<T> type) throws BadInputException {
    return read(file, version, version, type);
  }

  /**
   * Reads a file of one of several schema versions that the record's Jackson annotations cover.
   *
   * @param oldest oldest schema version that is read
   * @param newest newest schema version that is read
   * @param type the record
   * @throws BadInputException if it cannot be read, or is of another version; one line
   */
  public static <T> T read(Path file, int oldest, int newest, Class<T> type)
      throws BadInputException {
    try {
      JsonNode json = MAPPER.readTree(file.toFile());
      SchemaVersion.check(json, oldest, newest);
      return MAPPER.treeToValue(json, type);
    } catch (UnsupportedVersionException e) {
      throw new BadInputException(Text.of("%s: %s", file, e.getMessage()));
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", file, Causes.line(e)));
    }
  }

  /** Writes a file atomically. */
  public static void write(Path file, Object content) throws IOException {
    DurableFile.write(file, MAPPER.writeValueAsString(content) + "\n");
  }
}
