package io.brokerbench.mqtt;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Session;
import io.brokerbench.mqtt.Clients.Losses;
import io.brokerbench.mqtt.Roster.HostPort;
import io.brokerbench.record.RandomId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Connects to MQTT brokers. Thread-safe. */
final class MqttDriver implements Driver {

  /** Files that a broker has open besides. */
  private static final int OTHER_FILES = 100;

  private static final String MOSQUITTO = "mosquitto";

  private final MqttOptions options;

  MqttDriver(MqttOptions options) {
    this.options = options;
  }

  @Override
  public Session connect(Cluster cluster, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    List<HostPort> brokers = brokers(cluster.address());
    if (options.topics().elsewhere() && brokers.size() < 2) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "mqtt.subscribe-at=other needs two brokers, and %s is one",
              cluster.address()));
    }
    options.checkBrokers(brokers.size());
    checkFiles(cluster, brokers.size());
    String run = RandomId.ofName();
    Losses losses = new Losses();
    Clients clients = clients(losses);
    List<BrokerCounts> told = new ArrayList<>();
    boolean ready = false;
    try {
      progress.accept("sending a message through each broker");
      for (HostPort broker : brokers) {
        new Probe(options, clients, broker, run).run();
      }
      told.addAll(counts(cluster, brokers, run));
      LongAdder otherQos = new LongAdder();
      Roster roster = new Roster(options, brokers, run, clients, otherQos);
      Counts counts =
          new Counts(
              told,
              Map.of(
                  "lostConnections", losses.lost()::sum,
                  "reconnections", losses.reconnected()::sum),
              takings(cluster, options.topics().published(0, run)),
              !told.isEmpty() && !isNamed(cluster));
      Session session =
          MqttSession.open(
              options,
              roster,
              clients,
              counts,
              new MqttSession.Irregular(losses, otherQos),
              cluster.facts(),
              progress);
      ready = true;
      return session;
    } finally {
      if (!ready) {
        told.forEach(BrokerCounts::close);
        clients.close();
      }
    }
  }

  private Clients clients(Losses losses) throws BrokerException {
    return options.library() == MqttOptions.Library.PAHO
        ? new PahoClients(options, losses)
        : new HiveMqClients(options, losses);
  }

  private static List<HostPort> brokers(String address) throws BrokerException {
    List<HostPort> brokers = new ArrayList<>();
    for (String each : Stream.of(address.split("[;,]", -1)).filter(a -> !a.isBlank()).toList()) {
      int colon = each.lastIndexOf(':');
      if (colon < 1 || !each.substring(colon + 1).strip().matches("\\d{1,5}")) {
        throw new BrokerException(
            String.format(Locale.ROOT, "an address must be host:port, got \"%s\"", each));
      }
      brokers.add(
          new HostPort(
              each.substring(0, colon).strip(),
              Integer.parseInt(each.substring(colon + 1).strip())));
    }
    return brokers;
  }

  /** A broker needs a file for each connection. */
  private void checkFiles(Cluster cluster, int brokers) throws BrokerException {
    long each = ((long) options.publishers() + options.subscribers()) / brokers + OTHER_FILES;
    if (cluster.facts().get("nodes") instanceof Map<?, ?> nodes) {
      for (Object node : nodes.values()) {
        if (node instanceof Map<?, ?> facts
            && facts.get("maxOpenFiles") instanceof Number limit
            && limit.longValue() < each) {
          throw new BrokerException(
              String.format(
                  Locale.ROOT,
                  "a broker may have %,d files open, and needs %,d for its connections; raise the limit (ulimit -n)",
                  limit.longValue(),
                  each));
        }
      }
    }
  }

  /**
   * How often brokers take a message: the one behind a bridge takes it too. 0 if nobody can know,
   * for the bridge is not ours, or may lose messages.
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

  /** Of brokers that nobody named, those of Mosquitto are found. */
  private List<BrokerCounts> counts(Cluster cluster, List<HostPort> brokers, String run)
      throws BrokerException, InterruptedException {
    Object jmx = cluster.facts().get("jmxAddress");
    if (jmx != null) {
      return List.of(
          new PolledCounts(
              JmxCounts.of(String.valueOf(jmx), cluster.secret("jmxPassword").orElse(""))));
    }
    List<BrokerCounts> counts = new ArrayList<>();
    Object urls = cluster.facts().get("metricsAddresses");
    if (urls != null) {
      for (String url : String.valueOf(urls).split(";", -1)) {
        counts.add(new PolledCounts(new PrometheusCounts(url)));
      }
      return counts;
    }
    boolean tells =
        isNamed(cluster)
            ? MOSQUITTO.equals(cluster.facts().get("broker"))
            : areMosquitto(brokers, run);
    if (tells) {
      for (HostPort broker : brokers) {
        counts.add(SysTopics.of(clients(new Losses()), broker, run, options));
      }
    }
    return counts;
  }

  /** Whether it is known which brokers these are, and so that nobody else sends to them. */
  private static boolean isNamed(Cluster cluster) {
    return Stream.of("broker", "jmxAddress", "metricsAddresses")
        .anyMatch(cluster.facts()::containsKey);
  }

  /** By clients of its own: a broker may end a connection that asks for what it does not have. */
  private boolean areMosquitto(List<HostPort> brokers, String run)
      throws BrokerException, InterruptedException {
    try (Clients clients = clients(new Losses())) {
      for (HostPort broker : brokers) {
        if (!new MosquittoSearch(clients, broker, run).finds()) {
          return false;
        }
      }
      return true;
    }
  }
}
