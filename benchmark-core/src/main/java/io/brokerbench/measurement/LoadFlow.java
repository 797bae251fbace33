package io.brokerbench.measurement;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.LoadOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Classifies the effect of an offered rate on senders and consumers. */
public final class LoadFlow {

  private LoadFlow() {}

  /** Empty in a closed loop, without consumers, or with a backlog before the consumers start. */
  public static Optional<LoadOutcome> of(Measurement run, @Nullable Received received) {
    if (run.offeredPerSecond().isEmpty() || received == null || received.backlog() != null) {
      return Optional.empty();
    }
    double taken = 1 - rejectedShare(run.counts());
    if (received.perSecond()
        < LoadOutcome.SAME * taken * run.sentPerSecond() * received.groups().size()) {
      return Optional.of(LoadOutcome.COLLAPSED);
    }
    return Optional.of(
        taken * run.achievedPerSecond() < LoadOutcome.SAME * run.offeredPerSecond().getAsDouble()
            ? LoadOutcome.THROTTLED
            : LoadOutcome.HELD);
  }

  /**
   * The effect of a part of a load, all in messages per second.
   *
   * @param receivedPerSecond by each group
   */
  public static LoadOutcome of(
      double offeredPerSecond, double sentPerSecond, double receivedPerSecond) {
    if (receivedPerSecond < LoadOutcome.SAME * sentPerSecond) {
      return LoadOutcome.COLLAPSED;
    }
    return sentPerSecond < LoadOutcome.SAME * offeredPerSecond
        ? LoadOutcome.THROTTLED
        : LoadOutcome.HELD;
  }

  /** Share of messages rejected by brokers: consumers cannot receive them. */
  private static double rejectedShare(Counts counts) {
    return counts.attempted() == 0 ? 0 : (double) counts.rejectedCount() / counts.attempted();
  }
}
