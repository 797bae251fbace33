package io.brokerbench.rabbitmq;

import com.rabbitmq.client.ConfirmListener;
import io.brokerbench.driver.Completion;
import io.brokerbench.record.Outcome;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The sends of one channel that wait for their confirm, by their number. The publisher adds, the
 * connection's thread takes away.
 */
final class Confirms implements ConfirmListener {

  static final String ACK = "basic.ack";
  static final String NACK = "basic.nack";
  static final String LOST = "client-connection-lost";

  private final AtomicReferenceArray<@Nullable Completion> waiting;
  private final Map<Long, String> returned = new ConcurrentHashMap<>();
  private final int mask;
  private long first = 1;

  /**
   * Nothing waits.
   *
   * @param most that may wait
   */
  Confirms(int most) {
    int size = Integer.highestOneBit(Math.max(1, most) * 2 - 1);
    this.waiting = new AtomicReferenceArray<>(size);
    this.mask = size - 1;
  }

  /** A message with this number is about to be published. */
  void expect(long number, Completion completion) {
    waiting.set((int) number & mask, completion);
  }

  /** It was not published after all; null if its outcome was told already. */
  @Nullable Completion withdraw(long number) {
    return waiting.getAndSet((int) number & mask, null);
  }

  /** The broker has no queue for it; its confirm is to come. */
  void returned(long number, String why) {
    returned.put(number, why);
  }

  @Override
  public void handleAck(long number, boolean multiple) {
    settle(number, multiple, Outcome.ACKED, ACK);
  }

  @Override
  public void handleNack(long number, boolean multiple) {
    settle(number, multiple, Outcome.REJECTED, NACK);
  }

  private void settle(long number, boolean multiple, Outcome outcome, String kind) {
    long from = multiple ? Math.max(first, number - mask) : number;
    for (long each = from; each <= number; each++) {
      Completion completion = withdraw(each);
      if (completion == null) {
        continue;
      }
      String why = returned.isEmpty() ? null : returned.remove(each);
      if (why == null) {
        completion.complete(outcome, kind);
      } else {
        completion.complete(Outcome.REJECTED, why);
      }
    }
    if (multiple) {
      first = number + 1;
    }
  }

  /** No confirm will come any more. */
  void abandon() {
    for (int i = 0; i <= mask; i++) {
      Completion completion = waiting.getAndSet(i, null);
      if (completion != null) {
        completion.complete(Outcome.UNKNOWN, LOST);
      }
    }
  }
}
