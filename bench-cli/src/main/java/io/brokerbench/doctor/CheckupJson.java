package io.brokerbench.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** A checkup for scripts, schema version 1; the unit of every number is in its name. */
public final class CheckupJson {

  private static final int SCHEMA_VERSION = 1;
  private static final String CEILINGS = "ceilings";
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private CheckupJson() {}

  /** Writes the file whole or not at all. */
  public static void write(Checkup checkup, Path file) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("at", checkup.at().toString());
    root.put("directory", checkup.directory().toString());
    root.set(CEILINGS, MAPPER.valueToTree(checkup.ceilings()));
    root.set("findings", MAPPER.valueToTree(checkup.findings()));
    WholeFile.write(file, root.toPrettyString() + "\n");
  }

  /**
   * Reads the ceilings of such a file.
   *
   * @throws IOException if it is none; the message is one line
   */
  public static Ceilings ceilings(Path file) throws IOException {
    try {
      JsonNode root = MAPPER.readTree(file.toFile());
      int version = root.path("schemaVersion").asInt(-1);
      if (version != SCHEMA_VERSION) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s: schemaVersion must be %d, got %s",
                file,
                SCHEMA_VERSION,
                root.path("schemaVersion")));
      }
      return MAPPER.treeToValue(root.path(CEILINGS), Ceilings.class);
    } catch (JsonProcessingException e) {
      throw new IOException(
          String.format(
              Locale.ROOT, "%s: is not what doctor writes: %s", file, e.getOriginalMessage()),
          e);
    }
  }
}
