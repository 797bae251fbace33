package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** A result directory, complete or not, read independently of the main code. */
record ResultDirectory(Path path) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(read(Path.of("..", "docs", "schema", "run.schema.json")));

  /** A row of {@code intervals.csv}: values by column name. */
  record Row(Map<String, String> values) {

    /** A count; 0 if unknown. */
    long count(String name) {
      String value = text(name);
      return value.isEmpty() ? 0 : Long.parseLong(value);
    }

    boolean measured() {
      return text("phase").equals("measured");
    }

    double seconds() {
      return Double.parseDouble(text("toSeconds"));
    }

    private String text(String name) {
      String value = values.get(name);
      if (value == null) {
        throw new AssertionError(
            String.format(Locale.ROOT, "no column %s in %s", name, values.keySet()));
      }
      return value;
    }
  }

  /** The result directories in a directory; empty if it does not exist. */
  static List<ResultDirectory> in(Path results) {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(results)) {
      return entries
          .filter(entry -> !Files.isSymbolicLink(entry))
          .sorted()
          .map(ResultDirectory::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The maximum of a column of {@code intervals.csv}, of the rows in which it is known. */
  double max(String column) {
    return rows().stream()
        .map(row -> row.text(column))
        .filter(text -> !text.isEmpty())
        .mapToDouble(Double::parseDouble)
        .max()
        .orElseThrow();
  }

  String name() {
    return path.getFileName().toString();
  }

  boolean has(String file) {
    return Files.exists(path.resolve(file));
  }

  /** {@code run.json}, validated against the published schema. */
  JsonNode json() {
    JsonNode json = read(path.resolve("run.json"));
    assertThat(SCHEMA.validate(json)).isEmpty();
    return json;
  }

  private static JsonNode read(Path file) {
    try {
      return MAPPER.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The facts reported by the broker with this role. */
  JsonNode broker(String role) {
    for (JsonNode broker : json().at("/environment/broker/brokers")) {
      if (broker.path("role").asText().equals(role)) {
        return broker;
      }
    }
    throw new AssertionError(
        String.format(Locale.ROOT, "no %s in %s", role, json().at("/environment/broker")));
  }

  List<String> reasons() {
    return json()
        .at("/verdict/reasons")
        .valueStream()
        .map(reason -> reason.path("text").asText())
        .toList();
  }

  List<String> notes() {
    return texts("/verdict/notes");
  }

  private List<String> texts(String pointer) {
    List<String> texts = new ArrayList<>();
    json().at(pointer).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** The complete rows so far. */
  List<Row> rows() {
    Path file = path.resolve("intervals.csv");
    try {
      String text = Files.exists(file) ? Files.readString(file) : "";
      List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
      List<Row> rows = new ArrayList<>();
      for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
        String[] names = lines.get(0).split(",", -1);
        String[] values = line.split(",", -1);
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
          row.put(names[i], values[i]);
        }
        rows.add(new Row(row));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Whether sends failed and others were acknowledged in a later second. Does not require a second
   * without acknowledgements, because a broker may be back sooner.
   *
   * @param rows number of earlier rows to skip
   */
  boolean goesOnAfterFailures(int rows) {
    return rows().stream()
        .skip(rows)
        .dropWhile(row -> row.count("rejected") + row.count("unknown") == 0)
        .skip(1)
        .anyMatch(row -> row.count("acked") > 0);
  }

  /** The messages of this kind in {@code audit.csv}. */
  Set<Header.Name> named(String kind) {
    Path file = path.resolve("audit.csv");
    try {
      List<String> lines = Files.readAllLines(file);
      if (!lines.get(0).equals("kind,producer,firstSequence,lastSequence")) {
        throw new AssertionError(
            String.format(Locale.ROOT, "first line of %s: %s", file, lines.get(0)));
      }
      Set<Header.Name> names = new HashSet<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] values = line.split(",", -1);
        for (long i = Long.parseLong(values[2]); i <= Long.parseLong(values[3]); i++) {
          if (values[0].equals(kind)) {
            names.add(new Header.Name(Integer.parseInt(values[1]), i));
          }
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long sum(String column) {
    return rows().stream().mapToLong(row -> row.count(column)).sum();
  }

  /** All intervals with this tag in {@code latency.hlog}, merged; for example {@code service}. */
  Histogram latencies(String tag) {
    Histogram merged = new Histogram(3);
    try (HistogramLogReader reader =
        new HistogramLogReader(path.resolve("latency.hlog").toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (tag.equals(next.getTag())) {
          merged.add((Histogram) next);
        }
      }
      return merged;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
