package io.brokerbench.result;

import io.brokerbench.record.Ledger.Counts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of a load that was offered at a rate and consumed beside it. */
public enum Flow {
  /** Senders sent what was due, and consumers took it. */
  HELD("load held: what was due was sent, and received as fast"),
  /**
   * Senders were held back below the rate, by windows or by the broker, or refused by it; consumers
   * kept up.
   */
  THROTTLED("load throttled: less was sent or taken than was due, and received as fast"),
  /** Consumers fell behind what the broker took: queues grow. */
  COLLAPSED("load collapsed: consumers fell behind what was sent");

  /**
   * A share below which two rates are not called the same; RabbitMQ's own flow control moves them
   * by a few percent.
   */
  private static final double SAME = 0.95;

  private final String text;

  Flow(String text) {
    this.text = text;
  }

  /** For people, in one line. */
  public String text() {
    return text;
  }

  /** Empty in a closed loop, where nobody consumes, or where consumers begin with a backlog. */
  public static Optional<Flow> of(Measurement run, @Nullable Received received) {
    if (run.offeredPerSecond().isEmpty() || received == null || received.backlog() != null) {
      return Optional.empty();
    }
    double taken = 1 - rejectedShare(run.counts());
    if (received.perSecond() < SAME * taken * run.sentPerSecond() * received.groups().size()) {
      return Optional.of(COLLAPSED);
    }
    return Optional.of(
        taken * run.achievedPerSecond() < SAME * run.offeredPerSecond().getAsDouble()
            ? THROTTLED
            : HELD);
  }

  /** What a broker refused nobody can receive. */
  private static double rejectedShare(Counts counts) {
    return counts.attempted() == 0 ? 0 : (double) counts.rejectedCount() / counts.attempted();
  }
}
