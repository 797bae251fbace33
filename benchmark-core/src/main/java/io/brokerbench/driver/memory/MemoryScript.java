package io.brokerbench.driver.memory;

import io.brokerbench.driver.Receiver;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;

/**
 * Behaviour of the in-memory broker by message. The index of a message is the order of its arrival,
 * from 0. Immutable, if its functions are.
 *
 * @param service when requests are answered
 * @param faults of the log
 * @param delivery to consumers
 * @param connecting of clients alongside the load
 * @param keepLog whether the log can be read afterwards
 * @param askedAgain transactions for which the broker sends a check-back although it knows their
 *     end
 */
public record MemoryScript(
    Service service,
    Faults faults,
    Delivery delivery,
    Connecting connecting,
    boolean keepLog,
    LongPredicate askedAgain) {

  /**
   * A time at which no request is answered; requests that arrive in it are answered after it.
   *
   * @param fromNanos on the broker's clock
   */
  public record Stall(long fromNanos, long lengthNanos) {}

  /**
   * When requests are answered.
   *
   * @param nanos time until a request is answered, by the index of its first message
   * @param stalls times at which no request is answered
   * @param ratePerSecond messages per second of a single server, which serves and answers them one
   *     after the other; 0 for no such limit
   */
  public record Service(LongUnaryOperator nanos, List<Stall> stalls, double ratePerSecond) {

    /** The given time, or the end of the stalls that it is in; both on the broker's clock. */
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

  /**
   * Differences between the messages acknowledged and those in the log.
   *
   * @param lost messages that are acknowledged but not stored
   * @param duplicated messages that are stored twice
   * @param corrupted messages whose last byte is changed
   * @param displaced by how many arrivals a message is stored late
   */
  public record Faults(
      LongPredicate lost,
      LongPredicate duplicated,
      LongPredicate corrupted,
      LongToIntFunction displaced) {}

  /**
   * When messages are delivered and acknowledged.
   *
   * @param groupRatesPerSecond maximum rate of each consumer group in messages per second, in the
   *     order of the groups; 0, or no entry, for no limit
   * @param shiftMillis added to the time at which a message is to be delivered; empty if all
   *     messages are delivered at once
   * @param acknowledgement called when {@link Receiver#receive} has returned, with the delivery's
   *     number: it calls {@link Receiver#settled}, at once, later or never
   */
  public record Delivery(
      List<Double> groupRatesPerSecond,
      OptionalLong shiftMillis,
      ObjLongConsumer<Receiver> acknowledgement) {

    double groupRate(int group) {
      return group < groupRatesPerSecond.size() ? groupRatesPerSecond.get(group) : 0;
    }
  }

  /**
   * How connections are opened. The index of an attempt is the order of its arrival, from 0.
   *
   * @param nanos time until a connection is open or refused
   * @param refused attempts that are refused
   */
  public record Connecting(LongUnaryOperator nanos, LongPredicate refused) {}

  /** A script that answers at once and loses nothing. */
  public static MemoryScript honest() {
    return new MemoryScript(
        new Service(i -> 0, List.of(), 0),
        new Faults(i -> false, i -> false, i -> false, i -> 0),
        new Delivery(List.of(), OptionalLong.of(0), Receiver::settled),
        new Connecting(i -> 0, i -> false),
        false,
        i -> false);
  }

  public MemoryScript withServiceNanos(LongUnaryOperator nanos) {
    return with(new Service(nanos, service.stalls, service.ratePerSecond));
  }

  public MemoryScript withStalls(List<Stall> times) {
    return with(new Service(service.nanos, times, service.ratePerSecond));
  }

  public MemoryScript withServiceRate(double perSecond) {
    return with(new Service(service.nanos, service.stalls, perSecond));
  }

  private MemoryScript with(Service changed) {
    return new MemoryScript(changed, faults, delivery, connecting, keepLog, askedAgain);
  }

  public MemoryScript losing(LongPredicate indexes) {
    return with(new Faults(indexes, faults.duplicated, faults.corrupted, faults.displaced));
  }

  public MemoryScript duplicating(LongPredicate indexes) {
    return with(new Faults(faults.lost, indexes, faults.corrupted, faults.displaced));
  }

  public MemoryScript corrupting(LongPredicate indexes) {
    return with(new Faults(faults.lost, faults.duplicated, indexes, faults.displaced));
  }

  /** Stores a message late by the given number of arrivals: 1 swaps it with its successor. */
  public MemoryScript displacing(LongToIntFunction arrivals) {
    return with(new Faults(faults.lost, faults.duplicated, faults.corrupted, arrivals));
  }

  private MemoryScript with(Faults changed) {
    return new MemoryScript(service, changed, delivery, connecting, keepLog, askedAgain);
  }

  public MemoryScript withGroupRates(List<Double> perSecond) {
    return with(
        new Delivery(List.copyOf(perSecond), delivery.shiftMillis, delivery.acknowledgement));
  }

  /** Delivers messages for later by this much after their time, or before it if negative. */
  public MemoryScript shiftingDelivery(long millis) {
    return with(
        new Delivery(
            delivery.groupRatesPerSecond, OptionalLong.of(millis), delivery.acknowledgement));
  }

  /** Delivers messages for later as if they were not. */
  public MemoryScript deliveringAtOnce() {
    return with(
        new Delivery(delivery.groupRatesPerSecond, OptionalLong.empty(), delivery.acknowledgement));
  }

  public MemoryScript acknowledging(ObjLongConsumer<Receiver> acknowledgement) {
    return with(new Delivery(delivery.groupRatesPerSecond, delivery.shiftMillis, acknowledgement));
  }

  private MemoryScript with(Delivery changed) {
    return new MemoryScript(service, faults, changed, connecting, keepLog, askedAgain);
  }

  /** Opens connections, or refuses them, after the given times. */
  public MemoryScript openingConnections(LongUnaryOperator nanos, LongPredicate refused) {
    return new MemoryScript(
        service, faults, delivery, new Connecting(nanos, refused), keepLog, askedAgain);
  }

  /** Returns this script with a log that can be read. */
  public MemoryScript keepingLog() {
    return new MemoryScript(service, faults, delivery, connecting, true, askedAgain);
  }

  /** Sends one more check-back than necessary, even if the end of the transaction is known. */
  public MemoryScript askingAgain(LongPredicate indexes) {
    return new MemoryScript(service, faults, delivery, connecting, keepLog, indexes);
  }
}
