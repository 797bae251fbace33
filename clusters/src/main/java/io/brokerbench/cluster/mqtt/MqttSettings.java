package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.Jvm;
import io.brokerbench.cluster.PortRange;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What {@code mqtt.yaml} explains for every cluster of ours, whatever hosts it.
 *
 * @param release the one that was asked for
 * @param jvmFlags of HiveMQ, over ours
 * @param firstPort 0 for free ports
 * @param account what the driver's clients name; none if they name nothing
 * @param properties of the brokers, over ours
 */
record MqttSettings(
    Broker broker,
    Optional<Release> release,
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
    SortedMap<String, String> properties) {

  /** What no broker forwards worse than it came. */
  static final int MAX_QOS = 2;

  /** Settings of the driver's. */
  static final String USER = "mqtt.user";

  static final String PASSWORD = "mqtt.password";

  private static final int MAX_INFLIGHT = 65_535;
  private static final int MAX_QUEUED = 100_000_000;
  private static final int MIN_PACKET_BYTES = 256;
  private static final int MAX_PACKET_BYTES = 268_435_455;
  private static final long MIN_HEAP_BYTES = 64L << 20;
  private static final long MAX_HEAP_BYTES = 1L << 40;

  /** Who the clients are. */
  record Account(String user, String password) {}

  /** Reads them, and notes as problems the keys that do not go with this host or the broker. */
  static MqttSettings read(Settings settings, HostKeys host) {
    settings.text("cluster.host");
    host.refuseOthers(settings, HostKinds.ALL);
    String user = settings.text(USER);
    String password = settings.text(PASSWORD);
    MqttSettings read =
        new MqttSettings(
            settings.choice("cluster.broker", Broker.class),
            settings.parsed(
                "cluster.version",
                text -> text.isBlank() ? Optional.empty() : Optional.of(Release.parse(text))),
            settings.flag("cluster.bridge"),
            settings.choice("cluster.persistence", Persistence.class),
            (int) settings.integer("cluster.max-inflight", 1, MAX_INFLIGHT),
            (int) settings.integer("cluster.max-queued", 1, MAX_QUEUED),
            (int) settings.bytes("cluster.max-packet", MIN_PACKET_BYTES, MAX_PACKET_BYTES),
            settings.bytes("cluster.heap", MIN_HEAP_BYTES, MAX_HEAP_BYTES),
            settings.parsedOrEmpty("cluster.jvm-flags", Jvm::parseFlags),
            (int) settings.integer("cluster.port", 0, PortRange.HIGHEST),
            settings.flag("cluster.tls"),
            settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
            user.isEmpty() ? Optional.empty() : Optional.of(new Account(user, password)),
            settings.below("cluster.properties"));
    Combinations.check(read, settings);
    return read;
  }

  /** The brokers' names. */
  List<String> nodes() {
    return bridge ? List.of("a", "b") : List.of("broker");
  }

  int portCount() {
    return PortLayout.count(broker, nodes().size());
  }

  /** Those that the settings name; empty for free ones. */
  Optional<PortRange> ports() {
    return firstPort > 0 ? Optional.of(PortRange.of(firstPort, portCount())) : Optional.empty();
  }
}
