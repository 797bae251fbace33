package io.brokerbench.generator;

import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.workers.ClockCeilings;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The part of a run that a worker has.
 *
 * @param name of the worker
 * @param host address from which it joined
 * @param cores processors available to it
 * @param ceilings of its machine
 * @param senders number of its sender threads
 * @param clients number of its consumer clients in each group
 * @param sent messages that it passed to its client library in the measured time
 * @param received deliveries to its consumers in the whole run
 * @param lag delays of its sends in the measured time, nanoseconds; empty without a schedule
 * @param starvedShare share of the measured time in which its threads waited for a processor;
 *     negative if unknown
 * @param hiccups pauses of its process in the measured time, nanoseconds
 * @param clock its clock, compared with that of the controller; empty if it was never read
 * @param silentSeconds longest time for which it was not heard of, if that was remarkable, else 0
 * @param lost why it was lost; empty if it was not
 */
public record WorkerPart(
    String name,
    String host,
    int cores,
    ClockCeilings ceilings,
    int senders,
    int clients,
    long sent,
    long received,
    Histogram lag,
    double starvedShare,
    Histogram hiccups,
    Optional<ClockComparison> clock,
    double silentSeconds,
    String lost) {

  /** Name of its process and its machine among the resources of the run. */
  public String node() {
    return node(name);
  }

  /** The same for a worker of this name. */
  public static String node(String name) {
    return "worker-" + name;
  }
}
