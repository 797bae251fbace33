package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import java.util.Locale;
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
  ServedBy(Admin admin, Brokers brokers) {
    this.admin = admin;
    boolean several = brokers.known().size() > 1;
    brokers
        .known()
        .forEach(
            (name, byId) ->
                byId.forEach(
                    (id, address) ->
                        addresses.put(
                            brokers
                                .node(address)
                                .map(Node::name)
                                .orElseGet(
                                    () ->
                                        several
                                            ? String.format(Locale.ROOT, "%s:%d", name, id)
                                            : roleOf(id)),
                            address)));
    addresses.forEach(
        (name, address) -> handedOut(address).ifPresent(count -> before.put(name, count)));
  }

  private static String roleOf(long id) {
    return id == 0 ? "master" : id == 1 ? "slave" : "slave" + id;
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
