package io.brokerbench.driver;

import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A configured driver. Thread-safe; can connect several times, one after the other. */
public interface Driver {

  /**
   * What a run uses, creates and deletes at the brokers of an external cluster: "topic x: created
   * if missing, and then deleted at the end".
   */
  default String effects() {
    return "nothing is created";
  }

  /** Whether sessions have the figure {@link Session#DISK_USED}. */
  default boolean reportsDisk() {
    return false;
  }

  /** Whether sessions may have the figure {@link Session#ALARMS}. */
  default boolean reportsAlarms() {
    return false;
  }

  /** Whether brokers deliver a message at the time that it states. */
  default boolean deliversLater() {
    return false;
  }

  /** {@link Session#deliveryDelay} before the brokers are known, by the settings. */
  default Duration deliveryDelay() {
    return Duration.ZERO;
  }

  /**
   * Why the clients do not show when they have given a consumer's acknowledgement to the brokers,
   * as a clause; empty if they show it, and {@link Receiver#settled} is called.
   */
  default Optional<String> whyNoSettleTime() {
    return Optional.empty();
  }

  /** Whether brokers acknowledge messages, unless the workload sends them one way. */
  default boolean acknowledges() {
    return true;
  }

  /**
   * Number of the run's queues whose leaders {@link Session#nodeInRole} finds in a cluster started
   * by brokerbench, from queue 0 on; 0 if queues have no leader.
   *
   * @param brokerGroups groups of the cluster's brokers that have queues of their own
   */
  default int ledQueues(int brokerGroups) {
    return 0;
  }

  /** Whether {@link Session#nodeInRole} finds the followers of these queues, too. */
  default boolean queuesHaveFollowers() {
    return false;
  }

  /**
   * Reports as problems what this process lacks for all clients of a run, such as open files. Not
   * called if workers have the clients.
   */
  default void checkProcess(Settings settings) {}

  /**
   * Connects, prepares the topic, and verifies that the cluster is ready: a probe message was
   * acknowledged and, where there is a replica, replicated. If the workload promises synchronous
   * replication of a cluster started by brokerbench, that promise is tested.
   *
   * <p>A session that joins a run ({@link Seat#joins}) verifies only that it reaches the brokers:
   * it creates, proves, sends and removes nothing.
   *
   * @param seat the senders and consumers that the session will serve
   * @param progress receives a short line for each step
   * @throws BrokerException if the cluster is not ready in time or breaks the promise
   */
  Session connect(Cluster cluster, Seat seat, Consumer<String> progress)
      throws BrokerException, InterruptedException;

  /** Whether several processes reach the same brokers by the same address. */
  default boolean reachesOneCluster() {
    return true;
  }
}
