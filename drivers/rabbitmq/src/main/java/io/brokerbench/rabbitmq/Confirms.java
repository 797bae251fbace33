package io.brokerbench.rabbitmq;

import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ShutdownSignalException;
import io.brokerbench.driver.Completion;
import io.brokerbench.rabbitmq.connect.RabbitMqRefusal;
import io.brokerbench.record.SendOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The sends of one channel that wait for their confirm, by publish sequence number. The publisher's
 * thread adds entries, the connection's thread removes them.
 */
final class Confirms implements ConfirmListener {

  static final String ACK = "basic.ack";
  static final String NACK = "basic.nack";
  static final String LOST = "client-connection-lost";

  /** Ring buffer of pending completions; {@link #numbers} has the number of each entry. */
  private final AtomicReferenceArray<@Nullable Completion> waiting;

  private final AtomicLongArray numbers;

  /** Sends whose place was still taken: queues may confirm at very different times. */
  private final Map<Long, Completion> overtaking = new ConcurrentHashMap<>();

  private final Map<Long, String> returned = new ConcurrentHashMap<>();
  private final SendOutcome refused;
  private final int mask;
  private volatile long last;

  /** No message before this number is pending. Used by the connection's thread only. */
  private long first = 1;

  /**
   * @param most maximum number of pending sends
   * @param refused outcome of a message for which the broker takes no responsibility
   */
  Confirms(int most, SendOutcome refused) {
    this.refused = refused;
    int size = Integer.highestOneBit(Math.max(1, most) * 2 - 1);
    this.waiting = new AtomicReferenceArray<>(size);
    this.numbers = new AtomicLongArray(size);
    this.mask = size - 1;
  }

  /** The kind of a send whose channel was lost: the broker's reason if it closed it. */
  static String kind(Throwable lost) {
    return RabbitMqRefusal.reply(lost).orElse(LOST);
  }

  /** Adds a message that is about to be published. */
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

  /** Removes a send and returns its completion; null if its outcome was already reported. */
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

  /** Records that the broker returned a message as unroutable; its confirm follows. */
  void returned(long number, String why) {
    returned.put(number, why);
  }

  @Override
  public void handleAck(long number, boolean multiple) {
    settle(number, multiple, SendOutcome.ACKED, ACK);
  }

  @Override
  public void handleNack(long number, boolean multiple) {
    settle(number, multiple, refused, NACK);
  }

  private void settle(long number, boolean multiple, SendOutcome outcome, String kind) {
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

  private void settle(long number, SendOutcome outcome, String kind) {
    Completion completion = withdraw(number);
    if (completion == null) {
      return;
    }
    String why = returned.isEmpty() ? null : returned.remove(number);
    if (why == null) {
      completion.complete(outcome, kind);
    } else {
      completion.complete(SendOutcome.REJECTED, why);
    }
  }

  /**
   * Completes all pending sends with unknown outcome: no further confirm will arrive.
   *
   * @param why reason for which the channel closed; null if it is unknown
   */
  void abandon(@Nullable ShutdownSignalException why) {
    String kind = why == null ? LOST : kind(why);
    for (int i = 0; i <= mask; i++) {
      Completion completion = waiting.getAndSet(i, null);
      if (completion != null) {
        completion.complete(SendOutcome.UNKNOWN, kind);
      }
    }
    for (Long number : List.copyOf(overtaking.keySet())) {
      Completion completion = overtaking.remove(number);
      if (completion != null) {
        completion.complete(SendOutcome.UNKNOWN, kind);
      }
    }
  }
}
