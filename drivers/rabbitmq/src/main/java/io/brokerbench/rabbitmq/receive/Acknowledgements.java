package io.brokerbench.rabbitmq.receive;

import com.rabbitmq.client.Channel;
import java.io.IOException;

/**
 * Acknowledges the deliveries of one channel in batches; an incomplete batch is acknowledged after
 * a time limit. Thread-safe.
 */
final class Acknowledgements {

  private final Channel channel;
  private final int every;
  private final long withinNanos;
  private int count;
  private long lastTag;
  private long firstNanos;

  /**
   * Creates the state for a channel without deliveries.
   *
   * @param every deliveries per acknowledgement
   * @param withinNanos time limit of an incomplete batch; 0 for none
   */
  Acknowledgements(Channel channel, int every, long withinNanos) {
    this.channel = channel;
    this.every = every;
    this.withinNanos = withinNanos;
  }

  /** Records that a delivery was consumed; acknowledges the batch when it is complete. */
  synchronized void consumed(long tag, long nowNanos) throws IOException {
    lastTag = tag;
    if (count++ == 0) {
      firstNanos = nowNanos;
    }
    if (count >= every) {
      flush();
    }
  }

  /** Requeues a delivery. */
  synchronized void refused(long tag) throws IOException {
    channel.basicNack(tag, false, true);
  }

  /** Acknowledges an incomplete batch whose time limit has passed. */
  synchronized void tick(long nowNanos) throws IOException {
    if (withinNanos > 0 && count > 0 && nowNanos - firstNanos >= withinNanos) {
      flush();
    }
  }

  /** Acknowledges an incomplete batch. */
  synchronized void flush() throws IOException {
    if (count > 0) {
      channel.basicAck(lastTag, count > 1);
      count = 0;
    }
  }
}
