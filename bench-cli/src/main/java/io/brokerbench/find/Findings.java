package io.brokerbench.find;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a search has found by now: {@value #FILE}. The highest sustainable rate lies between two
 * rates that were probed.
 *
 * @param schemaVersion of the file
 * @param identity of the search: the same for the same settings and bounds
 * @param lowPerSecond highest rate that was sustained, messages a second; 0 if none was
 * @param highPerSecond lowest rate that was not; null if every rate was
 * @param confirmed whether two probes or more support each of these ends, and nothing between them
 *     is left to be probed
 * @param failedAbove conditions that failed at the upper end
 * @param limitedByGenerator whether it was the generator that failed there, not the brokers
 * @param notJudged resources with a bound whose use is not known on this machine
 * @param load what was offered; null before the first probe
 * @param probes in their order
 * @param curve loads from a tenth of the found one up to it; empty if none was measured
 * @param kneePerSecond where the 99th percentile of the curve bends up; null if nowhere
 * @param atCpuBoundPerSecond load at which a straight line between the processors' use at the two
 *     ends comes to its bound; null if it does not between them, or has none
 * @param servedPerSecond messages a second that were served at least in every probe of the lower
 *     end, which may be a little less than was offered; null if unknown, and in results of earlier
 *     releases
 * @param unanswered what came of rates between the ends that were probed in vain, one line each;
 *     null in results of earlier releases
 * @param secondsNeeded how long probes should be, as some were too short to tell; null if none was,
 *     or if the ends are confirmed all the same
 */
public record Findings(
    int schemaVersion,
    String identity,
    double lowPerSecond,
    @Nullable Double highPerSecond,
    boolean confirmed,
    List<String> failedAbove,
    boolean limitedByGenerator,
    List<String> notJudged,
    @Nullable Load load,
    List<Probe> probes,
    List<Probe> curve,
    @Nullable Double kneePerSecond,
    @Nullable Double atCpuBoundPerSecond,
    @Nullable Double servedPerSecond,
    @Nullable List<String> unanswered,
    @Nullable Integer secondsNeeded) {

  static final String FILE = "find.json";
  static final int SCHEMA_VERSION = 1;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * What the brokers bore.
   *
   * @param messageBytes body of a message
   * @param masters brokers that messages were sent to
   * @param slaves of each master
   * @param groups of consumers that got every message
   */
  public record Load(long messageBytes, int masters, int slaves, int groups) {}

  /** Of a search before its first probe. */
  static Findings none(String identity) {
    return new Findings(
        SCHEMA_VERSION,
        identity,
        0,
        null,
        false,
        List.of(),
        false,
        List.of(),
        null,
        List.of(),
        List.of(),
        null,
        null,
        null,
        null,
        null);
  }

  /** Whether a directory holds one. */
  public static boolean in(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /**
   * Reads one.
   *
   * @throws BadInputException if it is none of ours
   */
  public static Findings read(Path directory) throws BadInputException {
    Path file = directory.resolve(FILE);
    try {
      JsonNode json = MAPPER.readTree(file.toFile());
      if (json.path("schemaVersion").asInt() != SCHEMA_VERSION) {
        throw new BadInputException(
            String.format(
                Locale.ROOT,
                "%s: schemaVersion must be %d, got %s",
                file,
                SCHEMA_VERSION,
                json.path("schemaVersion")));
      }
      return MAPPER.treeToValue(json, Findings.class);
    } catch (IOException e) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s cannot be read: %s",
              file,
              String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
    }
  }

  /** The identity of the search in a directory; empty if there is none. */
  static Optional<String> identityIn(Path directory) {
    try {
      return Optional.of(read(directory).identity());
    } catch (BadInputException e) {
      return Optional.empty();
    }
  }

  void write(Path directory) throws IOException {
    WholeFile.write(directory.resolve(FILE), json() + "\n");
  }

  private String json() throws JsonProcessingException {
    return MAPPER.writeValueAsString(this);
  }

  /** The lower end of the interval that holds the highest sustainable rate. */
  public double lowestPerSecond() {
    return servedPerSecond == null ? lowPerSecond : Math.min(lowPerSecond, servedPerSecond);
  }

  /** Whether not even the lowest rate was sustained. */
  public boolean noneSustainable() {
    return lowPerSecond == 0;
  }
}
