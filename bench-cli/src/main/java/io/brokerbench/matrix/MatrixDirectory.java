package io.brokerbench.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the runs of a matrix are: their result directories, and {@code matrix.json}, which says
 * what they are of.
 *
 * @param path the directory
 * @param cells all that are to be run
 * @param reference published figures, if there are any
 */
public record MatrixDirectory(Path path, List<MatrixCell> cells, Optional<Reference> reference) {

  private static final String FILE = "matrix.json";
  private static final int SCHEMA_VERSION = 1;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * The latest unfinished one of the same, or a new one.
   *
   * @param parent is made if it does not exist
   * @param name of the workload
   * @param identity of everything that makes figures comparable; another one is another matrix
   * @throws IOException if it cannot be made
   */
  public static MatrixDirectory resumeOrCreate(
      Path parent,
      String name,
      String identity,
      List<MatrixCell> cells,
      Optional<Reference> reference,
      Instant now)
      throws IOException {
    RunsDirectory runs =
        RunsDirectory.resumeOrCreate(
            parent, name, unfinished -> identity.equals(identityOf(unfinished)), now);
    MatrixDirectory created = new MatrixDirectory(runs.path(), cells, reference);
    if (!is(created.path())) {
      created.write(name, identity);
    }
    return created;
  }

  /** Whether a directory is one. */
  public static boolean is(Path path) {
    return Files.exists(path.resolve(FILE));
  }

  /**
   * Reads one.
   *
   * @throws BadInputException if it is none of ours
   */
  public static MatrixDirectory read(Path path) throws BadInputException {
    try {
      JsonNode json = MAPPER.readTree(path.resolve(FILE).toFile());
      if (json.path("schemaVersion").asInt() != SCHEMA_VERSION) {
        throw new BadInputException(
            String.format(
                Locale.ROOT,
                "%s: schemaVersion must be %d, got %s",
                path.resolve(FILE),
                SCHEMA_VERSION,
                json.path("schemaVersion")));
      }
      List<MatrixCell> cells = new ArrayList<>();
      for (JsonNode cell : json.path("cells")) {
        cells.add(new MatrixCell(cell.path("number").asInt(), values(cell.path("values"))));
      }
      return new MatrixDirectory(path, cells, reference(json.path("reference")));
    } catch (IOException e) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s cannot be read: %s",
              path.resolve(FILE),
              String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
    }
  }

  private static Map<String, String> values(JsonNode node) {
    Map<String, String> values = new LinkedHashMap<>();
    node.properties().forEach(value -> values.put(value.getKey(), value.getValue().asText()));
    return values;
  }

  private static Optional<Reference> reference(JsonNode node) {
    if (!node.isObject()) {
      return Optional.empty();
    }
    List<Reference.Row> rows = new ArrayList<>();
    for (JsonNode row : node.path("rows")) {
      rows.add(
          new Reference.Row(
              new TreeMap<>(values(row.path("values"))), row.path("perSecond").asDouble()));
    }
    return Optional.of(
        new Reference(
            node.path("source").asText(),
            node.path("hardware").asText(),
            rows,
            node.path("told").valueStream().map(JsonNode::asText).toList()));
  }

  private static String identityOf(Path directory) {
    try {
      return MAPPER.readTree(directory.resolve(FILE).toFile()).path("identity").asText();
    } catch (IOException e) {
      return "";
    }
  }

  private void write(String name, String identity) throws IOException {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("schemaVersion", SCHEMA_VERSION);
    json.put("name", name);
    json.put("identity", identity);
    for (MatrixCell cell : cells) {
      ObjectNode node = json.withArray("cells").addObject();
      node.put("number", cell.number());
      node.put("name", cell.name());
      node.set("values", MAPPER.valueToTree(cell.values()));
    }
    reference.ifPresent(published -> json.set("reference", MAPPER.valueToTree(published)));
    WholeFile.write(path.resolve(FILE), json.toPrettyString() + "\n");
  }

  /**
   * The finished runs of a cell, oldest first; not those that a signal cut short.
   *
   * @throws BadInputException if one cannot be read
   */
  public List<StoredRun> runs(MatrixCell cell) throws BadInputException {
    return new RunsDirectory(path).runs(cell.name());
  }

  /** Gives it the name that says that all is there. */
  public MatrixDirectory finish() throws IOException {
    return new MatrixDirectory(new RunsDirectory(path).finish().path(), cells, reference);
  }
}
