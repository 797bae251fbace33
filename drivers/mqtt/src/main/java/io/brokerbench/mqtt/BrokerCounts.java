package io.brokerbench.mqtt;

import java.util.Map;

/** What a broker counts of itself. Thread-safe. */
interface BrokerCounts extends AutoCloseable {

  /** Messages that were published to it: the one figure that audits need. */
  String RECEIVED = "receivedMessages";

  /** Figures as last told, by name; empty if it tells none. Answers at once. */
  Map<String, Long> last();

  /** Waits, not long, until the figures include what happened before the call. */
  Map<String, Long> settled() throws InterruptedException;

  @Override
  void close();
}
