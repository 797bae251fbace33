package io.brokerbench.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.file.DurableFile;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.SchemaVersion;
import io.brokerbench.results.SchemaVersion.UnsupportedVersionException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Path;

/** The JSON form of a checkup, schema version 1; the name of every number contains its unit. */
public final class CheckupJson {

  /** Name of the file, in the directory of a night's control cell. */
  public static final String OF_NIGHT = "ceilings.json";

  private static final int SCHEMA_VERSION = 1;
  private static final String CEILINGS = "ceilings";
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private CheckupJson() {}

  /** Writes the file atomically. */
  public static void write(Checkup checkup, Path file) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("at", checkup.at().toString());
    root.put("directory", checkup.directory().toString());
    root.set("host", RunFile.tree(checkup.host()));
    root.set(CEILINGS, MAPPER.valueToTree(checkup.ceilings()));
    root.set("findings", MAPPER.valueToTree(checkup.findings()));
    DurableFile.write(file, root.toPrettyString() + "\n");
  }

  /**
   * Reads the ceilings from a file written by {@link #write}.
   *
   * @throws IOException if the file is not a checkup; the message is one line
   */
  public static Ceilings ceilings(Path file) throws IOException {
    try {
      JsonNode root = MAPPER.readTree(file.toFile());
      SchemaVersion.check(root, SCHEMA_VERSION, SCHEMA_VERSION);
      return MAPPER.treeToValue(root.path(CEILINGS), Ceilings.class);
    } catch (UnsupportedVersionException e) {
      throw new IOException(Text.of("%s: %s", file, e.getMessage()), e);
    } catch (JsonProcessingException e) {
      throw new IOException(
          Text.of("%s: is not what doctor writes: %s", file, e.getOriginalMessage()), e);
    }
  }
}
