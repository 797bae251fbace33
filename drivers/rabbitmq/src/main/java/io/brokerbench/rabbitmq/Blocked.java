package io.brokerbench.rabbitmq;

import com.rabbitmq.client.BlockedListener;
import io.brokerbench.clock.Clock;
import java.util.Locale;
import java.util.Optional;

/**
 * How long brokers held publishing connections back because of an alarm, as they told by {@code
 * connection.blocked}. Thread-safe.
 */
final class Blocked {

  private final Clock clock;
  private int now;
  private int most;
  private long sinceNanos;
  private long totalNanos;
  private String reason = "";

  Blocked(Clock clock) {
    this.clock = clock;
  }

  /** For one connection; to be told when that is gone. */
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

  /** Connections that are held back now. */
  synchronized int connections() {
    return now;
  }

  /** Time in which any was held back. */
  synchronized long nanos() {
    return totalNanos + (now > 0 ? clock.nanoTime() - sinceNanos : 0);
  }

  /** The whole of it in a line; empty if there was none. */
  synchronized Optional<String> incident() {
    return most == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the brokers blocked up to %,d publishing connections, for %.1f s in all: %s",
                most,
                nanos() / 1e9,
                reason));
  }

  /** Of one connection. */
  final class OfConnection implements BlockedListener {
    private boolean held;

    @Override
    public void handleBlocked(String why) {
      synchronized (Blocked.this) {
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

    /** It is held back no more, or there is no such connection any more. */
    void gone() {
      synchronized (Blocked.this) {
        if (held) {
          held = false;
          end();
        }
      }
    }
  }
}
