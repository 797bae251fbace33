package io.brokerbench.driver.created;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Driver;

/** A driver whose sessions create objects at the brokers, and record them. Thread-safe. */
public interface CleaningDriver extends Driver {

  /**
   * The part of a cluster to which its sessions and its {@link #remover} are confined, as the
   * setting that names it: {@code rabbitmq.virtual-host=orders}; empty if there are no parts. In
   * another part, objects of a run seem to be gone.
   */
  default String scope() {
    return "";
  }

  /**
   * Connects to a cluster in order to remove objects that earlier runs left there.
   *
   * @throws BrokerException if the brokers do not answer
   */
  Remover remover(Cluster cluster) throws BrokerException;
}
