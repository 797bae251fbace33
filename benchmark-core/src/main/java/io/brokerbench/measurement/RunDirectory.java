package io.brokerbench.measurement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.brokerbench.file.DurableFile;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.LatencyTag;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsInForce;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A result directory. During the run its name ends in {@value RunsDirectory#INCOMPLETE}, and all
 * results are on disk within a second, latencies after the first hour within ten; {@link #finish}
 * writes the rest and gives it its final name. For one thread, except {@link #draft}.
 */
public final class RunDirectory implements AutoCloseable {

  /** The settings in {@code run.json}. */
  private static final String SETTINGS = "workload";

  private final Path parent;
  private final String name;
  private final Path directory;
  private final LatencyLogWriter latencies;
  private final IntervalsCsv intervals;

  private RunDirectory(Path parent, String name, Instant start, Set<Metric> metrics)
      throws IOException {
    this.parent = parent;
    this.name = name;
    this.directory = Files.createDirectory(parent.resolve(name + RunsDirectory.INCOMPLETE));
    this.latencies = new LatencyLogWriter(directory.resolve(LatencyTag.FILE), start);
    this.intervals = new IntervalsCsv(directory.resolve(IntervalColumn.FILE), metrics);
  }

  /**
   * Creates the directory.
   *
   * @param parent created if it does not exist
   * @param start start time of the run, part of the directory's name
   * @param metrics latencies that get columns in the intervals
   */
  public static RunDirectory create(Path parent, String runName, Instant start, Set<Metric> metrics)
      throws IOException {
    Files.createDirectories(parent);
    String base = RunsDirectory.nameOf(start, runName);
    for (int i = 1; ; i++) {
      String name = i == 1 ? base : base + "-" + i;
      if (!existsWithAnySuffix(parent, name)) {
        try {
          return new RunDirectory(parent, name, start, metrics);
        } catch (FileAlreadyExistsException e) {
          // Another process has made it since.
        }
      }
    }
  }

  /** Directory for the logs of a cluster that could not be measured; not created. */
  public static Path ofFailedStart(Path parent, String runName, Instant start) {
    String name = RunsDirectory.nameOf(start, runName) + RunsDirectory.FAILED;
    return parent.resolve(name).resolve("logs");
  }

  private static boolean existsWithAnySuffix(Path parent, String name) throws IOException {
    try (var entries = Files.list(parent)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .anyMatch(entry -> entry.equals(name) || entry.startsWith(name + "."));
    }
  }

  public Path path() {
    return directory;
  }

  /** Appends an interval to the files; what is not merged with later ones is on disk then. */
  public void add(Interval interval) throws IOException {
    latencies.add(interval);
    intervals.add(interval);
  }

  /**
   * Writes the current results, which remain if nothing is written later. May be called by any
   * thread, but not concurrently with itself or {@link #finish}.
   *
   * @param result whose audit is not done
   */
  public void draft(RunResult result, SettingsInForce settings) throws IOException {
    writeSettings(settings);
    writeRun(result);
  }

  /**
   * Writes the result and gives the directory its final name.
   *
   * @param received what consumers received; null if there were none
   * @return the directory
   */
  public Path finish(RunResult result, SettingsInForce settings, @Nullable Received received)
      throws IOException {
    close();
    writeSettings(settings);
    if (received != null) {
      write(AuditCsv.FILE, AuditCsv.of(received));
    }
    writeRun(result);
    Path named = Files.move(directory, directory.resolveSibling(name + result.verdict().suffix()));
    DurableFile.forceNames(parent);
    return named;
  }

  private void writeSettings(SettingsInForce settings) throws IOException {
    if (!Files.exists(directory.resolve("workload.yaml"))) {
      write("workload.yaml", settings.yaml());
    }
  }

  private void writeRun(RunResult run) throws IOException {
    ObjectNode json = RunFile.tree(run);
    // Secrets of settings are hidden already, by whole keys, whose last parts alone may mislead.
    JsonNode settings = json.path(SETTINGS).deepCopy();
    hideSecrets(json);
    json.set(SETTINGS, settings);
    write(RunFile.NAME, json.toPrettyString() + "\n");
  }

  /** Hides secrets in all texts of brokers, clients and their exceptions. */
  private static void hideSecrets(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        if (field.getValue() instanceof TextNode text) {
          field.setValue(TextNode.valueOf(Secrets.value(field.getKey(), text.textValue())));
        } else {
          hideSecrets(field.getValue());
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i) instanceof TextNode text) {
          array.set(i, TextNode.valueOf(Secrets.text(text.textValue())));
        } else {
          hideSecrets(array.get(i));
        }
      }
    }
  }

  private void write(String file, String text) throws IOException {
    DurableFile.write(directory.resolve(file), text);
  }

  @Override
  public void close() throws IOException {
    latencies.close();
    intervals.close();
  }
}
