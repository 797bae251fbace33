package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.BlockedListener;
import io.brokerbench.clock.Clock;
import io.brokerbench.units.Text;
import java.util.Optional;

/**
 * Time in which brokers blocked publishing connections because of an alarm, as reported by {@code
 * connection.blocked}. Thread-safe.
 */
public final class BlockedTime {

  private final Clock clock;
  private int now;
  private int most;
  private long sinceNanos;
  private long totalNanos;
  private String reason = "";

  BlockedTime(Clock clock) {
    this.clock = clock;
  }

  /** A listener for one connection; call {@link OfConnection#gone} when the connection closes. */
  OfConnection connection() {
    return new OfConnection();
  }

  private synchronized void begin(String why) {
    if (now++ == 0) {
      sinceNanos = clock.nanoTime();
    }
    most = Math.max(most, now);
    reason = why;
  }

  private synchronized void end() {
    if (--now == 0) {
      totalNanos += clock.nanoTime() - sinceNanos;
    }
  }

  /** Connections that are blocked now. */
  public synchronized int connections() {
    return now;
  }

  /** Total time in which at least one connection was blocked. */
  public synchronized long nanos() {
    return totalNanos + (now > 0 ? clock.nanoTime() - sinceNanos : 0);
  }

  /** A summary in one line; empty if no connection was ever blocked. */
  public synchronized Optional<String> incident() {
    return most == 0
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "the brokers blocked up to %,d publishing connections, for %.1f s in all: %s",
                most, nanos() / 1e9, reason));
  }

  final class OfConnection implements BlockedListener {
    private boolean held;

    @Override
    public void handleBlocked(String why) {
      synchronized (BlockedTime.this) {
        if (!held) {
          held = true;
          begin(why);
        }
      }
    }

    @Override
    public void handleUnblocked() {
      gone();
    }

    /** Records that the connection is unblocked or closed. */
    void gone() {
      synchronized (BlockedTime.this) {
        if (held) {
          held = false;
          end();
        }
      }
    }
  }
}
