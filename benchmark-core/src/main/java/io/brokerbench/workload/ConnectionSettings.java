package io.brokerbench.workload;

import java.time.Duration;

/**
 * Configuration of clients that connect alongside the load, in rounds: in each, all clients connect
 * at a rate, hold their connections, and close them in the same order.
 *
 * @param count clients; 0 for none
 * @param perSecond clients that connect per second in a round
 * @param subscribe whether a client subscribes once it is connected
 * @param hold time from a client's intended time until it closes its connection
 */
public record ConnectionSettings(int count, double perSecond, boolean subscribe, Duration hold) {

  /** Key of the number of clients. */
  public static final String COUNT = "connections.count";

  public static final String SUBSCRIBE = "connections.subscribe";

  private static final int MAX_COUNT = 100_000;
  private static final double SECOND_NANOS = 1e9;

  static ConnectionSettings read(Settings settings) {
    double perSecond = settings.parsed("connections.rate", RateNotation::rate);
    return new ConnectionSettings(
        (int) settings.clients(COUNT, 0, MAX_COUNT),
        perSecond * Scale.read(settings).clients(),
        settings.flag(SUBSCRIBE),
        settings.duration("connections.hold", Duration.ofMillis(1)));
  }

  public boolean any() {
    return count > 0;
  }

  /**
   * The intended time of an attempt to connect, in nanoseconds since the start of the first round.
   * A round starts when all connections of the one before are due to be closed.
   *
   * @param attempt number of the attempt, from 0: attempt i is that of client i modulo {@link
   *     #count}
   */
  public long dueNanos(long attempt) {
    long roundNanos = hold.toNanos() + rampNanos(count);
    return attempt / count * roundNanos + rampNanos(attempt % count);
  }

  private long rampNanos(long clients) {
    return Math.round(clients * SECOND_NANOS / perSecond);
  }
}
