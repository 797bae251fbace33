package io.brokerbench.generator;

import io.brokerbench.driver.BrokerSends;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendBook;
import java.util.List;
import java.util.Map;

/**
 * The books of a run: every message with its outcome and its deliveries.
 *
 * @param sends outcomes
 * @param sendsByBroker empty if producers do not choose the broker of a message
 * @param groups deliveries by consumer group, in order
 * @param checks check-backs of transactions
 * @param complete whether nothing is missing because a worker was lost
 */
public record RunBooks(
    SendBook sends,
    Map<String, BrokerSends> sendsByBroker,
    List<Group> groups,
    CheckBackBook checks,
    boolean complete) {

  /**
   * The books of a consumer group.
   *
   * @param receipts its deliveries
   * @param clientCounts additional counts of the clients
   */
  public record Group(String name, Receipts receipts, Map<String, Long> clientCounts) {}

  public RunBooks {
    sendsByBroker = Map.copyOf(sendsByBroker);
    groups = List.copyOf(groups);
  }
}
