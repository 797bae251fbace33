package io.brokerbench.find;

import io.brokerbench.file.BadInputException;
import io.brokerbench.results.Promise;
import io.brokerbench.stored.VersionedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The findings of a search so far, stored in {@value #FILE}. The highest sustainable rate lies
 * between two tried rates.
 *
 * @param identity hash of the settings and bounds of the search
 * @param lowPerSecond highest sustained rate, messages per second; 0 if there is none
 * @param highPerSecond lowest rate that was not sustained, messages per second; null if every rate
 *     was
 * @param confirmed whether at least two trials support each of these ends, and no rate between them
 *     remains to be tried
 * @param failedAbove conditions that failed at the upper end, or why a limit ended its load
 * @param limitedByGenerator whether the generator failed at the upper end, rather than the brokers
 * @param notJudged resources with a bound whose utilization is unknown on this machine
 * @param load load apart from the rate; null before the first trial
 * @param probes trials in the order in which they ran
 * @param curve trials of loads from a tenth of the found rate up to it; empty if none was measured
 * @param kneePerSecond load at the knee of the 99th percentile of the curve; null if there is none
 * @param atCpuBoundPerSecond load at which the CPU utilization, interpolated linearly between the
 *     two ends, reaches its bound; null if it does not, or has no bound
 * @param servedPerSecond lower bound of the messages per second served in every trial of the lower
 *     end, which may be slightly below the offered rate; null if unknown, and in results of earlier
 *     releases
 * @param unanswered results of the rates between the ends whose trials gave no answer, one line
 *     each; null in results of earlier releases
 * @param secondsNeeded required length of a trial if some were too short to judge; null if none
 *     was, or if the ends are confirmed nevertheless
 * @param limitedBy what limited the rate at the upper end, as text; null if it is unknown, and in
 *     results of earlier releases
 */
public record SearchResult(
    int schemaVersion,
    String identity,
    double lowPerSecond,
    @Nullable Double highPerSecond,
    boolean confirmed,
    List<String> failedAbove,
    boolean limitedByGenerator,
    List<String> notJudged,
    @Nullable Load load,
    List<Trial> probes,
    List<Trial> curve,
    @Nullable Double kneePerSecond,
    @Nullable Double atCpuBoundPerSecond,
    @Nullable Double servedPerSecond,
    @Nullable List<String> unanswered,
    @Nullable Integer secondsNeeded,
    @Nullable String limitedBy) {

  static final String FILE = "find.json";
  static final int SCHEMA_VERSION = 1;

  /**
   * The load on the brokers, apart from the rate.
   *
   * @param messageBytes size of a message body
   * @param masters brokers to which messages were sent
   * @param slaves slaves of each master
   * @param groups consumer groups that received every message
   * @param driver driver of the brokers; null in results of earlier releases
   * @param promise guarantee of an acknowledgement; null in results of earlier releases
   */
  public record Load(
      long messageBytes,
      int masters,
      int slaves,
      int groups,
      @Nullable String driver,
      Promise.@Nullable Level promise) {}

  /** The findings before the first trial. */
  static SearchResult none(String identity) {
    return new SearchResult(
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
        null,
        null);
  }

  public static boolean in(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /**
   * Reads the findings in a directory.
   *
   * @throws BadInputException if they cannot be read, or have another schema version
   */
  public static SearchResult read(Path directory) throws BadInputException {
    return VersionedFile.read(directory.resolve(FILE), SCHEMA_VERSION, SearchResult.class);
  }

  /** The identity of the search in a directory; empty if it cannot be read. */
  public static Optional<String> identityIn(Path directory) {
    try {
      return Optional.of(read(directory).identity());
    } catch (BadInputException e) {
      return Optional.empty();
    }
  }

  void write(Path directory) throws IOException {
    VersionedFile.write(directory.resolve(FILE), this);
  }

  /** The lower end of the interval that holds the highest sustainable rate. */
  public double lowestPerSecond() {
    return servedPerSecond == null ? lowPerSecond : Math.min(lowPerSecond, servedPerSecond);
  }

  /** Whether the ends are confirmed, and the brokers failed at the upper one. */
  public boolean confirmedOfBrokers() {
    return confirmed && !limitedByGenerator;
  }

  /** Whether not even the lowest rate was sustained. */
  public boolean noneSustainable() {
    return lowPerSecond == 0;
  }
}
