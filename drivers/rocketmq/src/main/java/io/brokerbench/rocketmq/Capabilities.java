package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.ConsumerOptions.Model;
import io.brokerbench.rocketmq.ConsumerOptions.ReadFrom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** What consumers may ask of brokers, as the brokers themselves tell. */
final class Capabilities {

  private Capabilities() {}

  /**
   * Checks a cluster.
   *
   * @throws BrokerException naming what a broker cannot do, or is not allowed to
   */
  static void check(
      ConsumerOptions options, Map<String, SortedMap<Long, String>> brokers, List<BrokerView> views)
      throws BrokerException {
    if (!options.any()) {
      return;
    }
    for (BrokerView view : views) {
      if (options.brokersAssign() && view.release().startsWith("4.")) {
        throw new BrokerException(
            String.format(
                Locale.ROOT,
                "%s needs release 5; the broker at %s is %s",
                options.model() == Model.POP
                    ? "consume.model=pop"
                    : "consume.client-rebalance=false",
                view.address(),
                view.release()));
      }
      for (ConsumerOptions.Need need : options.needs()) {
        if (need.ofSlaves() == view.role().equals("SLAVE")
            && !Boolean.parseBoolean(view.configuration().getProperty(need.property()))) {
          throw new BrokerException(
              String.format(
                  Locale.ROOT,
                  "%s=%s needs %s=true, which the broker at %s has not",
                  need.key(),
                  need.value(),
                  need.property(),
                  view.address()));
        }
      }
    }
    if (options.readFrom() == ReadFrom.SLAVE) {
      for (Map.Entry<String, SortedMap<Long, String>> broker : brokers.entrySet()) {
        if (broker.getValue().tailMap(1L).isEmpty()) {
          throw new BrokerException(
              String.format(
                  Locale.ROOT,
                  "consume.read-from=slave needs a slave; %s has none",
                  broker.getKey()));
        }
      }
    }
  }
}
