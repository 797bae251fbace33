package io.brokerbench.driver;

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

  /**
   * Connects, prepares the topic, and verifies that the cluster is ready: a probe message was
   * acknowledged and, where there is a replica, replicated. If the workload promises synchronous
   * replication of a cluster started by brokerbench, that promise is tested.
   *
   * @param progress receives a short line for each step
   * @throws BrokerException if the cluster is not ready in time or breaks the promise
   */
  Session connect(Cluster cluster, Consumer<String> progress)
      throws BrokerException, InterruptedException;
}
