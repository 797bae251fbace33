package io.brokerbench.driver;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.workload.Consumption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;

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

  /**
   * Opens a producer whose sends are transactions. Its completions say what became of the half
   * message; a rolled back one was acknowledged too.
   *
   * @param index of the sender thread, from 0
   * @param handler is asked for local transactions; check-backs go to any handler of the session
   */
  Producer transactionalProducer(int index, TransactionHandler handler) throws BrokerException;

  /**
   * Starts a group's consumers as the workload says, and returns when each has its queues. The
   * positions of all groups were settled when the session was opened: what was sent since then is
   * delivered to each.
   *
   * @param group index of its name among {@link Consumption#groupNames()}
   * @throws BrokerException if they do not get that far
   */
  Subscription subscribe(int group, Receiver receiver) throws BrokerException, InterruptedException;

  /** Number of queues of the topic, on all brokers. */
  int queues();

  /** Whether the messages of a queue are handed over in its order, one after the other. */
  boolean keepsOrder();

  /** How this host's wall clock relates to that of the brokers. */
  ClockOffset clockOffset();

  /**
   * How many messages the brokers took for the topic beyond what was there at the start; empty if
   * they do not tell.
   */
  OptionalLong storedCount() throws BrokerException;

  /**
   * Whether that count includes what others send to the same brokers meanwhile, and nobody said
   * that there are none: then too high a count says nothing of this session's messages.
   */
  default boolean countsAll() {
    return false;
  }

  /**
   * The same count as replicas hold it: as many of them as an acknowledgement promises, or all
   * where it promises none, hold at least so many. Empty if there is none or the brokers do not
   * tell.
   */
  OptionalLong replicaCount() throws BrokerException;

  /** Whether such brokers tell at all what a replica holds. */
  default boolean tellsReplicas() {
    return true;
  }

  /**
   * What brokers and connections tell of themselves beside: by name, which ends in its unit
   * (readyMessages, memoryBytes), as last told; -1 is not known. Answers at once, with the same
   * names each time.
   */
  default SortedMap<String, Long> figures() {
    return Collections.emptySortedMap();
  }

  /** What brokers did to the load so that its verdict must tell, a line each. */
  default List<String> incidents() {
    return List.of();
  }

  /** Closes every producer and deletes what this session made, topic and groups, if it may. */
  @Override
  void close();
}
