package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.Need;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.ReadFrom;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.inspect.BrokerView;
import io.brokerbench.units.Text;
import io.brokerbench.workload.MessageShape;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Checks that the brokers, by their own report, support the settings of a run. */
final class Capabilities {

  private Capabilities() {}

  /**
   * Checks a cluster.
   *
   * @throws BrokerException if a broker lacks a feature or its configuration disables it
   */
  static void check(
      RocketMqOptions options, Map<String, SortedMap<Long, String>> brokers, List<BrokerView> views)
      throws BrokerException {
    Optional<String> ofRelease5 = ofRelease5(options);
    for (BrokerView view : views) {
      if (ofRelease5.isPresent() && view.release().startsWith("4.")) {
        throw new BrokerException(
            Text.of(
                "%s needs release 5; the broker at %s is %s",
                ofRelease5.get(), view.address(), view.release()));
      }
      for (Need need : options.needs()) {
        if (!view.isHidden()
            && need.ofSlaves() == view.role().equals("SLAVE")
            && !Boolean.parseBoolean(view.configuration().getProperty(need.property()))) {
          throw new BrokerException(
              Text.of(
                  "%s needs %s=true on the broker at %s",
                  need.setting(), need.property(), view.address()));
        }
      }
    }
    if (options.consumer().any() && options.consumer().readFrom() == ReadFrom.SLAVE) {
      for (Map.Entry<String, SortedMap<Long, String>> broker : brokers.entrySet()) {
        if (broker.getValue().tailMap(1L).isEmpty()) {
          throw new BrokerException(
              Text.of("consume.read-from=slave needs a slave; %s has none", broker.getKey()));
        }
      }
    }
  }

  /** The first setting that needs brokers of release 5. */
  private static Optional<String> ofRelease5(RocketMqOptions options) {
    if (options.consumer().any() && options.consumer().brokersAssign()) {
      return Optional.of(
          options.consumer().pops()
              ? "consume.model=" + Text.notation(options.consumer().model())
              : "consume.client-rebalance=false");
    }
    return options.sends() && options.message().deliversLater()
        ? Optional.of(MessageShape.DELIVER_AFTER)
        : Optional.empty();
  }
}
