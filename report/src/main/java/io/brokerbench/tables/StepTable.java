package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.LimitStep;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Throughput.Loop;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.List;
import java.util.Objects;

/** The steps of the limit of sends in flight. */
public final class StepTable {

  private static final String UNKNOWN = "n/a";

  private StepTable() {}

  /** One row per step; no row if the limit did not change. A closed loop has no response time. */
  public static Table of(RunResult run) {
    Metric ofSends = run.throughput().loop() == Loop.CLOSED ? Metric.SERVICE : Metric.RESPONSE;
    Table.Builder table =
        Table.of(
            "Steps of the limit of sends in flight",
            "lrrrrrrrrr",
            Text.of(
                "limit|seconds|sent/s|acked/s|received/s|%1$s p50|%1$s p99"
                    + "|end to end p50|end to end p99|backlog at its end",
                ofSends.label()));
    Objects.requireNonNullElse(run.steps(), List.<LimitStep>of())
        .forEach(
            step ->
                table.add(
                    step.inFlight(),
                    Text.of("%.1f", step.seconds()),
                    Units.rate(step.sentPerSecond()),
                    Units.rate(step.ackedPerSecond()),
                    step.receivedPerSecond() == null
                        ? UNKNOWN
                        : Units.rate(step.receivedPerSecond()),
                    latency(step, ofSends, Statistic.P50),
                    latency(step, ofSends, Statistic.P99),
                    latency(step, Metric.END_TO_END, Statistic.P50),
                    latency(step, Metric.END_TO_END, Statistic.P99),
                    step.backlogAtEnd() == null ? UNKNOWN : Units.count(step.backlogAtEnd())));
    return table.build();
  }

  private static String latency(LimitStep step, Metric metric, Statistic statistic) {
    Latency latency = step.latency().get(metric);
    return latency == null ? UNKNOWN : latency.text(statistic);
  }
}
