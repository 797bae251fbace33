package io.brokerbench.fault;

import io.brokerbench.record.SendOutcome;
import java.util.Arrays;
import java.util.stream.IntStream;

/** All messages of a run in the order of their intended times, sent or not. Immutable. */
final class DueMessages {

  private final long[] messages;

  private DueMessages(long[] messages) {
    this.messages = messages;
  }

  /**
   * Sorts the messages of all senders and those that were never sent.
   *
   * @param unsentNanos intended times of the latter on the monotonic clock of the run
   */
  static DueMessages of(SentMessages sent, long[] unsentNanos) {
    long[] messages = new long[Math.toIntExact(sent.size() + unsentNanos.length)];
    int[] size = {0};
    sent.read((sender, sequence, packed) -> messages[size[0]++] = packed);
    for (long nanos : unsentNanos) {
      messages[size[0]++] = PackedMessage.of(sent.intendedTick(nanos), PackedMessage.UNSENT);
    }
    Arrays.sort(messages);
    return new DueMessages(messages);
  }

  int size() {
    return messages.length;
  }

  long get(int index) {
    return messages[index];
  }

  long intended(int index) {
    return PackedMessage.intended(messages[index]);
  }

  /** Index of the first message due at this tick or later. */
  int from(long tick) {
    return TickSearch.from(tick, messages.length, this::intended);
  }

  /**
   * Responses, in order, of the messages due in a time that also ended in it, acknowledged or
   * without a known outcome.
   */
  int[] responses(long fromTick, long toTick) {
    return IntStream.range(from(fromTick), from(toTick))
        .mapToLong(this::get)
        .filter(message -> PackedMessage.end(message) < toTick)
        .filter(message -> !PackedMessage.hasOutcome(message, SendOutcome.REJECTED))
        .mapToInt(message -> (int) PackedMessage.response(message))
        .sorted()
        .toArray();
  }
}
