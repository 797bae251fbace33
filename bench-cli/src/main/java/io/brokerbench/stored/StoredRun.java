package io.brokerbench.stored;

import io.brokerbench.result.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code run.json} says, as far as runs are compared by it.
 *
 * @param directory the result directory
 * @param tool the command: producer, consumer, ...
 * @param verdict the run's own
 * @param settings all of them, as dotted keys
 * @param promise what an acknowledgement meant
 * @param environment what the figures depend on beside the settings: name to value
 * @param readings the figures it has; of zero or unknown ones there is none
 * @param writtenPerMessage bytes that all brokers wrote for a message, if that is known
 * @param fsync of the brokers' disk, if it was measured
 * @param flow what became of a load that was offered at a rate and consumed beside it
 * @param audit "clean", "not done", or what was found
 */
public record StoredRun(
    Path directory,
    String tool,
    Verdict verdict,
    SortedMap<String, String> settings,
    PromiseKept promise,
    SortedMap<String, String> environment,
    Map<Figure, Reading> readings,
    OptionalDouble writtenPerMessage,
    Optional<Fsync> fsync,
    Optional<Flow> flow,
    String audit) {

  /**
   * What an acknowledgement meant; equal if the same was promised, however it is put.
   *
   * @param acknowledged whether there were acknowledgements
   * @param onDisk whether it was on disk by then
   * @param copies on how many brokers it was
   */
  public record PromiseKept(boolean acknowledged, boolean onDisk, int copies) {

    /** For people. */
    public String text() {
      return !acknowledged
          ? "not acknowledged"
          : String.format(
              Locale.ROOT,
              "acknowledged %s on %d broker%s",
              onDisk ? "from disk" : "from memory",
              copies,
              copies == 1 ? "" : "s");
    }
  }

  /**
   * What a disk took before the load, and what the load asked of it.
   *
   * @param p50Nanos of a page that is appended and forced
   * @param share of what such forces allow, one after the other
   */
  public record Fsync(double p50Nanos, double share) {}

  /**
   * A load that was offered at a rate and consumed beside it.
   *
   * @param state held, throttled or collapsed
   * @param limit sends that might be without an answer, {@code 3 each}, if the setting is a share
   * @param endToEndNanos by {@link #PERCENTILES}, as far as they are known
   * @param most of what the brokers tell: {@link #QUEUED}, {@link #MEMORY}
   * @param cost null where the brokers' resources cannot be seen
   */
  public record Flow(
      String state,
      Optional<String> limit,
      double sentPerSecond,
      double receivedPerSecond,
      Map<String, Double> endToEndNanos,
      Map<String, Double> most,
      @Nullable Cost cost) {

    /**
     * What a load took of the machine.
     *
     * @param busyShare of the host's processors, whoever used them
     * @param brokerCores processors that all brokers together used
     * @param brokerMemoryBytes the most that each of them had, added up
     */
    public record Cost(double busyShare, double brokerCores, double brokerMemoryBytes) {}

    /** The mean, beside {@link #PERCENTILES}. */
    public static final String MEAN = "mean";

    /** What there is of latencies. */
    public static final List<String> PERCENTILES = List.of("p50", "p75", "p95", "p99", "p99.9");

    /** Messages that waited in queues. */
    public static final String QUEUED = "readyMessages";

    /** Memory of all brokers together. */
    public static final String MEMORY = "memoryBytes";
  }

  /**
   * A figure of a run.
   *
   * @param label which of the run's metrics it is, such as {@code response p99}
   * @param value in the figure's unit, above 0
   */
  public record Reading(String label, double value) {}

  /** Whether a signal ended it before its time. */
  public boolean cutShort() {
    return verdict.reasons().stream().anyMatch(reason -> reason.startsWith("cut short"));
  }

  /** Whether its figures may be believed. */
  public boolean usable() {
    return verdict.status() != Verdict.Status.INVALID;
  }

  /** The directory's name and why it is not believed. */
  public String nameWithReasons() {
    List<String> reasons = verdict.reasons();
    return directory.getFileName() + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
  }
}
