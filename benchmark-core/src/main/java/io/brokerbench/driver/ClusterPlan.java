package io.brokerbench.driver;

import java.util.function.Consumer;

/** A checked intention to have a cluster. May be started several times, one after the other. */
public interface ClusterPlan {

  /**
   * Starts the cluster and returns as soon as every process takes connections. Whether messages
   * pass is found out by {@link Driver#connect}.
   *
   * @param progress takes a short line at each step
   * @throws BrokerException if a process does not come up, with the cause out of its own log;
   *     nothing is left running then
   */
  Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException;
}
