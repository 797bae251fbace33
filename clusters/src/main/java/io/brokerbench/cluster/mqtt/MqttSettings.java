package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.ClusterSettings;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The settings of {@code mqtt.yaml} for every cluster started by brokerbench, on any kind of host.
 *
 * @param release the requested release
 * @param jvmFlags further flags of HiveMQ, which override those of brokerbench
 * @param firstPort 0 for free ports
 * @param account the account of the driver's clients; empty for anonymous clients
 * @param clientIdPrefix start of the driver's client identifiers
 * @param properties properties of the brokers, which override those of brokerbench
 */
record MqttSettings(
    Broker broker,
    Optional<MqttRelease> release,
    boolean bridge,
    Persistence persistence,
    int maxInflight,
    int maxQueued,
    int maxPacketBytes,
    long heapBytes,
    List<String> jvmFlags,
    int firstPort,
    boolean tls,
    Duration startTimeout,
    Optional<Account> account,
    String clientIdPrefix,
    SortedMap<String, String> properties)
    implements ClusterSettings<MqttPortLayout> {

  /** The keys that apply to one kind of host only. */
  static final HostKeys HOST_KEYS =
      new HostKeys(List.of("cluster.java"), List.of(), List.of("cluster.metrics-addresses"));

  /** The maximum QoS of brokers and bridges, so that none lowers the QoS of a message. */
  static final int MAX_QOS = 2;

  /** A setting of the driver. */
  private static final String USER = "mqtt.user";

  private static final String HEAP = "cluster.heap";

  private static final int MAX_INFLIGHT = 65_535;
  private static final int MAX_QUEUED = 100_000_000;
  private static final int MIN_PACKET_BYTES = 256;
  private static final int MAX_PACKET_BYTES = 268_435_455;

  private static final List<String> OF_HIVEMQ = List.of(HEAP, "cluster.jvm-flags", "cluster.java");

  /** Keys of mosquitto.conf that differ between brokers or have a separate setting, with a hint. */
  private static final Map<String, String> RESERVED =
      Map.ofEntries(
          Map.entry("listener", "use cluster.port"),
          Map.entry("port", "use cluster.port"),
          Map.entry("bind_address", "brokers started by brokerbench listen on loopback"),
          Map.entry("max_inflight_messages", "use cluster.max-inflight"),
          Map.entry("max_queued_messages", "use cluster.max-queued"),
          Map.entry("max_packet_size", "use cluster.max-packet"),
          Map.entry(
              "max_qos", "a broker with a lower maximum QoS than 2 would lower the measured QoS"),
          Map.entry("persistence", "use cluster.persistence"),
          Map.entry("persistence_location", "use cluster.data-directory"),
          Map.entry("allow_anonymous", "use mqtt.user and mqtt.password"),
          Map.entry("password_file", "use mqtt.user and mqtt.password"),
          Map.entry("certfile", "use cluster.tls"),
          Map.entry("keyfile", "use cluster.tls"),
          Map.entry("cafile", "use cluster.tls"),
          Map.entry("connection", "use cluster.bridge"),
          Map.entry("address", "use cluster.bridge"),
          Map.entry("topic", "use cluster.bridge"),
          Map.entry("log_dest", "brokerbench reads the console output of brokers"),
          Map.entry("log_type", "brokerbench reads the console output of brokers"),
          Map.entry("connection_messages", "brokerbench reads the console output of brokers"),
          Map.entry("user", "the broker's files belong to the user that runs brokerbench"),
          Map.entry("include_dir", "brokers started by brokerbench have one configuration file"));

  /** The storage of sessions and their messages. */
  enum Persistence {
    IN_MEMORY,
    FILE
  }

  /** The account that clients use. */
  record Account(String user, String password) {}

  /** Reads the settings; reports as problems keys that do not apply to the host or the broker. */
  static MqttSettings read(Settings settings, String host) {
    settings.text("cluster.host");
    HOST_KEYS.refuseOthers(settings, host);
    String user = settings.text(USER);
    String password = settings.text("mqtt.password");
    MqttSettings read =
        new MqttSettings(
            settings.choice("cluster.broker", Broker.class),
            settings.parsed(
                "cluster.version",
                text -> text.isBlank() ? Optional.empty() : Optional.of(MqttRelease.parse(text))),
            settings.flag("cluster.bridge"),
            settings.choice("cluster.persistence", Persistence.class),
            (int) settings.integer("cluster.max-inflight", 1, MAX_INFLIGHT),
            (int) settings.integer("cluster.max-queued", 1, MAX_QUEUED),
            (int) settings.bytes("cluster.max-packet", MIN_PACKET_BYTES, MAX_PACKET_BYTES),
            Jvm.heapBytes(settings, HEAP),
            settings.parsedOrEmpty("cluster.jvm-flags", Jvm::parseFlags),
            (int) settings.integer("cluster.port", 0, PortRange.HIGHEST),
            settings.flag("cluster.tls"),
            settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
            user.isEmpty() ? Optional.empty() : Optional.of(new Account(user, password)),
            settings.parsedOrEmpty("mqtt.client-id-prefix", prefix -> prefix),
            settings.below("cluster.properties"));
    read.check(settings);
    return read;
  }

  /** Reports invalid combinations of settings and brokers as problems. */
  private void check(Settings settings) {
    if (bridge && broker != Broker.MOSQUITTO) {
      settings.problem(
          "cluster.bridge",
          Text.of("is for cluster.broker mosquitto: %s has no bridge of its own", broker.title()));
    }
    if (broker != Broker.HIVEMQ) {
      OF_HIVEMQ.stream()
          .filter(settings::isGiven)
          .forEach(
              key -> {
                settings.text(key);
                settings.problem(key, "is for cluster.broker hivemq, which runs in a JVM");
              });
    }
    if (broker == Broker.EMQX && persistence == Persistence.FILE) {
      settings.problem(
          "cluster.persistence", "must be in-memory for cluster.broker emqx, got \"file\"");
    }
    checkAccount(settings);
    if (broker == Broker.HIVEMQ) {
      for (String name : properties.keySet()) {
        settings.problem(
            "cluster.properties." + name,
            "cannot be set for cluster.broker hivemq, whose configuration is no list of keys; use cluster.max-inflight, cluster.max-queued, cluster.max-packet, cluster.persistence");
      }
    } else if (broker == Broker.MOSQUITTO) {
      ClusterSettings.refuseReserved(settings, properties, RESERVED);
    }
  }

  private void checkAccount(Settings settings) {
    if (account.isEmpty()) {
      return;
    }
    if (broker != Broker.MOSQUITTO) {
      settings.problem(
          USER,
          Text.of(
              "must be empty for %s started by brokerbench, which accepts any client; use cluster.broker mosquitto",
              broker.title()));
    } else if (account.get().user().contains(":")) {
      settings.problem(USER, "must not contain a colon for mosquitto started by brokerbench");
    }
  }

  /** The brokers' names. */
  List<String> nodes() {
    return bridge ? List.of("a", "b") : List.of("broker");
  }

  @Override
  public Optional<String> memoryKey() {
    return broker == Broker.HIVEMQ ? Optional.of(HEAP) : Optional.empty();
  }

  /** EMQX stores in a directory of its image. */
  @Override
  public boolean hasStoreSize() {
    return broker != Broker.EMQX;
  }

  /**
   * What to check if a broker refuses clients, as the end of a message, with its separator; empty
   * if no setting can be the cause.
   */
  String adviceOnRefusal() {
    return switch (broker) {
      case HIVEMQ -> "";
      case MOSQUITTO ->
          Text.of(
              "; check cluster.properties, such as clientid_prefixes against"
                  + " mqtt.client-id-prefix, \"%s\"",
              clientIdPrefix);
      case EMQX -> "; check cluster.properties";
    };
  }

  @Override
  public MqttPortLayout ports(int first) {
    return new MqttPortLayout(broker, first, nodes().size());
  }
}
