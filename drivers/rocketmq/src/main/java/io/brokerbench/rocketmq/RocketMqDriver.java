package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.created.CleaningDriver;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.driver.created.Remover;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.Model;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Connects to RocketMQ clusters through {@code rocketmq-client}, and sends through {@code
 * rocketmq-client-java} with {@code rocketmq.client=grpc}. Thread-safe.
 */
public record RocketMqDriver(RocketMqOptions options) implements CleaningDriver {

  static final String NAME = "rocketmq";

  /** The fact of a cluster with the addresses of its proxies; it is there only if they are. */
  static final String PROXIES = "proxies";

  @Override
  public String effects() {
    boolean one = options.topics().size() == 1;
    return Text.of(
        "%s %s: created%s if %s, and then %s%s",
        one ? "topic" : "topics",
        options.topicNames(),
        options.clusterName().isEmpty() ? "" : " on the cluster " + options.clusterName(),
        one ? "it is missing" : "missing",
        options.keepTopic() ? "kept" : "deleted at the end",
        options.consumer().any() || options.idle() ? "; its groups likewise" : "");
  }

  @Override
  public boolean deliversLater() {
    return true;
  }

  @Override
  public Duration deliveryDelay() {
    return options.deliveryDelay();
  }

  @Override
  public Optional<String> whyNoSettleTime() {
    if (options.consumer().model() == Model.SIMPLE) {
      return Optional.empty();
    }
    return Optional.of(
        options.consumer().pops()
            ? "the client acknowledges by itself and does not show when"
            : "the client acknowledges no message; it commits offsets of queues every 5 s");
  }

  @Override
  public int ledQueues(int brokerGroups) {
    return options.queues() * brokerGroups * options.topics().size();
  }

  @Override
  public boolean reportsDisk() {
    return true;
  }

  @Override
  public Session connect(Cluster cluster, Seat seat, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    // Benchmarks in Java may share a cluster that was started for clients of another kind.
    if (options.grpc() && !cluster.facts().containsKey(PROXIES)) {
      throw new BrokerException(
          "the cluster has no proxy, which rocketmq.client=grpc needs; start the cluster with this"
              + " setting, too");
    }
    RocketMqClients clients = RocketMqClients.of(options, cluster);
    CreatedObjects created = CreatedObjects.of(NAME, cluster, seat, options.keepTopic());
    try {
      return new Readiness(options, cluster, seat, clients, created, progress).establish();
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      created.close();
      clients.close();
      throw e;
    }
  }

  @Override
  public Remover remover(Cluster cluster) throws BrokerException {
    RocketMqClients clients = RocketMqClients.of(options, cluster);
    try {
      return RocketMqRemover.of(options, cluster, clients);
    } catch (BrokerException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }
}
