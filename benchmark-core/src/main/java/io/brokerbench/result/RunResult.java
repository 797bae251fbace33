package io.brokerbench.result;

import io.brokerbench.record.Metric;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a run when it has ended.
 *
 * @param setup what was measured with
 * @param measurement what was measured
 * @param audit of all messages of the run
 * @param received what consumers made of them; null if there were none
 * @param transacted what became of transactions; null if there were none
 * @param floor latencies of the same load against a broker that answers at once; empty if the run
 *     was cut short
 */
public record RunResult(
    Setup setup,
    Measurement measurement,
    Audit audit,
    @Nullable Received received,
    @Nullable Transacted transacted,
    Map<Metric, LatencySummary> floor) {}
