package io.brokerbench.junit;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.page.RunPage;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.results.Verdict;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a run; a failure names its report, and what is doubtful about the run. */
public final class RunAssert extends AbstractAssert<RunAssert, StoredRun> {

  RunAssert(StoredRun run) {
    super(run, RunAssert.class);
  }

  /** The verdict is VALID: nothing about the figures is doubtful. */
  public RunAssert isValid() {
    return holds(actual.verdict().status() == Verdict.Status.VALID, "the figures are doubtful");
  }

  /** The verdict is VALID or SUSPECT: the figures may be used. */
  public RunAssert isUsable() {
    return holds(actual.usable(), "the figures are not usable");
  }

  /**
   * The brokers hold every acknowledged message, and consumers, if there are any, received it.
   * Consumers that account for each message suffice where the brokers have no count. Fails if
   * neither is known, or if no message was acknowledged.
   */
  public RunAssert losesNothing() {
    Audit audit = actual.result().audit();
    holds(
        actual.audit().done(),
        Text.of(
            "whether messages were lost is unknown: %s",
            Objects.requireNonNullElse(audit.unasked(), "the audit is not done")));
    holds(audit.acked() > 0, "no message was acknowledged");
    holds(
        audit.brokerCount() == null || audit.brokerCount() >= audit.acked(),
        Text.of(
            "the brokers hold %,d messages, and %,d were acknowledged",
            audit.brokerCount(), audit.acked()));
    return holds(
        audit.lost() == null || audit.lost() == 0,
        Text.of("lost %,d of %,d acknowledged messages", audit.lost(), audit.acked()));
  }

  /** The 99th percentile of the latency from a message's intended time to its outcome. */
  public RunAssert responseP99Below(Duration limit) {
    return p99Below(Metric.RESPONSE, limit);
  }

  /** The 99th percentile of the latency from the call of send to its outcome. */
  public RunAssert serviceP99Below(Duration limit) {
    return p99Below(Metric.SERVICE, limit);
  }

  /** The 99th percentile of the latency from a message's intended time to its receipt. */
  public RunAssert endToEndP99Below(Duration limit) {
    return p99Below(Metric.END_TO_END, limit);
  }

  private RunAssert p99Below(Metric metric, Duration limit) {
    Latency latency = actual.result().latency().get(metric);
    Long nanos = latency == null ? null : latency.p99Nanos();
    holds(
        nanos != null,
        Text.of(
            "%s p99 is unknown: %s",
            metric.label(), Latency.reasonUnknown(latency, Statistic.P99)));
    return holds(
        nanos != null && nanos < limit.toNanos(),
        Text.of(
            "%s p99 is %s, not below %s",
            metric.label(), Units.nanos(nanos), Units.nanos(limit.toNanos())));
  }

  /** The rate of messages acknowledged or, in a consumer benchmark, received. */
  public RunAssert rateAtLeast(double perSecond) {
    double measured = RunFigure.RATE.positive(actual).orElse(0);
    return holds(
        measured >= perSecond,
        Text.of("%s/s, not at least %s/s", Units.rate(measured), Units.rate(perSecond)));
  }

  /** Every setting below {@code require} that the run has is met; it has one at least. */
  public RunAssert meetsItsRequirements() {
    holds(actual.result().requirements() != null, "nothing is required of the run");
    return holds(
        actual.result().missed().isEmpty(),
        actual.result().missed().stream().map(Requirement::text).collect(Collectors.joining("; ")));
  }

  private RunAssert holds(boolean condition, String problem) {
    if (!condition) {
      throw failure(
          "%s%n%s: %s%nreport: %s",
          problem,
          actual.verdict().status(),
          String.join("; ", actual.verdict().texts()),
          actual.directory().resolve(RunPage.FILE));
    }
    return this;
  }
}
