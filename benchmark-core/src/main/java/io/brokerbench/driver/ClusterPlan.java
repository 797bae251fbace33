package io.brokerbench.driver;

import io.brokerbench.driver.Node.Impairment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A validated plan of a cluster. Can be started several times, one after the other. */
public interface ClusterPlan {

  /**
   * The addresses of an external cluster and where they were set; empty if the plan starts a
   * cluster.
   */
  default Optional<String> external() {
    return Optional.empty();
  }

  /**
   * Where the brokers of the cluster store messages; empty if they are not started by the plan, or
   * store messages only until they are delivered.
   */
  default Optional<MessageStore> store() {
    return Optional.empty();
  }

  /**
   * Maximum time until the brokers check back with a transaction whose end they did not receive, by
   * the settings; zero if they never do, or are not started by the plan.
   */
  default Duration checkBackDelay() {
    return Duration.ZERO;
  }

  /**
   * The setting that must name where the brokers report their alarms, if their driver {@link
   * Driver#reportsAlarms}; empty if the alarms are known without it.
   */
  default Optional<String> neededForAlarms() {
    return Optional.empty();
  }

  /** What faults can hit in the cluster that it starts. */
  default Targets targets() {
    return Targets.NONE;
  }

  /**
   * Why its host cannot do this to nodes, although it is among the {@link Targets#impairments()},
   * as the rest of a sentence; empty if it can, or if that is known only after the start.
   */
  default Optional<String> refusal(Impairment impairment) {
    return Optional.empty();
  }

  /** Whether nodes that are restarted report when they accept connections again. */
  default boolean reportsRestarts() {
    return true;
  }

  /**
   * Targets of faults.
   *
   * @param nodes names of the {@link Cluster#nodes()}
   * @param roles roles, those of queues aside, that nodes have for a time
   * @param brokerGroups groups of brokers that have queues of their own; 1 if all share them
   * @param impairments what its host can do to nodes
   */
  record Targets(
      List<String> nodes, List<NodeRole> roles, int brokerGroups, Set<Impairment> impairments) {

    /** No targets: the cluster is not started by brokerbench. */
    public static final Targets NONE = new Targets(List.of(), List.of(), 1, Set.of());

    /** Targets of a cluster without such roles. */
    public static Targets of(List<String> nodes) {
      return new Targets(nodes, List.of(), 1, Set.of());
    }

    /** The same on a host that can do this to nodes. */
    public Targets with(Set<Impairment> possible) {
      return new Targets(nodes, roles, brokerGroups, possible);
    }
  }

  /**
   * Starts the cluster and returns as soon as every process accepts connections. {@link
   * Driver#connect} verifies that messages pass.
   *
   * @param progress receives a short line for each step
   * @throws BrokerException if a process does not start, with the cause from its log; no process is
   *     left running in this case
   */
  Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException;
}
