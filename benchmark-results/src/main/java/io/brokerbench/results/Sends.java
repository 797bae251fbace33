package io.brokerbench.results;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Outcomes of the messages of the measured time.
 *
 * @param attempted messages passed to the client
 * @param acked acknowledged messages
 * @param rejected rejected messages by reason
 * @param unknown messages without a known outcome, by reason
 * @param byStatus messages by the send status reported by the brokers
 */
public record Sends(
    long attempted,
    long acked,
    Map<String, Long> rejected,
    Map<String, Long> unknown,
    Map<String, Long> byStatus) {

  /** Start of the reasons that come from the client library, not from a broker. */
  private static final String CLIENT = "client-";

  /** Reason in {@code unknown} of messages sent one way, which are not acknowledged. */
  public static final String ONE_WAY = CLIENT + "oneway";

  /** Whether a reason comes from the client library, not from a broker. */
  public static boolean byClient(String reason) {
    return reason.startsWith(CLIENT);
  }

  /** Acknowledged messages by the send status that the brokers reported with it. */
  public SortedMap<String, Long> ackedByStatus() {
    SortedMap<String, Long> statuses = new TreeMap<>(byStatus);
    statuses.keySet().removeAll(rejected.keySet());
    statuses.keySet().removeAll(unknown.keySet());
    return statuses;
  }

  /** Messages that were neither acknowledged nor sent one way. */
  public long failed() {
    return attempted - acked - oneWay();
  }

  /** Messages sent one way. */
  public long oneWay() {
    return unknown.getOrDefault(ONE_WAY, 0L);
  }
}
