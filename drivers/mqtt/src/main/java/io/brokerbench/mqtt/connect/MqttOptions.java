package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.results.Promise;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConnectionSettings;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.net.InetAddress;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The driver's settings; {@code mqtt.yaml} documents each setting and its default.
 *
 * @param senders threads that send messages through the publishers; 0 if the run sends nothing
 * @param publishers connections that publish
 * @param groups names of the consumer groups; empty without consumers
 * @param clients subscribers of each group
 * @param perClient subscribers of each of its clients
 * @param qos QoS of publishing, 0 to 2
 * @param subscribeQos QoS of subscriptions, 0 to 2
 * @param works whether subscribers simulate work
 * @param waits whether a sender waits for the answer or, with QoS 0, until a message is written
 * @param messageBytes size of the largest message
 * @param oneSize whether all messages have that size
 * @param connectPerSecond limit of connections opened per second; 0 for no limit
 * @param idle connections of clients alongside the load
 */
public record MqttOptions(
    Library library,
    Access access,
    Topics topics,
    int senders,
    int publishers,
    List<String> groups,
    int clients,
    int perClient,
    int qos,
    int subscribeQos,
    boolean shared,
    boolean retained,
    boolean works,
    boolean waits,
    int messageBytes,
    boolean oneSize,
    int connectPerSecond,
    int sendTimeoutMillis,
    int idle) {

  public enum Library {
    HIVEMQ,
    PAHO
  }

  private enum Kept {
    CLEAN,
    PERSISTENT
  }

  /**
   * Settings of connections.
   *
   * @param user empty for none
   * @param tls empty if connections are not encrypted
   * @param persistent whether a session outlives its connection
   * @param clientIdPrefix start of all client identifiers; may be empty
   * @param willTopic topic of the last will; empty for none
   * @param threads number of threads for all connections together, with {@link Library#HIVEMQ}
   * @param maxInFlight maximum number of unanswered publishes per connection
   * @param keepAliveSeconds time between pings; 0 for no pings
   * @param sources addresses from which connections are opened, each on the machine that has it;
   *     empty for the choice of the machine
   */
  public record Access(
      String user,
      String password,
      Optional<ClientTls> tls,
      boolean persistent,
      String clientIdPrefix,
      String willTopic,
      int threads,
      int maxInFlight,
      Duration connectTimeout,
      int keepAliveSeconds,
      List<InetAddress> sources) {

    @Override
    public String toString() {
      return "Access[" + user + "]";
    }
  }

  private static final int MOST_CONNECTIONS = 100_000;
  private static final int MOST_SECONDS = 65_535;
  private static final int MOST_PREFIX = 1_000;

  public static MqttOptions read(Settings settings, Workload workload) {
    ConsumptionSettings consumption = workload.consumption();
    int senders = workload.load().threads();
    int publishers = (int) settings.clients("mqtt.publishers", 0, MOST_CONNECTIONS);
    MqttOptions options =
        new MqttOptions(
            settings.choice("mqtt.client", Library.class),
            access(settings),
            Topics.read(settings),
            senders,
            senders == 0 ? 0 : publishers == 0 ? senders : publishers,
            consumption.any() ? consumption.groupNames() : List.of(),
            consumption.clients() * consumption.threads(),
            consumption.threads(),
            (int) settings.integer("mqtt.qos", 0, 2),
            (int) settings.integer("mqtt.subscribe-qos", 0, 2),
            settings.flag("mqtt.shared"),
            settings.flag("mqtt.retained"),
            !consumption.work().isNone(),
            workload.load().mode() != SendMode.ASYNC,
            workload.message().maxBytes(),
            workload.message().isOfOneSize(),
            (int) settings.integer("mqtt.connect-rate", 0, MOST_CONNECTIONS),
            settings.duration("client.send-timeout", ChronoUnit.MILLIS, 1, Integer.MAX_VALUE),
            workload.connections().count());
    options.refuse(settings, workload);
    return options;
  }

  private static Access access(Settings settings) {
    return new Access(
        settings.text("mqtt.user"),
        settings.text("mqtt.password"),
        ClientTls.read(settings),
        settings.choice("mqtt.session", Kept.class) == Kept.PERSISTENT,
        settings.parsedOrEmpty("mqtt.client-id-prefix", MqttOptions::prefix),
        settings.parsed("mqtt.will-topic", topic -> topic.isEmpty() ? topic : Topics.plain(topic)),
        (int) settings.integer("client.threads", 1, 64),
        (int) settings.integer("client.max-in-flight", 1, 65_535),
        Duration.ofMillis(
            settings.duration("client.connect-timeout", ChronoUnit.MILLIS, 1, Integer.MAX_VALUE)),
        settings.duration("client.keep-alive", ChronoUnit.SECONDS, 0, MOST_SECONDS),
        settings.parsedOrEmpty("mqtt.source-addresses", SourceAddresses::parse));
  }

  private static String prefix(String text) {
    if (text.length() > MOST_PREFIX || text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          Text.of("must be at most %d characters without control characters", MOST_PREFIX));
    }
    return text;
  }

  private void refuse(Settings settings, Workload workload) {
    if (workload.message().batch() > 1) {
      settings.problem("message.batch", "must be 1: MQTT publishes one message at a time");
    }
    if (workload.message().tags().count() > 0) {
      settings.problem("message.tags", "must be 0: messages of MQTT have no tags");
    }
    if (workload.message().keys().any()) {
      settings.problem("message.keys", "must be false: messages of MQTT have no keys");
    }
    if (workload.message().propertyBytes() > 0) {
      settings.problem("message.properties", "must be 0: MQTT 3.1.1 has no user properties");
    }
    if (workload.message().topics().several()) {
      settings.problem("topic.count", "must be 1: topic.queues is the number of topics of MQTT");
    }
    if (workload.transactions().enabled()) {
      settings.problem("transaction.enabled", "must be false: MQTT has no transactions");
    }
    if (access.user().isEmpty() && !access.password().isEmpty()) {
      settings.problem(
          "mqtt.password", "needs mqtt.user: MQTT 3.1.1 has no password without a user");
    }
    if (workload.load().mode() == SendMode.ONEWAY && qos > 0) {
      settings.problem(
          "mqtt.qos", Text.of("must be 0 with load.mode=oneway: QoS %d is answered", qos));
    }
    if (senders > 0 && publishers < senders) {
      settings.problem(
          "mqtt.publishers",
          Text.of(
              "must be at least load.threads, %,d: each sender has connections of its own, got %,d",
              senders, publishers));
    }
    if (workload.consumption().any()) {
      refuse(settings, workload.consumption());
    }
    if (workload.workers().paired() && !pairs(workload.consumption())) {
      settings.problem(
          "workers.placement",
          Text.of(
              "paired needs consume.threads=1 and as many mqtt.publishers as topics (topic.queues),"
                  + " or a multiple of consume.clients, %d, of whichever there are fewer",
              workload.consumption().clients()));
    }
    if (idle > 0 && library == Library.PAHO) {
      settings.problem(
          ConnectionSettings.COUNT,
          "must be 0 with mqtt.client=paho, which sleeps most of the time for which it connects");
    }
  }

  /**
   * Reports as problems that this process may not have all connections of the run, and source
   * addresses that are not of its machine.
   */
  public void checkProcess(Settings settings) {
    access.sources().stream()
        .filter(source -> !SourceAddresses.isOwn(source))
        .findFirst()
        .ifPresent(
            source ->
                settings.problem(
                    "mqtt.source-addresses",
                    Text.of(
                        "must be addresses of this machine, separated by commas, got \"%s\"",
                        source.getHostAddress())));
    new ConnectionLimits(library, publishers + subscribers() + idle, workThreads())
        .problem()
        .ifPresent(
            problem -> {
              if (idle > 0) {
                settings.problem(
                    ConnectionSettings.COUNT, "is too large: with it, publishers " + problem);
              } else {
                settings.problem("mqtt.publishers", problem);
              }
            });
  }

  private void refuse(Settings settings, ConsumptionSettings consumption) {
    if (consumption.filter().type() != Filter.Type.NONE) {
      settings.problem("consume.filter.type", "must be none: MQTT filters by topic alone");
    }
    if (consumption.from() == ConsumptionSettings.From.FIRST) {
      settings.problem(
          "consume.from", "must be last: subscriptions of MQTT have no start position");
    }
    if (consumption.failShare() > 0) {
      settings.problem("consume.fail", "must be 0: a subscriber of MQTT cannot refuse a message");
    }
    if (consumption.backlog().isPresent() && !access.persistent()) {
      settings.problem("consume.backlog", "needs mqtt.session=persistent: else nothing waits");
    }
    if (consumption.backlog().isPresent() && qos == 0) {
      settings.problem(
          "consume.backlog", "needs mqtt.qos 1 or 2: with QoS 0 the backlog is unknown");
    }
    if (!shared && !topics.separate() && clients > 1) {
      settings.problem(
          "mqtt.subscribe-topic",
          Text.of(
              "without {n} needs mqtt.shared=true, or one subscriber in each group, or each gets"
                  + " every message; got %,d",
              clients));
    }
    if (!shared && clients > topics.count()) {
      settings.problem(
          "consume.clients",
          Text.of(
                  "times consume.threads must not exceed topic.queues, %,d, without mqtt.shared;"
                      + " further copies",
                  topics.count())
              + Text.of(" of a message are consume.groups, got %,d", clients));
    }
  }

  /**
   * Whether the topics of each publisher are those of the subscriber with its sender's number. Both
   * have every n-th topic, or publishers have one each.
   */
  private boolean pairs(ConsumptionSettings consumption) {
    int fewer = Math.min(publishers, topics.count());
    return consumption.threads() == 1
        && clients <= topics.count()
        && (publishers == topics.count() || fewer % clients == 0);
  }

  /**
   * A client identifier. MQTT 3.1.1 guarantees 23 letters and digits, which the default prefix
   * keeps.
   *
   * @param rest unique among all clients of the broker
   */
  public String clientId(String rest) {
    return access.clientIdPrefix() + rest;
  }

  /** Number of subscribers of all groups. */
  public int subscribers() {
    return groups.size() * clients;
  }

  /** Number of threads in which subscribers simulate work, with {@link Library#HIVEMQ}. */
  int workThreads() {
    return works ? subscribers() : 0;
  }

  /** QoS of deliveries. */
  public int deliveredQos() {
    return Math.min(qos, subscribeQos);
  }

  /** The promise of the answer to a message, by QoS (MQTT 3.1.1, 4.3). */
  public Promise promise() {
    String disk = "; the broker has it; brokers do not report whether it is on disk";
    boolean atMostOnce = deliveredQos() == 0;
    String delivery = atMostOnce ? ", delivered at most once" : "";
    return switch (qos) {
      case 0 -> new Promise(false, false, 0, "QoS 0: at most once, never acknowledged");
      case 1 ->
          new Promise(
              true,
              false,
              1,
              null,
              false,
              atMostOnce,
              "PUBACK, QoS 1: at least once"
                  + (atMostOnce ? " to the broker" : "")
                  + delivery
                  + disk);
      default ->
          new Promise(
              true,
              false,
              1,
              null,
              deliveredQos() == 2,
              atMostOnce,
              "PUBCOMP, QoS 2: "
                  + (deliveredQos() == 2 ? "exactly once" : "exactly once to the broker")
                  + delivery
                  + disk);
    };
  }

  /**
   * Whether messages of one sender and topic stay in order: subscribers that share a topic may
   * overtake each other, and so may connections over which a sender publishes to the same topic.
   * False also if a filter for several topics matches names that a broker gave to their messages,
   * which do not show the topic.
   */
  public boolean keepsOrder() {
    long ways =
        IntStream.range(0, publishers)
            .mapToObj(publisher -> List.of(publisher % senders, publisher % topics.count()))
            .distinct()
            .count();
    return (topics.separate() || topics.direct())
        && clients <= (topics.separate() ? topics.count() : 1)
        && ways == publishers;
  }

  /**
   * Whether clients send a message again if they have no answer when a lost connection is open
   * again; brokers count it each time.
   */
  public boolean sendsAgain() {
    return access.persistent() && qos > 0;
  }

  /**
   * Checks that all topics of a connection are on the same broker.
   *
   * @throws BrokerException if a connection would need several brokers
   */
  public void checkBrokers(int brokers) throws BrokerException {
    if (brokers > 1 && !topics.separate()) {
      throw new BrokerException(
          Text.of(
              "mqtt.subscribe-topic must have {n} in it with %d brokers: each subscriber is at one",
              brokers));
    }
    checkBrokers("mqtt.publishers", publishers, brokers);
    checkBrokers("consume.clients times consume.threads", clients, brokers);
  }

  private void checkBrokers(String what, int connections, int brokers) throws BrokerException {
    if (connections < topics.count() && connections % brokers != 0) {
      throw new BrokerException(
          Text.of(
              "%s, %,d, must be a multiple of the number of brokers, %d, or as many as"
                  + " topic.queues, %,d: each connection is to one broker",
              what, connections, brokers, topics.count()));
    }
  }
}
