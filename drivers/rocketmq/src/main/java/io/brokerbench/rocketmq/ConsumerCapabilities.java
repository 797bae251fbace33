package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.Model;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.ReadFrom;
import io.brokerbench.rocketmq.inspect.BrokerView;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Checks that the brokers, by their own report, support the consumer settings. */
final class ConsumerCapabilities {

  private ConsumerCapabilities() {}

  /**
   * Checks a cluster.
   *
   * @throws BrokerException if a broker lacks a feature or its configuration disables it
   */
  static void check(
      RocketMqConsumerOptions options,
      Map<String, SortedMap<Long, String>> brokers,
      List<BrokerView> views)
      throws BrokerException {
    if (!options.any()) {
      return;
    }
    for (BrokerView view : views) {
      if (options.brokersAssign() && view.release().startsWith("4.")) {
        throw new BrokerException(
            Text.of(
                "%s needs release 5; the broker at %s is %s",
                options.model() == Model.POP
                    ? "consume.model=pop"
                    : "consume.client-rebalance=false",
                view.address(),
                view.release()));
      }
      for (RocketMqConsumerOptions.Need need : options.needs()) {
        if (!view.isHidden()
            && need.ofSlaves() == view.role().equals("SLAVE")
            && !Boolean.parseBoolean(view.configuration().getProperty(need.property()))) {
          throw new BrokerException(
              Text.of(
                  "%s=%s needs %s=true, which the broker at %s has not",
                  need.key(), need.value(), need.property(), view.address()));
        }
      }
    }
    if (options.readFrom() == ReadFrom.SLAVE) {
      for (Map.Entry<String, SortedMap<Long, String>> broker : brokers.entrySet()) {
        if (broker.getValue().tailMap(1L).isEmpty()) {
          throw new BrokerException(
              Text.of("consume.read-from=slave needs a slave; %s has none", broker.getKey()));
        }
      }
    }
  }
}
