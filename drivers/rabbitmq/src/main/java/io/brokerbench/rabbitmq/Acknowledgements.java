package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Channel;
import java.io.IOException;

/**
 * Acknowledges the deliveries of one channel: every so many at once, and what is left after a
 * while. Thread-safe.
 */
final class Acknowledgements {

  private final Channel channel;
  private final int every;
  private final long withinNanos;
  private int count;
  private long lastTag;
  private long firstNanos;

  /**
   * Nothing is delivered yet.
   *
   * @param withinNanos 0 for never
   */
  Acknowledgements(Channel channel, int every, long withinNanos) {
    this.channel = channel;
    this.every = every;
    this.withinNanos = withinNanos;
  }

  /** Takes a delivery that was consumed. */
  synchronized void consumed(long tag, long nowNanos) throws IOException {
    lastTag = tag;
    if (count++ == 0) {
      firstNanos = nowNanos;
    }
    if (count >= every) {
      flush();
    }
  }

  /** Gives a delivery back. */
  synchronized void refused(long tag) throws IOException {
    channel.basicNack(tag, false, true);
  }

  /** Acknowledges what waits for too long. */
  synchronized void tick(long nowNanos) throws IOException {
    if (withinNanos > 0 && count > 0 && nowNanos - firstNanos >= withinNanos) {
      flush();
    }
  }

  /** Acknowledges what waits. */
  synchronized void flush() throws IOException {
    if (count > 0) {
      channel.basicAck(lastTag, count > 1);
      count = 0;
    }
  }
}
