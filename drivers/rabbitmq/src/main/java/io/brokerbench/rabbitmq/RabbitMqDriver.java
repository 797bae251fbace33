package io.brokerbench.rabbitmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.PrometheusEndpoints;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.created.CleaningDriver;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.driver.created.Remover;
import io.brokerbench.rabbitmq.connect.Connections;
import io.brokerbench.rabbitmq.connect.QueueTopology;
import io.brokerbench.rabbitmq.connect.QueueType;
import io.brokerbench.rabbitmq.connect.Queues;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.rabbitmq.inspect.ManagementApi;
import io.brokerbench.rabbitmq.inspect.ManagementCounters;
import io.brokerbench.rabbitmq.inspect.QueueMembers;
import io.brokerbench.rabbitmq.inspect.RabbitMqCounts;
import io.brokerbench.rabbitmq.inspect.RabbitMqPromises;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Connects to RabbitMQ through {@code amqp-client}. Thread-safe. */
record RabbitMqDriver(RabbitMqOptions options) implements CleaningDriver {

  static final String NAME = "rabbitmq";

  /** From this release on, mirroring policies are ignored. */
  private static final int NO_MIRRORS = 4;

  @Override
  public String effects() {
    Queues queues = options.forRun("RUN").queues();
    if (!queues.existing().isEmpty() || !queues.any()) {
      return Text.of(
          "%s of others%s: used as they are; an auto-delete queue goes with its last consumer",
          queues.any() ? Text.of("%,d queues", queues.count()) : "no queue",
          queues.hasExchange() ? ", exchange " + queues.topic() : "");
    }
    return Text.of(
        "%,d queues, %s and so on%s: created if they are missing, and then %s",
        queues.count() * queues.groups().size(),
        queues.names(0).get(0),
        queues.hasExchange() ? ", exchange " + queues.topic() : "",
        queues.keep() ? "kept" : "deleted at the end");
  }

  @Override
  public boolean reportsAlarms() {
    return true;
  }

  @Override
  public Optional<String> whyNoSettleTime() {
    return options.consumers().autoAck()
        ? Optional.of("with rabbitmq.ack=auto, consumers acknowledge nothing")
        : Optional.empty();
  }

  @Override
  public int ledQueues(int brokerGroups) {
    return options.queues().count();
  }

  @Override
  public boolean queuesHaveFollowers() {
    return switch (options.queues().type()) {
      case CLASSIC -> false;
      case MIRRORED -> true;
      case QUORUM, STREAM -> options.queues().members() > 1;
    };
  }

  @Override
  public Session connect(Cluster cluster, Seat seat, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    CreatedObjects created =
        CreatedObjects.of(NAME, scope(), cluster, seat, options.queues().keep());
    return new RabbitMqDriver(options.forRun(created.id()))
        .connect(cluster, seat, created, progress);
  }

  @Override
  public String scope() {
    return "rabbitmq.virtual-host=" + options.access().virtualHost();
  }

  @Override
  public Remover remover(Cluster cluster) throws BrokerException {
    return new RabbitMqRemover(connections(cluster));
  }

  private Connections connections(Cluster cluster) throws BrokerException {
    return new Connections(
        options.access(), cluster.address(), options.consumers().works(), cluster.authority());
  }

  private Session connect(
      Cluster cluster, Seat seat, CreatedObjects created, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    progress.accept("connecting to the brokers");
    Connections connections = connections(cluster);
    QueueTopology topology =
        new QueueTopology(
            options, connections, () -> cluster.nodes().stream().allMatch(Node::alive), created);
    try {
      List<Map<String, Object>> brokers = topology.brokers();
      int release = majorRelease(brokers);
      PrometheusEndpoints metrics = metrics(cluster);
      refuse(brokers, release, metrics);
      if (!seat.joins()) {
        progress.accept(
            Text.of(
                "making %,d queues", options.queues().count() * options.queues().groups().size()));
        topology.prepare();
      }
      LongAdder returned = new LongAdder();
      Optional<ManagementApi> management = management(cluster);
      List<String> queues = options.queues().names(0);
      RabbitMqCounts counts =
          new RabbitMqCounts(
              metrics,
              management.map(
                  api -> new ManagementCounters(api, connections.shared("counts"), queues)),
              options.consumers().autoAck(),
              Map.<String, LongSupplier>of(
                  "blockedConnections",
                  () -> connections.blocked().connections(),
                  Session.BLOCKED_MILLIS,
                  () -> connections.blocked().nanos() / 1_000_000,
                  "lostConnections",
                  connections::lost,
                  "returnedMessages",
                  returned::sum));
      return new RabbitMqSession(
          options,
          new RabbitMqSession.Place(
              created.id(),
              seat,
              connections,
              new QueueMembers(cluster, management, queues),
              cluster.nodes().isEmpty()),
          topology,
          counts,
          topology.verified()
              ? RabbitMqPromises.of(options, release, copiesKnown(cluster, metrics))
              : RabbitMqPromises.unverified(options),
          brokers,
          returned);
    } catch (Throwable e) {
      topology.remove();
      connections.close();
      throw e;
    }
  }

  private static PrometheusEndpoints metrics(Cluster cluster) {
    return new PrometheusEndpoints(
        addresses(cluster, "metricsAddresses").stream()
            .map(address -> "http://" + address + "/metrics")
            .toList());
  }

  /** The management API if its addresses are known. */
  private Optional<ManagementApi> management(Cluster cluster) throws BrokerException {
    List<String> addresses = addresses(cluster, "managementAddresses");
    return addresses.isEmpty()
        ? Optional.empty()
        : Optional.of(new ManagementApi(addresses, options.access()));
  }

  private static List<String> addresses(Cluster cluster, String fact) {
    String addresses = String.valueOf(cluster.facts().getOrDefault(fact, ""));
    return HostPort.list(addresses).stream().map(HostPort::toString).toList();
  }

  private static int majorRelease(List<Map<String, Object>> brokers) {
    return Integer.parseInt(
        String.valueOf(brokers.get(0).get("release")).replaceFirst("^(\\d{1,4}).*$|.*", "0$1"));
  }

  /** Whether the number of copies is known; the mirroring policy of external clusters is not. */
  private boolean copiesKnown(Cluster cluster, PrometheusEndpoints metrics) {
    return options.queues().type().hasMembers()
        ? metrics.size() >= options.queues().members()
        : Boolean.TRUE.equals(cluster.facts().get("mirrorPolicy"));
  }

  private void refuse(List<Map<String, Object>> brokers, int release, PrometheusEndpoints metrics)
      throws BrokerException {
    QueueType type = options.queues().type();
    if (type == QueueType.MIRRORED && release >= NO_MIRRORS) {
      throw new BrokerException(
          Text.of(
                  "rabbitmq.queue-type mirrored needs a release before 4.0, and the brokers have %s, which",
                  brokers.get(0).get("release"))
              + " silently ignores it; use quorum, or classic without a copy");
    }
    if (type.hasMembers() && metrics.size() > 0 && metrics.size() < options.queues().members()) {
      throw new BrokerException(
          Text.of(
              "cluster.metrics-addresses names %d node%s, and a %s queue of %d members needs %d: name them all, or set fewer rabbitmq.members",
              metrics.size(),
              metrics.size() == 1 ? "" : "s",
              Text.notation(type),
              options.queues().members(),
              options.queues().members()));
    }
  }
}
