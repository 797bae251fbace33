package io.brokerbench.driver;

import java.util.Map;
import java.util.OptionalLong;

/** A connection to a ready cluster with the run's topic prepared. Thread-safe. */
public interface Session extends AutoCloseable {

  /** What an acknowledgement means here, derived from what the brokers report of themselves. */
  Promise promise();

  /**
   * What the brokers report of themselves: release, role, effective configuration by node; under
   * {@code client} what is to be known of the client library.
   */
  Map<String, Object> facts();

  /**
   * Opens a producer. Each sender thread has one.
   *
   * @param index of the sender thread, from 0
   */
  Producer producer(int index) throws BrokerException;

  /** How many messages the brokers hold in the topic beyond what was there at the start. */
  long storedCount() throws BrokerException;

  /**
   * The same count as the replica holds it: the smallest of all replicas; empty if there is none or
   * the brokers do not tell.
   */
  OptionalLong replicaCount() throws BrokerException;

  /** Closes every producer and deletes the topic if this session made it and may delete it. */
  @Override
  void close();
}
