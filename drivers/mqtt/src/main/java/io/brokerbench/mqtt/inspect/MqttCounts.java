package io.brokerbench.mqtt.inspect;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Counts reported by the brokers, since the start of the session, and by the driver's connections.
 * Thread-safe.
 */
public final class MqttCounts implements AutoCloseable {

  private static final long UNKNOWN = -1;

  private final List<CountSource> brokers;
  private final Map<String, LongSupplier> own;
  private final int takings;
  private final boolean all;
  private final long receivedBefore;

  /**
   * Starts to count.
   *
   * @param own figures of the driver's connections, by name
   * @param takings number of brokers that receive each message on its way; 0 if unknown
   * @param all whether the brokers may also receive messages of other clients, or a message twice
   */
  public MqttCounts(
      List<CountSource> brokers, Map<String, LongSupplier> own, int takings, boolean all) {
    this.brokers = List.copyOf(brokers);
    this.own = own;
    this.takings = takings;
    this.all = all;
    this.receivedBefore = takings == 0 ? UNKNOWN : received();
  }

  /** Messages received by all brokers; negative if a broker does not report its count. */
  private long received() {
    long sum = 0;
    for (CountSource broker : brokers) {
      Long received = broker.settled().get(CountSource.RECEIVED);
      if (received == null) {
        return UNKNOWN;
      }
      sum += received;
    }
    return brokers.isEmpty() ? UNKNOWN : sum;
  }

  /** Messages received by the brokers; empty if a count is not reported or was reset. */
  public OptionalLong taken() {
    long now = receivedBefore == UNKNOWN ? UNKNOWN : received();
    return now < receivedBefore || now == UNKNOWN
        ? OptionalLong.empty()
        : OptionalLong.of((now - receivedBefore) / takings);
  }

  /** Whether the counts may include messages of other clients, or messages sent again. */
  public boolean all() {
    return all;
  }

  /** All figures last reported, summed over all brokers. */
  public SortedMap<String, Long> figures() {
    SortedMap<String, Long> figures = new TreeMap<>();
    for (CountSource broker : brokers) {
      broker.last().forEach((name, value) -> figures.merge(name, value, Long::sum));
    }
    own.forEach((name, value) -> figures.put(name, value.getAsLong()));
    return figures;
  }

  /**
   * Number of times so far that any broker answered with its figures; empty for the figures of the
   * driver's connections, and for brokers that publish theirs when they change.
   */
  public OptionalLong readings(String figure) {
    return own.containsKey(figure)
        ? OptionalLong.empty()
        : brokers.stream().flatMapToLong(broker -> broker.readings().stream()).reduce(Long::sum);
  }

  @Override
  public void close() {
    brokers.forEach(CountSource::close);
  }
}
