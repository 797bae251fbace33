package io.brokerbench.driver;

import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

/**
 * What the in-memory broker does to which messages. A message's index is the order of its arrival,
 * from 0. Immutable, if its functions are.
 *
 * @param serviceNanos how long the answer to a request takes, by the index of its first message
 * @param stalls times at which nothing is answered
 * @param lost messages that are acknowledged but not stored
 * @param duplicated messages that are stored twice
 * @param corrupted messages whose last byte is changed
 * @param displaced by how many arrivals a message is stored late
 * @param askedAgain transactions that the broker asks back though it knows their end
 * @param keepLog whether the log can be read afterwards
 * @param serviceRatePerSecond messages that a single server takes, one after the other, each with
 *     its answer; 0 if it takes them all at once
 * @param groupRatesPerSecond messages that each consumer group is given at most, in the groups'
 *     order; 0, or no number, for no such limit
 * @param checkNanos how long after a transaction that ended unknown, or was asked back in vain, the
 *     broker asks
 */
public record MemoryScript(
    LongUnaryOperator serviceNanos,
    List<Stall> stalls,
    LongPredicate lost,
    LongPredicate duplicated,
    LongPredicate corrupted,
    LongToIntFunction displaced,
    LongPredicate askedAgain,
    boolean keepLog,
    double serviceRatePerSecond,
    List<Double> groupRatesPerSecond,
    long checkNanos) {

  private static final long CHECK_NANOS = 10_000_000;

  /**
   * A time at which nothing is answered; what arrives is answered after it.
   *
   * @param fromNanos on the broker's clock
   */
  public record Stall(long fromNanos, long lengthNanos) {}

  /** Answers at once and loses nothing. */
  public static MemoryScript honest() {
    return new MemoryScript(
        i -> 0,
        List.of(),
        i -> false,
        i -> false,
        i -> false,
        i -> 0,
        i -> false,
        false,
        0,
        List.of(),
        CHECK_NANOS);
  }

  public MemoryScript withServiceNanos(LongUnaryOperator nanos) {
    return new MemoryScript(
        nanos,
        stalls,
        lost,
        duplicated,
        corrupted,
        displaced,
        askedAgain,
        keepLog,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  public MemoryScript withStalls(List<Stall> times) {
    return new MemoryScript(
        serviceNanos,
        times,
        lost,
        duplicated,
        corrupted,
        displaced,
        askedAgain,
        keepLog,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  public MemoryScript losing(LongPredicate indexes) {
    return new MemoryScript(
        serviceNanos,
        stalls,
        indexes,
        duplicated,
        corrupted,
        displaced,
        askedAgain,
        keepLog,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  public MemoryScript duplicating(LongPredicate indexes) {
    return new MemoryScript(
        serviceNanos,
        stalls,
        lost,
        indexes,
        corrupted,
        displaced,
        askedAgain,
        keepLog,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  public MemoryScript corrupting(LongPredicate indexes) {
    return new MemoryScript(
        serviceNanos,
        stalls,
        lost,
        duplicated,
        indexes,
        displaced,
        askedAgain,
        keepLog,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  /** Stores a message that many arrivals late: 1 lets it change places with its successor. */
  public MemoryScript displacing(LongToIntFunction arrivals) {
    return new MemoryScript(
        serviceNanos,
        stalls,
        lost,
        duplicated,
        corrupted,
        arrivals,
        askedAgain,
        keepLog,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  /** Asks back once more than it need, the end of a transaction notwithstanding. */
  public MemoryScript askingAgain(LongPredicate indexes) {
    return new MemoryScript(
        serviceNanos,
        stalls,
        lost,
        duplicated,
        corrupted,
        displaced,
        indexes,
        keepLog,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  /** The same, with a log that can be read. */
  public MemoryScript keepingLog() {
    return new MemoryScript(
        serviceNanos,
        stalls,
        lost,
        duplicated,
        corrupted,
        displaced,
        askedAgain,
        true,
        serviceRatePerSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  public MemoryScript withServiceRate(double perSecond) {
    return new MemoryScript(
        serviceNanos,
        stalls,
        lost,
        duplicated,
        corrupted,
        displaced,
        askedAgain,
        keepLog,
        perSecond,
        groupRatesPerSecond,
        checkNanos);
  }

  public MemoryScript withGroupRates(List<Double> perSecond) {
    return new MemoryScript(
        serviceNanos,
        stalls,
        lost,
        duplicated,
        corrupted,
        displaced,
        askedAgain,
        keepLog,
        serviceRatePerSecond,
        List.copyOf(perSecond),
        checkNanos);
  }

  double groupRate(int group) {
    return group < groupRatesPerSecond.size() ? groupRatesPerSecond.get(group) : 0;
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
