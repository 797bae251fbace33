package io.brokerbench.measurement;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.workload.Workload;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Classifies the effect of an offered rate on senders and consumers. */
public final class LoadFlow {

  /** Standard deviations by which a number of messages that are as if drawn may differ. */
  private static final int SPREAD = 3;

  private LoadFlow() {}

  /**
   * Empty in a closed loop, without consumers, with a backlog before the consumers start, of
   * messages for later, and where it is unknown how many messages consumers should receive.
   */
  static Optional<LoadOutcome> of(Workload workload, Measurement run, @Nullable Received received) {
    if (run.offeredPerSecond().isEmpty() || received == null || received.backlog() != null) {
      return Optional.empty();
    }
    double taken = 1 - rejectedShare(run.counts());
    return of(
        workload,
        run.offeredPerSecond().getAsDouble(),
        taken * run.achievedPerSecond(),
        taken * run.sentPerSecond(),
        run.firstReceiptsPerSecond(),
        run.seconds());
  }

  /**
   * The same of a part of a load; empty as well if the rate changes, because what was offered in
   * the part is then unknown. With a backlog, consumers receive in each part what was sent before.
   *
   * @param takenPerSecond messages that were sent and not rejected
   * @param receivedPerSecond different messages, the sum of all groups
   * @param seconds length of the part
   */
  public static Optional<LoadOutcome> ofPart(
      Workload workload, double takenPerSecond, double receivedPerSecond, double seconds) {
    return workload
        .load()
        .schedule()
        .map(schedule -> schedule.profile().onlyRate())
        .filter(offered -> !offered.isNaN() && workload.consumption().any())
        .filter(offered -> workload.consumption().backlog().isEmpty())
        .flatMap(
            offered ->
                of(workload, offered, takenPerSecond, takenPerSecond, receivedPerSecond, seconds));
  }

  /**
   * {@code taken} is what the brokers accepted; all rates are messages per second, without repeated
   * deliveries.
   */
  private static Optional<LoadOutcome> of(
      Workload workload,
      double offered,
      double achieved,
      double taken,
      double received,
      double seconds) {
    OptionalDouble visible = workload.visibleShare();
    if (visible.isEmpty() || workload.message().deliversLater()) {
      // The latter may be delivered after the time of these rates.
      return Optional.empty();
    }
    double due = visible.getAsDouble() * taken;
    double spread = workload.allVisible() ? 0 : SPREAD * Math.sqrt(due / seconds);
    if (received < workload.consumption().groups() * (LoadOutcome.SAME * due - spread)) {
      return Optional.of(LoadOutcome.COLLAPSED);
    }
    return Optional.of(
        achieved < LoadOutcome.SAME * offered ? LoadOutcome.THROTTLED : LoadOutcome.HELD);
  }

  /** Share of messages rejected by brokers: consumers cannot receive them. */
  private static double rejectedShare(Counts counts) {
    return counts.attempted() == 0 ? 0 : (double) counts.rejectedCount() / counts.attempted();
  }
}
