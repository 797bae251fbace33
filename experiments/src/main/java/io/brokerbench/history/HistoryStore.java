package io.brokerbench.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.SchemaVersion.UnsupportedVersionException;
import io.brokerbench.results.history.Acknowledgement;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of a history: one per night and series, and one per acknowledged change. Files are
 * added, never changed; their names are those of their contents, so that histories of two branches
 * are merged without a conflict.
 *
 * @param path the directory; it may not exist yet
 */
public record HistoryStore(Path path) {

  private static final String FIGURES = "figures";
  private static final String ACKNOWLEDGED = "acknowledged";
  private static final String END = ".json";

  /**
   * Fields that differ where results were copied, and where a release records more facts than the
   * one before.
   */
  private static final List<String> CIRCUMSTANCES = List.of("results", "facts");

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int FINGERPRINT_DIGITS = 12;

  /**
   * The content of a history.
   *
   * @param nights of all series, oldest first
   * @param unread files that cannot be read, one line each
   */
  public record Content(
      List<SeriesNight> nights, List<Acknowledgement> acknowledged, List<String> unread) {}

  /** The name of a series whose nights share these facts. */
  static String fingerprint(List<String> facts) {
    return Text.sha256(String.join("\n", facts)).substring(0, FINGERPRINT_DIGITS);
  }

  /** Name of a change: series, figure and the first night after it. */
  static String idOf(String series, String figure, Instant night) {
    return Text.of("%s-%s-%s", series, figure, RunsDirectory.time(night));
  }

  /**
   * Adds a night of a series; one that is there already is not added again.
   *
   * @return what was done, in one line
   * @throws BadInputException if the same night is there with other figures
   * @throws IOException if it cannot be written
   */
  String add(SeriesNight night) throws BadInputException, IOException {
    String series = seriesOf(night);
    boolean added = write(FIGURES, RunsDirectory.nameOf(night.night(), series), night.in(series));
    return Text.of(
        "%s: %s, night %s, series %s",
        added ? "added" : "there already", night.cell(), night.night(), series);
  }

  /**
   * The series in which the same results are there, even if a release with other defaults named it;
   * that of the night if they are not. Imported results have no name, and are known by their
   * figures.
   */
  private String seriesOf(SeriesNight night) throws BadInputException {
    if (Files.exists(file(FIGURES, RunsDirectory.nameOf(night.night(), night.series())))) {
      return night.series();
    }
    List<SeriesNight> sameTime =
        read(
            FIGURES,
            RunsDirectory.time(night.night()),
            SeriesNight.SCHEMA_VERSION,
            SeriesNight.class,
            new ArrayList<>());
    return sameTime.stream()
        .filter(
            each ->
                each.cell().equals(night.cell())
                    && each.control() == night.control()
                    && Objects.equals(each.results(), night.results())
                    && (each.results() != null || each.figures().equals(night.figures())))
        .map(SeriesNight::series)
        .findFirst()
        .orElse(night.series());
  }

  /**
   * Acknowledges a change.
   *
   * @return whether it is new
   * @throws BadInputException if it is acknowledged with another reason
   * @throws IOException if it cannot be written
   */
  boolean acknowledge(Acknowledgement change) throws BadInputException, IOException {
    return write(ACKNOWLEDGED, idOf(change.series(), change.figure(), change.night()), change);
  }

  private Path file(String kind, String name) {
    return path.resolve(kind).resolve(name + END);
  }

  private boolean write(String kind, String name, Object content)
      throws BadInputException, IOException {
    Path file = file(kind, name);
    Path directory = Files.createDirectories(path.resolve(kind));
    String text = RunFile.tree(content).toPrettyString() + "\n";
    Optional<String> existing =
        HeldDirectory.guarded(
            directory,
            () -> {
              if (Files.exists(file)) {
                return Optional.of(Files.readString(file));
              }
              DurableFile.write(file, text);
              return Optional.empty();
            });
    if (existing.isPresent() && !sameFigures(existing.get(), text)) {
      throw new BadInputException(
          Text.of("%s is there with another content; remove it first if this one is right", file));
    }
    return existing.isEmpty();
  }

  /** Whether two files have the same figures of the same night. */
  private static boolean sameFigures(String existing, String text) {
    try {
      JsonNode before = MAPPER.readTree(existing);
      JsonNode after = MAPPER.readTree(text);
      if (before instanceof ObjectNode old && after instanceof ObjectNode added) {
        old.remove(CIRCUMSTANCES);
        added.remove(CIRCUMSTANCES);
      }
      return before.equals(after);
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /**
   * Reads all files. One that cannot be read hides no other.
   *
   * @throws BadInputException if there is no history, or its directory cannot be read
   */
  public Content read() throws BadInputException {
    List<String> unread = new ArrayList<>();
    List<SeriesNight> nights =
        read(FIGURES, "", SeriesNight.SCHEMA_VERSION, SeriesNight.class, unread);
    List<Acknowledgement> acknowledged =
        read(ACKNOWLEDGED, "", Acknowledgement.SCHEMA_VERSION, Acknowledgement.class, unread);
    if (nights.isEmpty() && unread.isEmpty()) {
      throw new BadInputException(
          Text.of("%s holds no history; bench history add RESULTS adds a night", path));
    }
    nights.sort(Comparator.comparing(SeriesNight::night));
    return new Content(nights, acknowledged, unread);
  }

  private <T> List<T> read(
      String kind, String begin, int version, Class<T> type, List<String> unread)
      throws BadInputException {
    Path directory = path.resolve(kind);
    List<T> contents = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return contents;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      List<Path> files = entries.filter(entry -> isNamed(entry, begin)).sorted().toList();
      for (Path file : files) {
        try {
          contents.add(RunFile.read(file, version, type));
        } catch (UnsupportedVersionException e) {
          unread.add(Text.of("%s: %s; use the release that wrote it", file, e.getMessage()));
        } catch (IOException e) {
          unread.add(
              Text.of(
                  "%s cannot be read: %s; restore it, or remove it and add it again",
                  file, Causes.line(e)));
        }
      }
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", directory, e.getMessage()));
    }
    return contents;
  }

  private static boolean isNamed(Path entry, String begin) {
    String name = entry.getFileName().toString();
    return name.startsWith(begin) && name.endsWith(END);
  }
}
