package io.brokerbench.driver;

import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/**
 * What the in-memory broker does to which messages. A message's index is the order of its arrival,
 * from 0. Immutable, if its functions are.
 *
 * @param serviceNanos how long the answer to a request takes, by the index of its first message
 * @param stalls times at which nothing is answered
 * @param lost messages that are acknowledged but not stored
 * @param duplicated messages that are stored twice
 * @param reordered messages that are stored before their predecessor
 * @param keepLog whether the log can be read afterwards
 */
public record MemoryScript(
    LongUnaryOperator serviceNanos,
    List<Stall> stalls,
    LongPredicate lost,
    LongPredicate duplicated,
    LongPredicate reordered,
    boolean keepLog) {

  /**
   * A time at which nothing is answered; what arrives is answered after it.
   *
   * @param fromNanos on the broker's clock
   */
  public record Stall(long fromNanos, long lengthNanos) {}

  /** Answers at once and loses nothing. */
  public static MemoryScript honest() {
    return new MemoryScript(i -> 0, List.of(), i -> false, i -> false, i -> false, false);
  }

  public MemoryScript withServiceNanos(LongUnaryOperator nanos) {
    return new MemoryScript(nanos, stalls, lost, duplicated, reordered, keepLog);
  }

  public MemoryScript withStalls(List<Stall> times) {
    return new MemoryScript(serviceNanos, times, lost, duplicated, reordered, keepLog);
  }

  public MemoryScript losing(LongPredicate indexes) {
    return new MemoryScript(serviceNanos, stalls, indexes, duplicated, reordered, keepLog);
  }

  public MemoryScript duplicating(LongPredicate indexes) {
    return new MemoryScript(serviceNanos, stalls, lost, indexes, reordered, keepLog);
  }

  /** The same, with a log that can be read and these messages out of order in it. */
  public MemoryScript reordering(LongPredicate indexes) {
    return new MemoryScript(serviceNanos, stalls, lost, duplicated, indexes, true);
  }

  long afterStalls(long nanos) {
    long time = nanos;
    for (Stall stall : stalls) {
      if (time >= stall.fromNanos() && time < stall.fromNanos() + stall.lengthNanos()) {
        time = stall.fromNanos() + stall.lengthNanos();
      }
    }
    return time;
  }
}
