package io.brokerbench.find;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A rate that was offered, and what came of it. What is unknown is null.
 *
 * @param result name of the result directory
 * @param offeredPerSecond messages a second
 * @param achievedPerSecond messages a second that were sent
 * @param responseP50Nanos median of the latency from the intended time
 * @param responseP99Nanos its 99th percentile
 * @param cpuShare processors in use, as a share of all
 * @param sustained whether it is evidence that the rate holds
 * @param conditions all of them, for people
 * @param failed those that failed, for people
 * @param unanswered whether it is evidence neither for the rate nor against it
 * @param servedPerSecond messages a second that were served at least, by what waited in the end
 * @param secondsNeeded how long it should have been; null unless it was too short to tell
 * @param verdict the run's own: valid, suspect, invalid; null in results of earlier releases
 * @param reasons of the verdict, one line each; null likewise
 */
public record Probe(
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
    @Nullable String verdict,
    @Nullable List<String> reasons) {

  static Probe of(Path directory, Facts facts, Judgement judgement, Course course) {
    Outcome outcome = judgement.outcome(course);
    double served = judgement.servedPerSecond();
    return new Probe(
        directory.getFileName().toString(),
        facts.offeredPerSecond(),
        facts.achievedPerSecond().isPresent() ? facts.achievedPerSecond().getAsDouble() : null,
        orNull(facts.responseP50Nanos()),
        orNull(facts.responseP99Nanos()),
        facts.use().get(Resource.CPU),
        outcome == Outcome.HELD,
        judgement.conditions().stream().map(Condition::text).toList(),
        judgement.failed().stream().map(Condition::text).toList(),
        !outcome.answers(),
        Double.isNaN(served) ? null : served,
        outcome == Outcome.TOO_SHORT ? judgement.secondsNeeded() : null,
        course.status(),
        course.verdict().reasons());
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  /** What came of it, for people, with the run's own verdict if that is not valid. */
  public String text() {
    return verdict == null || verdict.equals("valid") || reasons == null
        ? outcome()
        : String.format(
            Locale.ROOT,
            "%s; %s: %s",
            outcome(),
            verdict.toUpperCase(Locale.ROOT),
            String.join("; ", reasons));
  }

  private String outcome() {
    if (secondsNeeded != null) {
      return String.format(Locale.ROOT, "too short to tell, %d s are needed", secondsNeeded);
    }
    if (unanswered) {
      return "void";
    }
    return sustained ? "sustained" : String.join("; ", failed);
  }
}
