package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerSends;
import io.brokerbench.record.SendOutcome;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The messages of a session's producers by the broker of their queue, for producers that choose the
 * queue. Thread-safe.
 */
final class SendsByBroker {

  /** The messages to one broker. Thread-safe. */
  static final class Tally {
    private final LongAdder attempted = new LongAdder();
    private final LongAdder acked = new LongAdder();
    private final LongAdder rejected = new LongAdder();

    void attempted(int messages) {
      attempted.add(messages);
    }

    /** Counts the messages of a request that has ended. */
    void ended(SendOutcome outcome, int messages) {
      switch (outcome) {
        case ACKED -> acked.add(messages);
        case REJECTED -> rejected.add(messages);
        case UNKNOWN -> {
          // Neither acknowledged nor rejected, like those in flight.
        }
      }
    }

    private BrokerSends sends() {
      return new BrokerSends(attempted.sum(), acked.sum(), rejected.sum());
    }
  }

  private final Map<String, Tally> tallies = new ConcurrentHashMap<>();

  /** The tally of the broker with this name. */
  Tally of(String broker) {
    return tallies.computeIfAbsent(broker, name -> new Tally());
  }

  /** The counts so far by name of the broker; empty if no producer chooses queues. */
  SortedMap<String, BrokerSends> counts() {
    SortedMap<String, BrokerSends> counts = new TreeMap<>();
    tallies.forEach((name, tally) -> counts.put(name, tally.sends()));
    return counts;
  }
}
