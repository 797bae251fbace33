package io.brokerbench.find;

import java.nio.file.Path;
import java.util.List;
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
 * @param sustained whether no condition failed
 * @param conditions all of them, for people
 * @param failed those that failed, for people
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
    List<String> failed) {

  static Probe of(Path directory, Facts facts, Judgement judgement) {
    return new Probe(
        directory.getFileName().toString(),
        facts.offeredPerSecond(),
        facts.achievedPerSecond().isPresent() ? facts.achievedPerSecond().getAsDouble() : null,
        orNull(facts.responseP50Nanos()),
        orNull(facts.responseP99Nanos()),
        facts.use().get(Resource.CPU),
        judgement.sustained(),
        judgement.conditions().stream().map(Condition::text).toList(),
        judgement.failed().stream().map(Condition::text).toList());
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  /** What came of it, for people. */
  public String text() {
    return sustained ? "sustained" : String.join("; ", failed);
  }
}
