package io.brokerbench.rabbitmq.inspect;

import io.brokerbench.driver.BrokerException;
import java.util.Map;

/** A source of the brokers' counts of messages, which only rise while no node restarts. */
@FunctionalInterface
interface Counters {

  String ROUTED = "rabbitmq_global_messages_routed_total";
  String ACKNOWLEDGED = "rabbitmq_global_messages_acknowledged_total";
  String DELIVERED = "rabbitmq_global_messages_delivered_consume_auto_ack_total";

  /**
   * The current counts by the names above, of all nodes together and up to date; a name is missing
   * if its count is not known.
   *
   * @throws BrokerException if a node does not answer
   */
  Map<String, Double> read() throws BrokerException;
}
