package io.brokerbench.fault;

import io.brokerbench.record.SendOutcome;

/**
 * A message in eight bytes: 32 bits for its intended time, of which the first is 0, 30 for its
 * response and 2 for its outcome. Both times are in ticks of 0.1 ms. As numbers, messages are in
 * the order of their intended times.
 */
final class PackedMessage {

  static final long TICK_NANOS = 100_000;
  static final double TICKS_PER_SECOND = 1e4;

  /** Lower half of a message that was never passed to the client; that of one in flight is 0. */
  static final int UNSENT = 4;

  private static final int OUTCOME_BITS = 2;
  private static final int OUTCOME_MASK = 3;
  private static final long MAX_RESPONSE_TICKS = (1L << 30) - 1;

  private PackedMessage() {}

  static double seconds(long ticks) {
    return ticks / TICKS_PER_SECOND;
  }

  static long of(int intendedTick, int answer) {
    return (long) intendedTick << Integer.SIZE | Integer.toUnsignedLong(answer);
  }

  /**
   * Upper half of a message.
   *
   * @param nanos since the origin
   * @throws IllegalArgumentException if it is negative or 2^31 ticks or more
   */
  static int intendedTick(long nanos) {
    long tick = Math.floorDiv(nanos, TICK_NANOS);
    if (tick < 0 || tick > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("intended time out of range: " + nanos + " ns");
    }
    return (int) tick;
  }

  /**
   * Lower half of a message with an outcome. Responses are rounded up, so that none is 0 because of
   * the resolution.
   *
   * @throws IllegalArgumentException if the response is negative or longer than 2^30 - 1 ticks
   */
  static int answer(SendOutcome outcome, long responseNanos) {
    if (responseNanos < 0 || responseNanos > MAX_RESPONSE_TICKS * TICK_NANOS) {
      throw new IllegalArgumentException("response out of range: " + responseNanos + " ns");
    }
    int ticks = (int) ((responseNanos + TICK_NANOS - 1) / TICK_NANOS);
    return ticks << OUTCOME_BITS | bits(outcome);
  }

  private static int bits(SendOutcome outcome) {
    return switch (outcome) {
      case ACKED -> 1;
      case REJECTED -> 2;
      case UNKNOWN -> 3;
    };
  }

  static long intended(long message) {
    return message >> Integer.SIZE;
  }

  static boolean hasOutcome(long message, SendOutcome outcome) {
    return (message & OUTCOME_MASK) == bits(outcome);
  }

  static boolean isUnsent(long message) {
    return (int) message == UNSENT;
  }

  /** Response in ticks; {@link Long#MAX_VALUE} if the message has no outcome. */
  static long response(long message) {
    boolean answered = (message & OUTCOME_MASK) != 0;
    return answered ? (message & 0xFFFF_FFFFL) >>> OUTCOME_BITS : Long.MAX_VALUE;
  }

  /** When a message had its outcome; {@link Long#MAX_VALUE} if it has none. */
  static long end(long message) {
    long response = response(message);
    return response == Long.MAX_VALUE ? response : intended(message) + response;
  }
}
