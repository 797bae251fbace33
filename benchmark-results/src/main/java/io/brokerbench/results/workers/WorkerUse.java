package io.brokerbench.results.workers;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.brokerbench.results.Resources;
import io.brokerbench.results.clocks.ChronyTracking;
import io.brokerbench.results.clocks.ClockComparison;
import org.jspecify.annotations.Nullable;

/**
 * What one of several workers contributed to a run. The use of its processors, memory and network
 * is that of the node {@code worker-NAME} in {@link Resources}.
 *
 * @param name of the worker
 * @param host address from which it joined
 * @param jdk version of its Java runtime; null in files of older releases
 * @param cores processors available to it
 * @param ceilings of its machine; null in files of older releases
 * @param senders number of its sender threads
 * @param clients number of its consumer clients in each group
 * @param sent messages that it passed to its client library in the measured time
 * @param received deliveries to its consumers in the whole run
 * @param lagP99Nanos delay of its sends, 99th percentile; null if its load has no schedule
 * @param starvedShare share of the time in which its threads waited for a processor; null if
 *     unknown
 * @param hiccupP99Nanos pauses of its process, 99th percentile
 * @param clock its clock, compared with that of the controller; null if it was never read
 * @param chrony synchronization of its machine's clock at the start of the run; null if no chronyd
 *     answered there, and in files of older releases
 * @param startErrorNanos maximum error of the start of the load on its clock, and so of each of its
 *     intended times compared with those of other workers; null if the load was not started, and in
 *     files of older releases
 * @param silentSeconds longest time without a message from it, seconds; null if that was never
 *     three seconds or more, and in files of older releases
 * @param lost why it was lost; null if it was not
 */
public record WorkerUse(
    String name,
    String host,
    @JsonInclude(Include.NON_NULL) @Nullable String jdk,
    int cores,
    @JsonInclude(Include.NON_NULL) @Nullable ClockCeilings ceilings,
    int senders,
    int clients,
    long sent,
    long received,
    @JsonInclude(Include.NON_NULL) @Nullable Long lagP99Nanos,
    @JsonInclude(Include.NON_NULL) @Nullable Double starvedShare,
    long hiccupP99Nanos,
    @JsonInclude(Include.NON_NULL) @Nullable ClockComparison clock,
    @JsonInclude(Include.NON_NULL) @Nullable ChronyTracking chrony,
    @JsonInclude(Include.NON_NULL) @Nullable Long startErrorNanos,
    @JsonInclude(Include.NON_NULL) @Nullable Double silentSeconds,
    @JsonInclude(Include.NON_NULL) @Nullable String lost) {

  /** Name of its process and its machine in {@link Resources}. */
  public String node() {
    return node(name);
  }

  /** The same for a worker of this name. */
  public static String node(String name) {
    return "worker-" + name;
  }
}
