package io.brokerbench.api;

import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * The brokers of benchmarks: a cluster that is started for them, or the address of an external one.
 * Values are checked when the cluster or a benchmark starts; of two values of a setting the later
 * one counts. Not thread-safe.
 */
public final class ClusterSetup {

  private final List<String> arguments = new ArrayList<>();

  ClusterSetup() {}

  /** The kind of broker: {@code rocketmq}, {@code rabbitmq}, {@code mqtt} or {@code memory}. */
  public ClusterSetup driver(String name) {
    return set("driver", name);
  }

  /** When brokers write messages to disk. */
  public ClusterSetup flush(Mode mode) {
    return mode == Mode.DEFAULT ? this : set("cluster.flush", Text.notation(mode));
  }

  /** Whether an acknowledgement waits for a replica. */
  public ClusterSetup replication(Mode mode) {
    return mode == Mode.DEFAULT ? this : set("cluster.replication", Text.notation(mode));
  }

  /** The number of brokers and their roles, such as {@code 1m1s} or {@code dledger}. */
  public ClusterSetup topology(String name) {
    return set("cluster.topology", name);
  }

  /** The release of the brokers to start. */
  public ClusterSetup version(String release) {
    return set("cluster.version", release);
  }

  /** Where brokers run: {@code process} or {@code container}. */
  public ClusterSetup host(String kind) {
    return set("cluster.host", kind);
  }

  /** The addresses of an external cluster, such as {@code host:9876;other:9876}. */
  public ClusterSetup addresses(String addresses) {
    return set("cluster.addresses", addresses);
  }

  /** Any setting, in full or abbreviated as on the command line. */
  public ClusterSetup set(String key, String value) {
    arguments.add("--set");
    arguments.add(key + "=" + value);
    return this;
  }

  /** The arguments of a measuring command that have the same meaning. */
  List<String> arguments() {
    return List.copyOf(arguments);
  }
}
