package io.brokerbench.result;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of a load that was offered at a rate and consumed beside it. */
public enum Flow {
  /** Senders sent what was due, and consumers took it. */
  HELD("load held: what was due was sent, and received as fast"),
  /** Senders were held back below the rate, by windows or by the broker; consumers kept up. */
  THROTTLED("load throttled: less was sent than was due, and received as fast"),
  /** Consumers fell behind what was sent: queues grow. */
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
    double sent = run.sentPerSecond() * received.groups().size();
    if (received.perSecond() < SAME * sent) {
      return Optional.of(COLLAPSED);
    }
    return Optional.of(
        run.achievedPerSecond() < SAME * run.offeredPerSecond().getAsDouble() ? THROTTLED : HELD);
  }
}
