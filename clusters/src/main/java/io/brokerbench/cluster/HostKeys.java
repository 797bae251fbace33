package io.brokerbench.cluster;

import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.workload.Settings;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings of one broker that apply to one kind of host only.
 *
 * @param process keys of child processes
 * @param container keys of containers
 * @param external keys of external clusters
 */
public record HostKeys(List<String> process, List<String> container, List<String> external) {

  /** Values of {@code cluster.host}. */
  public static final String PROCESS = "process";

  public static final String CONTAINER = "container";
  public static final String EXTERNAL = "external";

  /** Adds the keys that all brokers have to those of one broker. */
  public HostKeys {
    process = both(List.of("cluster.data-directory"), process);
    container = both(ContainerOptions.KEYS, container);
    external = both(List.of("cluster.addresses"), external);
  }

  private static List<String> both(List<String> common, List<String> own) {
    return Stream.concat(common.stream(), own.stream()).toList();
  }

  /** Reports as a problem each key that is given, not blank, and for another kind of host. */
  public void refuseOthers(Settings settings, String host) {
    refuseUnless(host, PROCESS, process, settings);
    refuseUnless(host, CONTAINER, container, settings);
    refuseUnless(host, EXTERNAL, external, settings);
  }

  private static void refuseUnless(
      String host, String other, List<String> keys, Settings settings) {
    for (String key : keys) {
      if (!other.equals(host) && settings.isGiven(key) && !settings.text(key).isBlank()) {
        settings.problem(key, "is for cluster.host " + other);
      }
    }
  }

  /**
   * Reports as a problem each given key that does not apply to an external cluster, and each given
   * property.
   *
   * @param ofAnyHost the keys that apply to processes and containers
   */
  void refuseForExternal(Settings settings, List<String> ofAnyHost) {
    String rule = "cannot be set for an external cluster";
    both(ofAnyHost, both(process, container)).stream()
        .filter(settings::isGiven)
        .forEach(
            key -> {
              settings.text(key);
              settings.problem(key, rule);
            });
    settings
        .below("cluster.properties")
        .keySet()
        .forEach(name -> settings.problem("cluster.properties." + name, rule));
  }
}
