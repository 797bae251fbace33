package io.brokerbench.measurement;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.workload.Workload;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Classifies the effect of an offered rate on senders and consumers. */
public final class LoadFlow {

  private LoadFlow() {}

  /**
   * Empty in a closed loop, without consumers, with a backlog before the consumers start, of
   * messages for later, and with a filter or transactions that do not all commit, where not every
   * message is to be received.
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
        taken * run.sentPerSecond() * received.groups().size(),
        run.firstReceiptsPerSecond());
  }

  /**
   * The same of a part of a load at a constant rate.
   *
   * @param takenPerSecond messages that were sent and not rejected
   * @param receivedPerSecond different messages, the sum of all groups
   */
  public static Optional<LoadOutcome> ofPart(
      Workload workload, double takenPerSecond, double receivedPerSecond) {
    return workload
        .load()
        .schedule()
        .filter(schedule -> workload.consumption().any())
        .flatMap(
            schedule ->
                of(
                    workload,
                    schedule.profile().onlyRate(),
                    takenPerSecond,
                    takenPerSecond * workload.consumption().groups(),
                    receivedPerSecond));
  }

  /**
   * {@code due} is what consumers receive if they keep up; all are messages per second, without
   * repeated deliveries.
   */
  private static Optional<LoadOutcome> of(
      Workload workload, double offered, double achieved, double due, double received) {
    if (workload.message().deliversLater() || !workload.allVisible()) {
      // They may be delivered after the time of these rates, or never.
      return Optional.empty();
    }
    if (received < LoadOutcome.SAME * due) {
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
