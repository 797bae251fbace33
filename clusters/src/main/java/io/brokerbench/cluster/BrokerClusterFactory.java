package io.brokerbench.cluster;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans clusters of one broker on every kind of host. Stateless. */
public abstract class BrokerClusterFactory implements ClusterFactory {

  private final String driver;
  private final String server;
  private final HostKeys keys;
  private final List<String> keysOfAnyHost;

  /**
   * Creates a factory. The file of defaults next to its class is named after the driver.
   *
   * @param server the kind of server at the addresses of an external cluster: "name server"
   * @param keysOfAnyHost the keys that apply to both processes and containers
   */
  protected BrokerClusterFactory(
      String driver, String server, HostKeys keys, List<String> keysOfAnyHost) {
    this.driver = driver;
    this.server = server;
    this.keys = keys;
    this.keysOfAnyHost = keysOfAnyHost;
  }

  @Override
  public final String driver() {
    return driver;
  }

  @Override
  public final List<String> hosts() {
    return List.of(HostKeys.CONTAINER, HostKeys.EXTERNAL, HostKeys.PROCESS);
  }

  @Override
  public final void addDefaults(SettingsReader reader) {
    reader.defaults(getClass(), driver + ".yaml");
  }

  @Override
  public final ClusterPlan plan(String host, Settings settings) {
    return switch (host) {
      case HostKeys.PROCESS -> process(settings);
      case HostKeys.CONTAINER -> container(settings);
      case HostKeys.EXTERNAL -> external(settings);
      default -> throw new IllegalArgumentException("no host " + host);
    };
  }

  /** Plans child processes. */
  protected abstract ClusterPlan process(Settings settings);

  /** Plans containers. */
  protected abstract ClusterPlan container(Settings settings);

  /** Reads further settings of an external cluster as facts. */
  protected abstract Map<String, Object> externalFacts(Settings settings);

  /**
   * The setting of an external cluster that is missing, without which its alarms are unknown; empty
   * if the broker has no such setting.
   */
  protected Optional<String> neededForAlarms(Settings settings) {
    return Optional.empty();
  }

  private ClusterPlan external(Settings settings) {
    settings.text("cluster.host");
    settings.flag("cluster.tls");
    keys.refuseForExternal(settings, keysOfAnyHost);
    if (settings.text("cluster.addresses").isBlank()) {
      settings.problem(
          "cluster.addresses", Text.of("must name the %ss, as host:port;host:port", server));
    }
    List<HostPort> addresses = settings.parsed("cluster.addresses", HostPort::list);
    String origin = settings.origin("cluster.addresses").orElse("the defaults");
    return new ExternalPlan(
        server, addresses, origin, externalFacts(settings), neededForAlarms(settings));
  }
}
