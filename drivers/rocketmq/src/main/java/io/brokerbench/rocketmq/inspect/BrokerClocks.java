package io.brokerbench.rocketmq.inspect;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.CoarseClock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The wall clocks of the brokers that store messages, by their runtime figures, which include the
 * start time in milliseconds and the uptime in whole seconds. Thread-safe.
 */
public final class BrokerClocks {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long POLL_FOR_NANOS = 1_100_000_000;
  private static final long PAUSE_NANOS = 5_000_000;

  /** {@code [ 0 days, 2 hours, 5 minutes, 12 seconds ]}, with commas in large numbers. */
  private static final Pattern RUNTIME =
      Pattern.compile(
          "\\D*([\\d,.]+) days, ([\\d,.]+) hours, ([\\d,.]+) minutes, ([\\d,.]+) seconds.*");

  /** The first request alone may use up the whole time. */
  private static final int FEWEST_ROUNDS = 2;

  private final Clock local;
  private final Requests requests;
  private final Map<String, CoarseClock> clocks = new ConcurrentHashMap<>();

  /** Requests for runtime figures. */
  public interface Requests {

    /**
     * The runtime figures of a broker, under RocketMQ's names.
     *
     * @throws NotPermittedException if the account may not read them
     */
    Map<String, String> runtime(String address) throws BrokerException;
  }

  /** Clocks without readings. */
  public BrokerClocks(Clock local, Requests requests) {
    this.local = local;
    this.requests = requests;
  }

  /** The local clock, whose monotonic times all readings have. */
  public Clock local() {
    return local;
  }

  /**
   * Offset of the brokers' wall clocks from the local one, now: an interval that contains that of
   * each broker with a reading. {@link ClockOffset#UNKNOWN} if there is none.
   */
  public ClockOffset offset() {
    return clocks.values().stream()
        .map(CoarseClock::offset)
        .filter(offset -> !offset.equals(ClockOffset.UNKNOWN))
        .reduce(ClockOffset::hull)
        .orElse(ClockOffset.UNKNOWN);
  }

  private CoarseClock of(String address) {
    return clocks.computeIfAbsent(address, unused -> new CoarseClock(local, NANOS_PER_SECOND));
  }

  /**
   * Takes the store time of a message into account.
   *
   * @param address of the broker that stored it
   * @param sentNanos local monotonic clock before it was sent
   * @param storedMillis since 1970
   * @param receivedNanos local monotonic clock after it was acknowledged
   */
  public void stored(String address, long sentNanos, long storedMillis, long receivedNanos) {
    of(address).read(sentNanos, storedMillis * NANOS_PER_MILLI, receivedNanos, NANOS_PER_MILLI);
  }

  /** Time after which a broker's answer shows most of its clock; about a second. */
  long pauseNanos(String address) {
    return of(address).pauseNanos();
  }

  /** Requests a broker's runtime figures, which are a reading of its clock. */
  Map<String, String> read(String address) throws BrokerException {
    long sentNanos = local.nanoTime();
    Map<String, String> figures = requests.runtime(address);
    long receivedNanos = local.nanoTime();
    OptionalLong second = wholeSecondMillis(figures);
    if (second.isPresent()) {
      of(address).read(sentNanos, second.getAsLong() * NANOS_PER_MILLI, receivedNanos);
    }
    return figures;
  }

  /**
   * The last time at which the broker's clock was a whole number of seconds past its start, in
   * milliseconds since the epoch; empty if the figures lack start or uptime.
   */
  static OptionalLong wholeSecondMillis(Map<String, String> figures) {
    Matcher runtime = RUNTIME.matcher(figures.getOrDefault("runtime", ""));
    String began = figures.getOrDefault("bootTimestamp", "");
    if (!runtime.matches() || !began.matches("\\d{1,18}")) {
      return OptionalLong.empty();
    }
    long seconds = 0;
    int[] units = {24, 60, 60};
    for (int i = 1; i <= 4; i++) {
      seconds += Long.parseLong(runtime.group(i).replaceAll("\\D", ""));
      seconds *= i < 4 ? units[i - 1] : 1;
    }
    return OptionalLong.of(Long.parseLong(began) + seconds * 1_000);
  }

  /**
   * Reads all clocks for about a second, in which each broker's uptime passes a whole second
   * between two requests. Single requests may fail: a client closes a connection on which another
   * request timed out.
   *
   * @throws NotPermittedException if the account may not read the runtime figures of a broker
   * @throws BrokerException if all requests fail
   */
  public void poll(Collection<String> addresses) throws BrokerException, InterruptedException {
    long endNanos = local.nanoTime() + POLL_FOR_NANOS;
    boolean answered = false;
    @Nullable BrokerException failure = null;
    int rounds = 0;
    do {
      for (String address : addresses) {
        try {
          read(address);
          answered = true;
        } catch (NotPermittedException e) {
          throw e;
        } catch (BrokerException e) {
          failure = e;
        }
      }
      rounds++;
      local.park(PAUSE_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    } while (local.nanoTime() < endNanos || (!answered && rounds < FEWEST_ROUNDS));
    if (!answered && failure != null) {
      throw failure;
    }
  }
}
