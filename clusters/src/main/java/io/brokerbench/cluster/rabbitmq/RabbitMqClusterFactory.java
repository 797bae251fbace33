package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.BrokerClusterFactory;
import io.brokerbench.cluster.ContainerPlan;
import io.brokerbench.cluster.ProcessPlan;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.ClusterPlan.Targets;
import io.brokerbench.driver.MessageStore;
import io.brokerbench.driver.MessageStore.Kept;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans clusters of RabbitMQ. Stateless. */
public final class RabbitMqClusterFactory extends BrokerClusterFactory {

  private static final int MOST_MEMBERS = 99;
  private static final String METRICS_ADDRESSES = "cluster.metrics-addresses";

  public RabbitMqClusterFactory() {
    super(
        "rabbitmq",
        "node",
        RabbitMqSettings.HOST_KEYS,
        List.of(
            "cluster.version",
            "cluster.nodes",
            "cluster.memory-watermark",
            "cluster.disk-free-limit",
            "cluster.erlang-flags",
            "cluster.port",
            "cluster.start-timeout"));
  }

  @Override
  protected ClusterPlan process(Settings settings) {
    RabbitMqProcesses read = RabbitMqProcesses.read(settings);
    RabbitMqFeasibility.check(read, settings);
    Path directory = read.dataDirectory();
    Targets targets = Targets.of(RabbitMqNode.names(read.rabbitMq().nodes()));
    Optional<MessageStore> store = store(Optional.of(directory), read.rabbitMq(), settings);
    return new ProcessPlan<>(directory, targets, store, Duration.ZERO, read::prepare);
  }

  @Override
  protected ClusterPlan container(Settings settings) {
    RabbitMqContainers read = RabbitMqContainers.read(settings);
    read.rabbitMq().namedPorts().ifPresent(ports -> ports.checkRange(settings));
    RabbitMqFeasibility.checkQueueType(read.rabbitMq().release(), settings);
    RabbitMqFeasibility.checkHeartbeat(read.rabbitMq(), settings);
    Targets targets = Targets.of(RabbitMqNode.names(read.rabbitMq().nodes()));
    Optional<MessageStore> store = store(Optional.empty(), read.rabbitMq(), settings);
    return new ContainerPlan<>(targets, store, Duration.ZERO, read);
  }

  /** Queues keep messages without consumers, unless their arguments limit them. */
  private static Optional<MessageStore> store(
      Optional<Path> directory, RabbitMqSettings wanted, Settings settings) {
    String type = settings.text("rabbitmq.queue-type");
    int copies =
        switch (type) {
          case "quorum", "stream" ->
              Math.min(wanted.nodes(), (int) settings.integer("rabbitmq.members", 1, MOST_MEMBERS));
          case "mirrored" -> Math.min(wanted.nodes(), 2);
          default -> 1;
        };
    boolean kept =
        settings.flag("rabbitmq.persistent")
            && settings.text("rabbitmq.exchange").equals("default")
            && settings.below("rabbitmq.queue-arguments").isEmpty()
            && settings.below("rabbitmq.quorum-arguments").isEmpty();
    return Optional.of(
        new MessageStore(directory, copies, kept ? Kept.UNTIL_CONSUMED : Kept.UNCERTAIN));
  }

  @Override
  protected Map<String, Object> externalFacts(Settings settings) {
    List<HostPort> metrics = settings.parsed(METRICS_ADDRESSES, HostPort::list);
    int nodes = settings.parsed("cluster.addresses", HostPort::list).size();
    if (!metrics.isEmpty() && metrics.size() < nodes) {
      settings.problem(
          METRICS_ADDRESSES,
          Text.of(
              "must name all %,d nodes of cluster.addresses (-n), for each counts the messages of its own connections only; got %,d",
              nodes, metrics.size()));
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    Map.of(
            RabbitMqClusterFacts.METRICS,
            metrics,
            RabbitMqClusterFacts.MANAGEMENT,
            settings.parsed("cluster.management-addresses", HostPort::list))
        .forEach(
            (fact, addresses) -> {
              if (!addresses.isEmpty()) {
                facts.put(fact, HostPort.text(addresses));
              }
            });
    return facts;
  }

  /** Addresses that are empty or malformed are a problem of their own. */
  @Override
  protected Optional<String> neededForAlarms(Settings settings) {
    return settings.isGiven(METRICS_ADDRESSES) ? Optional.empty() : Optional.of(METRICS_ADDRESSES);
  }
}
