package io.brokerbench.measurement;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.faults.PlannedFaults;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of a completed run.
 *
 * @param setup configuration and environment of the run
 * @param measurement figures of the measured time
 * @param cutShort where a signal ended the run before everything it waits for had ended; empty
 *     without a signal
 * @param audit of all messages of the run
 * @param received results of the consumers; null if there were none
 * @param transactions of the run; null if there were none
 * @param plannedFaults consequences of the planned faults; null if none were planned
 * @param floor latencies of the same load against a broker that answers at once; empty if the run
 *     was cut short
 */
public record CompletedRun(
    RunSetup setup,
    Measurement measurement,
    String cutShort,
    BrokerAudit audit,
    @Nullable Received received,
    @Nullable Transactions transactions,
    @Nullable PlannedFaults plannedFaults,
    Map<Metric, Latency> floor) {

  /** The facts of the run as they are in {@code run.json}, except that secrets are not hidden. */
  public RunResult result(Verdict verdict) {
    return RunResults.of(this, verdict);
  }
}
