package io.brokerbench.rabbitmq;

import com.rabbitmq.client.ConfirmListener;
import io.brokerbench.driver.Completion;
import io.brokerbench.record.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
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

  /** A ring: each place has the completion that waits there, and its number. */
  private final AtomicReferenceArray<@Nullable Completion> waiting;

  private final AtomicLongArray numbers;

  /** Those whose place was still taken: queues may confirm at very different times. */
  private final Map<Long, Completion> overtaking = new ConcurrentHashMap<>();

  private final Map<Long, String> returned = new ConcurrentHashMap<>();
  private final int mask;
  private volatile long last;

  /** No message before it waits. Of the connection's thread. */
  private long first = 1;

  /**
   * Nothing waits.
   *
   * @param most that may wait
   */
  Confirms(int most) {
    int size = Integer.highestOneBit(Math.max(1, most) * 2 - 1);
    this.waiting = new AtomicReferenceArray<>(size);
    this.numbers = new AtomicLongArray(size);
    this.mask = size - 1;
  }

  /** A message with this number is about to be published. */
  void expect(long number, Completion completion) {
    int place = (int) number & mask;
    if (waiting.get(place) == null) {
      numbers.set(place, number);
      waiting.set(place, completion);
    } else {
      overtaking.put(number, completion);
    }
    last = number;
  }

  /** It was not published after all; null if its outcome was told already. */
  @Nullable Completion withdraw(long number) {
    int place = (int) number & mask;
    Completion completion = waiting.get(place);
    if (completion != null && numbers.get(place) == number) {
      return waiting.compareAndSet(place, completion, null) ? completion : null;
    }
    return overtaking.isEmpty() ? null : overtaking.remove(number);
  }

  private boolean waits(long number) {
    int place = (int) number & mask;
    return (waiting.get(place) != null && numbers.get(place) == number)
        || (!overtaking.isEmpty() && overtaking.containsKey(number));
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
    if (multiple) {
      for (long each = Math.min(first, number); each < number; each++) {
        settle(each, outcome, kind);
      }
    }
    settle(number, outcome, kind);
    if (multiple) {
      first = Math.max(first, number + 1);
    }
    while (first <= last && !waits(first)) {
      first++;
    }
  }

  private void settle(long number, Outcome outcome, String kind) {
    Completion completion = withdraw(number);
    if (completion == null) {
      return;
    }
    String why = returned.isEmpty() ? null : returned.remove(number);
    if (why == null) {
      completion.complete(outcome, kind);
    } else {
      completion.complete(Outcome.REJECTED, why);
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
    for (Long number : List.copyOf(overtaking.keySet())) {
      Completion completion = overtaking.remove(number);
      if (completion != null) {
        completion.complete(Outcome.UNKNOWN, LOST);
      }
    }
  }
}
