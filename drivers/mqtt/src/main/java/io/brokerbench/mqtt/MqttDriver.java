package io.brokerbench.mqtt;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.created.CleaningDriver;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.driver.created.Remover;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.ConnectionPlan;
import io.brokerbench.mqtt.connect.HiveMqClients;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.mqtt.connect.PahoClients;
import io.brokerbench.mqtt.inspect.CountSource;
import io.brokerbench.mqtt.inspect.JmxCounts;
import io.brokerbench.mqtt.inspect.MosquittoSearch;
import io.brokerbench.mqtt.inspect.MqttCounts;
import io.brokerbench.mqtt.inspect.PolledCounts;
import io.brokerbench.mqtt.inspect.PrometheusCounts;
import io.brokerbench.mqtt.inspect.SysTopics;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Connects to MQTT brokers. Thread-safe. */
record MqttDriver(MqttOptions options) implements CleaningDriver {

  static final String NAME = "mqtt";

  /** Files that a broker has open in addition to its connections. */
  private static final int OTHER_FILES = 100;

  private static final String MOSQUITTO = "mosquitto";

  @Override
  public String effects() {
    return Text.of(
        "%,d topics such as %s; sessions and retained messages are removed at the end",
        options.topics().count(), options.topics().published(0, "RUN"));
  }

  @Override
  public boolean acknowledges() {
    return options.qos() > 0;
  }

  @Override
  public Optional<String> whyNoSettleTime() {
    if (options.subscribeQos() == 0 || (options.senders() > 0 && options.qos() == 0)) {
      return Optional.of("messages of QoS 0 are not acknowledged");
    }
    return options.library() == MqttOptions.Library.HIVEMQ
        ? Optional.of("the HiveMQ client acknowledges by itself; mqtt.client=paho shows it")
        : Optional.empty();
  }

  @Override
  public void checkProcess(Settings settings) {
    options.checkProcess(settings);
  }

  @Override
  public Session connect(Cluster cluster, Seat seat, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    List<HostPort> brokers = HostPort.list(cluster.address());
    if (options.topics().elsewhere() && brokers.size() < 2) {
      throw new BrokerException(
          Text.of("mqtt.subscribe-at=other needs two brokers, and %s is one", cluster.address()));
    }
    options.checkBrokers(brokers.size());
    checkFiles(cluster, brokers.size());
    CreatedObjects created = CreatedObjects.of(NAME, cluster, seat, false);
    String run = created.id();
    Losses losses = new Losses();
    ClientConnections clients = clients(losses, cluster);
    List<CountSource> sources = new ArrayList<>();
    try {
      if (!seat.joins()) {
        progress.accept("sending a message through each broker");
        probe(clients, brokers, created, cluster);
        open(sources, cluster, brokers, run);
      }
      LongAdder otherQos = new LongAdder();
      ConnectionPlan plan = new ConnectionPlan(options, seat, brokers, created, clients, otherQos);
      plan.requireRoom();
      MqttCounts counts =
          new MqttCounts(
              sources,
              Map.of(
                  "lostConnections", losses.lost()::sum,
                  "reconnections", losses.reconnected()::sum),
              takings(cluster, options.topics().published(0, run)),
              options.sendsAgain() || (!sources.isEmpty() && !isNamed(cluster)));
      created.creating(plan.sessions());
      created.creating(plan.retained());
      return MqttSession.open(
          options,
          plan,
          clients,
          counts,
          new MqttSession.Irregular(losses, otherQos),
          cluster.facts(),
          progress);
    } catch (Throwable e) {
      sources.forEach(CountSource::close);
      clients.close();
      created.close();
      throw e;
    }
  }

  @Override
  public Remover remover(Cluster cluster) throws BrokerException {
    return new MqttRemover(clients(new Losses(), cluster), options);
  }

  private void probe(
      ClientConnections clients, List<HostPort> brokers, CreatedObjects created, Cluster cluster)
      throws BrokerException, InterruptedException {
    try (HiveMqClients asking = new HiveMqClients(options, new Losses(), cluster.authority())) {
      for (HostPort broker : brokers) {
        new DeliveryCheck(options, clients, broker, created, asking::refuses).run();
      }
    }
  }

  private ClientConnections clients(Losses losses, Cluster cluster) throws BrokerException {
    return clients(options, losses, cluster.authority());
  }

  /** Clients of the library that the options name. */
  static ClientConnections clients(MqttOptions options, Losses losses, Optional<String> authority)
      throws BrokerException {
    return options.library() == MqttOptions.Library.PAHO
        ? new PahoClients(options, losses, authority)
        : new HiveMqClients(options, losses, authority);
  }

  /** Checks the brokers' limits of open files: each connection takes one. */
  private void checkFiles(Cluster cluster, int brokers) throws BrokerException {
    long connections = (long) options.publishers() + options.subscribers() + options.idle();
    long each = connections / brokers + OTHER_FILES;
    if (cluster.facts().get("nodes") instanceof Map<?, ?> nodes) {
      for (Object node : nodes.values()) {
        if (node instanceof Map<?, ?> facts
            && facts.get("maxOpenFiles") instanceof Number limit
            && limit.longValue() < each) {
          throw new BrokerException(
              Text.of(
                  "a broker may have %,d files open, and needs %,d for its connections; raise the limit (ulimit -n)",
                  limit.longValue(), each));
        }
      }
    }
  }

  /**
   * Number of brokers that receive a message: with a bridge, the broker behind it does, too. 0 if
   * unknown, because the bridge is external or may lose messages.
   */
  private int takings(Cluster cluster, String topic) {
    Object bridged = cluster.facts().get("bridgedTopics");
    if (bridged == null) {
      return options.topics().elsewhere() ? 0 : 1;
    }
    if (!topic.startsWith(String.valueOf(bridged))) {
      return 1;
    }
    return options.qos() > 0 ? 2 : 0;
  }

  /** Opens sources of the brokers' counts; unnamed brokers are checked for Mosquitto. */
  private void open(List<CountSource> counts, Cluster cluster, List<HostPort> brokers, String run)
      throws BrokerException, InterruptedException {
    Object jmx = cluster.facts().get("jmxAddress");
    Object urls = cluster.facts().get("metricsAddresses");
    if (jmx != null) {
      counts.add(
          new PolledCounts(
              JmxCounts.of(String.valueOf(jmx), cluster.secret("jmxPassword").orElse(""))));
    } else if (urls != null) {
      for (String url : String.valueOf(urls).split(";", -1)) {
        counts.add(new PolledCounts(new PrometheusCounts(url)));
      }
    } else if (isNamed(cluster)
        ? MOSQUITTO.equals(cluster.facts().get("broker"))
        : areMosquitto(cluster, brokers, run)) {
      for (HostPort broker : brokers) {
        counts.add(SysTopics.of(clients(new Losses(), cluster), broker, run, options));
      }
    }
  }

  /** Whether the cluster names its brokers, in which case no other client sends to them. */
  private static boolean isNamed(Cluster cluster) {
    return Stream.of("broker", "jmxAddress", "metricsAddresses")
        .anyMatch(cluster.facts()::containsKey);
  }

  /** Uses separate clients: a broker may close a connection with an unsupported subscription. */
  private boolean areMosquitto(Cluster cluster, List<HostPort> brokers, String run)
      throws BrokerException, InterruptedException {
    try (ClientConnections clients = clients(new Losses(), cluster)) {
      for (HostPort broker : brokers) {
        if (!new MosquittoSearch(clients, broker, run, options).finds()) {
          return false;
        }
      }
      return true;
    }
  }
}
