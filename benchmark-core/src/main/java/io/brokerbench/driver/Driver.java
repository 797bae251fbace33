package io.brokerbench.driver;

import java.util.function.Consumer;

/** A configured driver. Thread-safe; may connect several times, one after the other. */
public interface Driver {

  /**
   * Connects, prepares the topic, and proves the cluster ready: a probe message was acknowledged
   * and, where there is a replica, replicated. Where the workload promises synchronous replication
   * of a cluster that we started, that promise is put to the test.
   *
   * @param progress takes a short line at each step
   * @throws BrokerException if the cluster is not ready in time or breaks the promise
   */
  Session connect(Cluster cluster, Consumer<String> progress)
      throws BrokerException, InterruptedException;
}
