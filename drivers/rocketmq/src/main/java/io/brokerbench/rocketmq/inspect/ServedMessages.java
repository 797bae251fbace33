package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.rocketmq.common.topic.TopicValidator;

/**
 * Messages delivered by each broker, from the brokers' own counters: on a shared cluster, these
 * include messages to other consumers. Immutable.
 */
public final class ServedMessages {

  /** Messages of user topics delivered since the start of the broker, in spite of its name. */
  private static final String HANDED_OUT = "msgGetTotalTodayNow";

  private static final String BEGAN = "bootTimestamp";

  private final Admin admin;
  private final SortedMap<String, String> addresses = new TreeMap<>();
  private final Map<String, Reading> before = new TreeMap<>();

  /**
   * The counter of a broker.
   *
   * @param began start of the broker, which resets the counter
   */
  private record Reading(String began, long handedOut) {}

  /**
   * @param topics of the run; nothing is counted if one is of RocketMQ's own, such as BenchmarkTest
   */
  public ServedMessages(Admin admin, Brokers brokers, List<String> topics) {
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
    if (topics.stream().noneMatch(TopicValidator::isSystemTopic)) {
      addresses.forEach(
          (name, address) -> reading(address).ifPresent(reading -> before.put(name, reading)));
    }
  }

  private static String roleOf(long id) {
    return id == 0 ? "master" : id == 1 ? "slave" : "slave" + id;
  }

  /**
   * Messages delivered since the start of the session, by broker; brokers that do not report or
   * that were restarted are omitted.
   */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    before.forEach(
        (name, first) ->
            reading(addresses.getOrDefault(name, ""))
                .filter(now -> now.began().equals(first.began()))
                .ifPresent(now -> counts.put(name, now.handedOut() - first.handedOut())));
    return counts;
  }

  private Optional<Reading> reading(String address) {
    try {
      Map<String, String> figures = admin.runtime(address);
      OptionalLong count = Admin.figure(figures, HANDED_OUT);
      return count.isEmpty()
          ? Optional.empty()
          : Optional.of(new Reading(figures.getOrDefault(BEGAN, ""), count.getAsLong()));
    } catch (BrokerException e) {
      return Optional.empty();
    }
  }
}
