package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which broker handed out how many messages, by the brokers' own counters: to all their consumers,
 * on a cluster that others use too. Immutable.
 */
final class ServedBy {

  /** Of user topics. In spite of its name it counts from the broker's start. */
  private static final String HANDED_OUT = "msgGetTotalTodayNow";

  private final Admin admin;
  private final SortedMap<String, String> addresses = new TreeMap<>();
  private final Map<String, Long> before = new TreeMap<>();

  /** Begins to count. */
  ServedBy(Admin admin, Map<String, SortedMap<Long, String>> brokers) {
    this.admin = admin;
    brokers.forEach(
        (name, byId) ->
            byId.forEach(
                (id, address) ->
                    addresses.put(
                        brokers.size() > 1
                            ? "%s:%d".formatted(name, id)
                            : id == 0 ? "master" : id == 1 ? "slave" : "slave" + id,
                        address)));
    addresses.forEach(
        (name, address) -> handedOut(address).ifPresent(count -> before.put(name, count)));
  }

  /** Messages handed out since, by broker; without those that do not tell. */
  Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    before.forEach(
        (name, count) ->
            handedOut(addresses.getOrDefault(name, ""))
                .ifPresent(now -> counts.put(name, now - count)));
    return counts;
  }

  private OptionalLong handedOut(String address) {
    try {
      String count = admin.runtime(address).get(HANDED_OUT);
      return count == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(count));
    } catch (BrokerException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
