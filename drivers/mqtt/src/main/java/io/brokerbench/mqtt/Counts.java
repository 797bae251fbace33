package io.brokerbench.mqtt;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What brokers and connections tell of themselves, brokers since the session began. Thread-safe.
 */
final class Counts implements AutoCloseable {

  private static final long UNKNOWN = -1;

  private final List<BrokerCounts> brokers;
  private final Map<String, LongSupplier> own;
  private final int takings;
  private final boolean all;
  private final long receivedBefore;

  /**
   * Begins to count.
   *
   * @param own what the connections tell, by name
   * @param takings how often brokers take each message on its way; 0 if that is not known
   * @param all whether others may send to the brokers, too
   */
  Counts(List<BrokerCounts> brokers, Map<String, LongSupplier> own, int takings, boolean all)
      throws InterruptedException {
    this.brokers = List.copyOf(brokers);
    this.own = own;
    this.takings = takings;
    this.all = all;
    this.receivedBefore = takings == 0 ? UNKNOWN : received();
  }

  /** Negative if one does not tell. */
  private long received() throws InterruptedException {
    long sum = 0;
    for (BrokerCounts broker : brokers) {
      Long received = broker.settled().get(BrokerCounts.RECEIVED);
      if (received == null) {
        return UNKNOWN;
      }
      sum += received;
    }
    return brokers.isEmpty() ? UNKNOWN : sum;
  }

  /** Messages that brokers took; empty if they do not tell, or began to count anew. */
  OptionalLong taken() throws InterruptedException {
    long now = receivedBefore == UNKNOWN ? UNKNOWN : received();
    return now < receivedBefore || now == UNKNOWN
        ? OptionalLong.empty()
        : OptionalLong.of((now - receivedBefore) / takings);
  }

  /** Whether others' messages may be among those that brokers took. */
  boolean all() {
    return all;
  }

  /** All figures as last told, of all brokers together. */
  SortedMap<String, Long> figures() {
    SortedMap<String, Long> figures = new TreeMap<>();
    for (BrokerCounts broker : brokers) {
      broker.last().forEach((name, value) -> figures.merge(name, value, Long::sum));
    }
    own.forEach((name, value) -> figures.put(name, value.getAsLong()));
    return figures;
  }

  @Override
  public void close() {
    brokers.forEach(BrokerCounts::close);
  }
}
