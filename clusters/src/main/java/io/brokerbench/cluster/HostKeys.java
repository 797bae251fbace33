package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings that mean something for one kind of host only.
 *
 * @param host as {@code cluster.host} names it
 */
public record HostKeys(String host, List<String> keys) {

  /** Notes every key as a problem that was given but is for another of the hosts than this one. */
  public void refuseOthers(Settings settings, List<HostKeys> hosts) {
    for (HostKeys other : hosts) {
      for (String key : other.keys) {
        if (!other.equals(this) && settings.isGiven(key) && !settings.text(key).isBlank()) {
          settings.problem(key, "is for cluster.host " + other.host);
        }
      }
    }
  }

  /**
   * Notes every key as a problem that was given for a cluster that is not ours.
   *
   * @param hosts that have further keys
   */
  public static void refuseOurs(Settings settings, List<String> keys, HostKeys... hosts) {
    String rule = "cannot be set for a cluster that is not ours";
    Stream.concat(keys.stream(), Stream.of(hosts).flatMap(host -> host.keys.stream()))
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
