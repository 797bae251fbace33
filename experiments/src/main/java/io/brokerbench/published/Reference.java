package io.brokerbench.published;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.stored.VersionedFile;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a publication states about an experiment.
 *
 * @param source publication
 * @param broker value of {@code cluster.broker} that is the published broker; empty if every broker
 *     of the file's runs is
 * @param version value of {@code cluster.version} that is the published release: figures of other
 *     releases are not held against published ones; empty if those of every release are
 * @param release broker and release of the published figures; empty if not stated
 * @param hardware hardware of the published figures, without which they mean little
 * @param processors number of processors of all published brokers together; null if not stated
 * @param rows figures by cell
 * @param differences differences of the workload file from the publication
 * @param notes statements that belong to no cell
 */
@JsonInclude(Include.NON_EMPTY)
public record Reference(
    String source,
    String broker,
    String version,
    String release,
    String hardware,
    @Nullable Integer processors,
    List<Row> rows,
    List<String> differences,
    @JsonAlias({"otherLoads", "told"}) List<String> notes) {

  private static final String FILE = "reference.json";
  private static final int SCHEMA_VERSION = 1;

  @SuppressWarnings("NullAway") // Jackson passes null for a field that the file lacks.
  public Reference {
    source = source == null ? "" : source;
    broker = broker == null ? "" : broker;
    version = version == null ? "" : version;
    release = release == null ? "" : release;
    hardware = hardware == null ? "" : hardware;
    rows = rows == null ? List.of() : List.copyOf(rows);
    differences = differences == null ? List.of() : List.copyOf(differences);
    notes = notes == null ? List.of() : List.copyOf(notes);
  }

  /** The content of {@value #FILE}, the published figures of a search. */
  record Stored(int schemaVersion, Reference reference) {}

  /**
   * The published figures of one or more cells.
   *
   * @param values values of some of the factors; empty for all cells
   * @param figures values by the name of their {@link RunFigure}, in the notation of {@link
   *     PublishedValue}
   * @param derived figures calculated from the published ones, in the same form
   * @param prose statements without numbers, as published
   */
  @JsonInclude(Include.NON_EMPTY)
  public record Row(
      SortedMap<String, String> values,
      SortedMap<String, String> figures,
      SortedMap<String, String> derived,
      List<String> prose) {

    /**
     * @param perSecond the only figure of a row of schema version 1
     */
    @JsonCreator
    static Row of(
        @JsonProperty("values") @Nullable Map<String, String> values,
        @JsonProperty("figures") @Nullable Map<String, String> figures,
        @JsonProperty("derived") @Nullable Map<String, String> derived,
        @JsonProperty("prose") @Nullable List<String> prose,
        @JsonProperty("perSecond") @Nullable Double perSecond) {
      SortedMap<String, String> all = sorted(figures);
      if (perSecond != null) {
        all.put(RunFigure.RATE.key(), BigDecimal.valueOf(perSecond).toPlainString() + "/s");
      }
      return new Row(sorted(values), all, sorted(derived), prose == null ? List.of() : prose);
    }

    private static SortedMap<String, String> sorted(@Nullable Map<String, String> map) {
      return map == null ? new TreeMap<>() : new TreeMap<>(map);
    }

    /** Whether the row is about a cell with these values of the factors. */
    public boolean isAbout(Map<String, String> cell) {
      return cell.entrySet().containsAll(values.entrySet());
    }
  }

  /** Writes the published figures of a search into its directory. */
  public void write(Path directory) throws IOException {
    VersionedFile.write(directory.resolve(FILE), new Stored(SCHEMA_VERSION, this));
  }

  /**
   * The published figures of the search in a directory; empty if there are none.
   *
   * @throws BadInputException if they cannot be read, or have another schema version
   */
  public static Optional<Reference> read(Path directory) throws BadInputException {
    Path file = directory.resolve(FILE);
    return Files.exists(file)
        ? Optional.of(VersionedFile.read(file, SCHEMA_VERSION, Stored.class).reference())
        : Optional.empty();
  }

  /**
   * Checks a figure of a row.
   *
   * @throws IllegalArgumentException if there is no such figure or its value is wrong, with a
   *     message that continues a sentence starting with the key
   */
  public static void check(String figure, String value) {
    if (figure.equals(Outcome.KEY)) {
      Outcome.parse(value);
    } else {
      PublishedValue.parse(value, figure(figure).unit());
    }
  }

  /**
   * The published figure with this name.
   *
   * @throws IllegalArgumentException if there is none, with a message that continues a sentence
   *     starting with the key
   */
  static RunFigure figure(String name) {
    return RunFigure.of(Use.PUBLISHED, name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Text.of(
                        "is no published figure%s",
                        Settings.nearest(
                            name,
                            RunFigure.all(Use.PUBLISHED).stream()
                                .map(figure -> figure.name(Use.PUBLISHED))
                                .toList()))));
  }

  public List<Row> rows(Map<String, String> cell) {
    return rows.stream().filter(row -> row.isAbout(cell)).toList();
  }

  /** The published rate of a cell, messages per second; empty if there is none. */
  public OptionalDouble rate(Map<String, String> cell, List<StoredRun> runs) {
    boolean consumer = runs.stream().anyMatch(run -> run.result().ofConsumer());
    String ofTool = consumer ? RunFigure.RECEIVED.key() : RunFigure.ACKED.key();
    return rows(cell).stream()
        .flatMap(row -> Stream.of(RunFigure.RATE.key(), ofTool).map(row.figures()::get))
        .filter(Objects::nonNull)
        .mapToDouble(text -> PublishedValue.parse(text, Unit.PER_SECOND).middle())
        .findFirst();
  }
}
