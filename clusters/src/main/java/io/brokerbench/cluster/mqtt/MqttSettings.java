package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.ClusterSettings;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.List;
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
  static final String USER = "mqtt.user";

  static final String PASSWORD = "mqtt.password";

  private static final int MAX_INFLIGHT = 65_535;
  private static final int MAX_QUEUED = 100_000_000;
  private static final int MIN_PACKET_BYTES = 256;
  private static final int MAX_PACKET_BYTES = 268_435_455;

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
    String password = settings.text(PASSWORD);
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
            Jvm.heapBytes(settings, "cluster.heap"),
            settings.parsedOrEmpty("cluster.jvm-flags", Jvm::parseFlags),
            (int) settings.integer("cluster.port", 0, PortRange.HIGHEST),
            settings.flag("cluster.tls"),
            settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
            user.isEmpty() ? Optional.empty() : Optional.of(new Account(user, password)),
            settings.parsedOrEmpty("mqtt.client-id-prefix", prefix -> prefix),
            settings.below("cluster.properties"));
    SettingCombinations.check(read, settings);
    return read;
  }

  /** The brokers' names. */
  List<String> nodes() {
    return bridge ? List.of("a", "b") : List.of("broker");
  }

  @Override
  public MqttPortLayout ports(int first) {
    return new MqttPortLayout(broker, first, nodes().size());
  }
}
