package io.brokerbench.find;

import io.brokerbench.figures.Resource;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Verdict;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rate that was tried, with its result. Unknown values are null.
 *
 * @param result name of the result directory
 * @param achievedPerSecond messages per second sent successfully
 * @param responseP50Nanos median of the latency from the intended time
 * @param responseP99Nanos 99th percentile of the latency from the intended time
 * @param cpuShare share of all processors in use
 * @param sustained whether the trial is evidence that the rate is sustained
 * @param failed conditions that failed, as text
 * @param unanswered whether the trial is evidence neither for nor against the rate
 * @param servedPerSecond lower bound of the messages per second served
 * @param secondsNeeded required length of the trial; null unless it was too short to judge
 * @param verdict verdict of the run; null in results of earlier releases
 * @param reasons reasons of the verdict, one line each; null in results of earlier releases
 * @param limitedBy what limited the rate, as text; null if the offered rate was achieved, and in
 *     results of earlier releases
 */
public record Trial(
    String result,
    double offeredPerSecond,
    @Nullable Double achievedPerSecond,
    @Nullable Long responseP50Nanos,
    @Nullable Long responseP99Nanos,
    @Nullable Double cpuShare,
    boolean sustained,
    List<String> conditions,
    List<String> failed,
    boolean unanswered,
    @Nullable Double servedPerSecond,
    @Nullable Integer secondsNeeded,
    Verdict.@Nullable Status verdict,
    @Nullable List<String> reasons,
    @Nullable String limitedBy) {

  /**
   * The course of a trial's run, apart from its figures.
   *
   * @param faults faults of the brokers and lost workers during the run, one line each
   * @param limitedBy what limited the rate, as text; null if the offered rate was achieved, or if
   *     unknown
   */
  record Course(Verdict verdict, List<String> faults, @Nullable String limitedBy) {

    /** Whether a limit ended the load to protect the cluster. */
    boolean aborted() {
      return verdict.breaks(Verdict.Reason.ABORTED);
    }

    boolean invalid() {
      return verdict.status() == Verdict.Status.INVALID;
    }
  }

  static Trial of(Path directory, TrialMeasurement facts, Judgement judgement, Course course) {
    Judgement.Outcome outcome = judgement.outcome(course);
    double served = judgement.servedPerSecond();
    return new Trial(
        directory.getFileName().toString(),
        facts.offeredPerSecond(),
        facts.achievedPerSecond().isPresent() ? facts.achievedPerSecond().getAsDouble() : null,
        nanos(facts, Statistic.P50),
        nanos(facts, Statistic.P99),
        facts.number(RunFigure.of(Resource.CPU)),
        outcome == Judgement.Outcome.HELD,
        judgement.conditions().stream().map(Condition::text).toList(),
        judgement.failed().stream().map(Condition::text).toList(),
        !outcome.answers(),
        Double.isNaN(served) ? null : served,
        outcome == Judgement.Outcome.TOO_SHORT ? judgement.secondsNeeded() : null,
        course.verdict().status(),
        course.verdict().texts(),
        course.limitedBy());
  }

  private static @Nullable Long nanos(TrialMeasurement facts, Statistic statistic) {
    Double nanos = facts.number(RunFigure.of(Metric.RESPONSE, statistic));
    return nanos == null ? null : nanos.longValue();
  }

  /** The outcome for display, with the verdict of the run if that is not valid. */
  public String text() {
    return verdict == null || verdict == Verdict.Status.VALID || reasons == null
        ? outcome()
        : Text.of("%s; %s: %s", outcome(), verdict.name(), String.join("; ", reasons));
  }

  /** Whether there is nothing to report besides the figures: a valid run that was sustained. */
  boolean unremarkable() {
    return sustained
        && !unanswered
        && secondsNeeded == null
        && (verdict == null || verdict == Verdict.Status.VALID || reasons == null);
  }

  /** The conditions that failed; without one, why a limit ended the load. */
  List<String> whyNotSustained() {
    return failed.isEmpty() && reasons != null ? reasons : failed;
  }

  private String outcome() {
    if (secondsNeeded != null) {
      return Text.of("too short to judge, %d s are needed", secondsNeeded);
    }
    if (unanswered) {
      return "void";
    }
    // A limit that ended the load may be the only one that was missed.
    return sustained ? "sustained" : failed.isEmpty() ? "not sustained" : String.join("; ", failed);
  }
}
