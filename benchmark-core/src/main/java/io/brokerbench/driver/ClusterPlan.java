package io.brokerbench.driver;

import java.util.Optional;
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
   * Starts the cluster and returns as soon as every process accepts connections. {@link
   * Driver#connect} verifies that messages pass.
   *
   * @param progress receives a short line for each step
   * @throws BrokerException if a process does not start, with the cause from its log; no process is
   *     left running in this case
   */
  Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException;
}
