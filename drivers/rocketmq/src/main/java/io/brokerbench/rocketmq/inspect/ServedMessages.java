package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import io.brokerbench.units.Text;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Messages delivered by each broker, from the brokers' own counters: on a shared cluster, these
 * include messages to other consumers. Immutable.
 */
public final class ServedMessages {

  /** Messages of user topics delivered since the start of the broker, in spite of its name. */
  private static final String HANDED_OUT = "msgGetTotalTodayNow";

  private final Admin admin;
  private final SortedMap<String, String> addresses = new TreeMap<>();
  private final Map<String, Long> before = new TreeMap<>();

  public ServedMessages(Admin admin, Brokers brokers) {
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
                                .orElseGet(() -> several ? Text.of("%s:%d", name, id) : roleOf(id)),
                            address)));
    addresses.forEach(
        (name, address) -> handedOut(address).ifPresent(count -> before.put(name, count)));
  }

  private static String roleOf(long id) {
    return id == 0 ? "master" : id == 1 ? "slave" : "slave" + id;
  }

  /** Messages delivered since the start, by broker; brokers that do not report are omitted. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    before.forEach(
        (name, count) ->
            handedOut(addresses.getOrDefault(name, ""))
                .ifPresent(now -> counts.put(name, now - count)));
    return counts;
  }

  private OptionalLong handedOut(String address) {
    try {
      return Admin.figure(admin.runtime(address), HANDED_OUT);
    } catch (BrokerException e) {
      return OptionalLong.empty();
    }
  }
}
