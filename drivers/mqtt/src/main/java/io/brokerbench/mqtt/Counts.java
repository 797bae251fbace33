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

  private final List<BrokerCounts> brokers;
  private final Map<String, LongSupplier> own;
  private final long receivedBefore;

  /**
   * Begins to count.
   *
   * @param own what the connections tell, by name
   */
  Counts(List<BrokerCounts> brokers, Map<String, LongSupplier> own) throws InterruptedException {
    this.brokers = List.copyOf(brokers);
    this.own = own;
    this.receivedBefore = received();
  }

  /** Negative if one does not tell. */
  private long received() throws InterruptedException {
    long sum = 0;
    for (BrokerCounts broker : brokers) {
      Long received = broker.settled().get(BrokerCounts.RECEIVED);
      if (received == null) {
        return -1;
      }
      sum += received;
    }
    return brokers.isEmpty() ? -1 : sum;
  }

  /** Messages that brokers took; empty if they do not tell, or began to count anew. */
  OptionalLong taken() throws InterruptedException {
    long now = receivedBefore < 0 ? -1 : received();
    return now < receivedBefore || now < 0
        ? OptionalLong.empty()
        : OptionalLong.of(now - receivedBefore);
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
