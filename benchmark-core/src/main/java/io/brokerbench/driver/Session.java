package io.brokerbench.driver;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.results.Promise;
import io.brokerbench.workload.ConsumptionSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/** A connection to a ready cluster with the run's topics prepared. Thread-safe. */
public interface Session extends AutoCloseable {

  /** Name of the figure {@link Driver#reportsDisk}: used share of the fullest disk, in percent. */
  String DISK_USED = "diskUsedPercent";

  /** Name of the figure {@link Driver#reportsAlarms}: alarms that are on. */
  String ALARMS = "alarms";

  /** Name of a figure of RocketMQ: bytes stored that are not in the consume queues yet. */
  String DISPATCH_BEHIND = "dispatchBehindBytes";

  /** Name of a figure of RocketMQ: bytes stored that the furthest slave lacks. */
  String REPLICA_BEHIND = "replicaBehindBytes";

  /** Name of a figure of RabbitMQ: milliseconds in which any publishing connection was blocked. */
  String BLOCKED_MILLIS = "blockedMillis";

  /** Name of a figure of RabbitMQ: messages in queues that wait for a consumer. */
  String READY = "readyMessages";

  /** Name of a figure of RabbitMQ: messages that consumers have not acknowledged. */
  String UNACKED = "unackedMessages";

  /** Name of a figure of RocketMQ: sends that wait for a thread of the broker. */
  String SEND_QUEUE = "sendQueueRequests";

  /** Name of a figure of RocketMQ: bytes stored that are not flushed to disk. */
  String UNFLUSHED = "unflushedBytes";

  /**
   * Name of the run at the brokers, which the names of its groups and queues may contain: sessions
   * of other processes join the run by it. Letters and digits; empty if none can join.
   */
  default String run() {
    return "";
  }

  /**
   * The {@link #figures} of this session's own connections. Those of several sessions add up,
   * except {@link #BLOCKED_MILLIS}: brokers block all of them at the same time. All others are the
   * brokers'.
   */
  Set<String> FIGURES_OF_CLIENTS =
      Set.of(
          "blockedConnections",
          BLOCKED_MILLIS,
          "lostConnections",
          "reconnections",
          "returnedMessages");

  /** Meaning of an acknowledgement, derived from the configuration that the brokers report. */
  Promise promise();

  /**
   * Whether the brokers acknowledge and drop messages for queues whose only node is down, while
   * other nodes accept them: their loss breaks no promise.
   */
  default boolean dropsWhileDown() {
    return false;
  }

  /**
   * Facts reported by the brokers: release, role, effective configuration by node; under {@code
   * client} the facts about the client library.
   */
  Map<String, Object> facts();

  /**
   * Opens a producer. Each sender thread has its own.
   *
   * @param index of the sender thread, from 0
   */
  Producer producer(int index) throws BrokerException;

  /**
   * Opens a producer whose sends are transactions. The outcome of a send is that of the half
   * message; the half message of a transaction that is rolled back is acknowledged, too.
   *
   * @param index of the sender thread, from 0
   * @param handler runs the local transactions; check-backs go to any handler of the session
   */
  Producer transactionalProducer(int index, TransactionHandler handler) throws BrokerException;

  /**
   * The process of {@link Cluster#nodes} that currently has a role, as the brokers report it. Empty
   * if none has it, if the brokers do not answer, or if they have no such role. With several
   * consumer groups, leader and followers of a queue are those of the first group's queue.
   */
  default Optional<Node> nodeInRole(NodeRole role) {
    return Optional.empty();
  }

  /**
   * The process of {@link Cluster#nodes} to which all sending clients of this session would send,
   * because they take it for the one in a role; empty while they differ, and for clients that do
   * not keep such knowledge. Returns at once.
   */
  default Optional<Node> nodeKnownToSenders(NodeRole role) {
    return Optional.empty();
  }

  /**
   * Maximum time until the brokers check back with a transaction whose end they did not receive, by
   * their configuration; zero if they never do.
   */
  default Duration checkBackDelay() {
    return Duration.ZERO;
  }

  /**
   * Maximum time for which the brokers hold back each message of this session's producers by the
   * driver's settings, in addition to {@code message.deliver-after}; zero if they do not.
   */
  default Duration deliveryDelay() {
    return Duration.ZERO;
  }

  /**
   * Starts the consumers of a group as configured in the workload, those of this session's seat,
   * and returns when each has its queues. The positions of all groups were fixed when the session
   * was opened: each group receives all messages sent since then.
   *
   * @param group index of its name in {@link ConsumptionSettings#groupNames()}
   * @throws BrokerException if the consumers do not get their queues
   */
  Subscription subscribe(int group, Receiver receiver) throws BrokerException, InterruptedException;

  /**
   * Opens a connection of a client alongside the load, which is not one of those that send and
   * consume. Called by several threads at a time; only for workloads with such clients, which a
   * driver without this method refuses.
   *
   * @param client number of the client, from 0, which has no open connection
   * @throws ConnectionFailedException if no broker accepts the connection in time
   */
  default IdleConnection connect(int client)
      throws ConnectionFailedException, InterruptedException {
    throw new UnsupportedOperationException("the driver should have refused such clients");
  }

  /**
   * Progress of a group by the brokers' record: messages consumed since the session was opened;
   * empty if they do not report it.
   */
  default OptionalLong progress(int group) throws BrokerException {
    return OptionalLong.empty();
  }

  /**
   * Additional counts that the brokers have of a group, by name: {@code retries}, {@code
   * deadLetters}, {@code servedBy.<node>}. Unknown counts are omitted; counts that are not
   * available by group are reported of the first group only.
   */
  default Map<String, Long> groupCounts(int group) {
    return Map.of();
  }

  /** Number of queues of all topics on all brokers. */
  int queues();

  /** Whether the messages of a queue are delivered in queue order, one after the other. */
  boolean keepsOrder();

  /**
   * Offset of the brokers' wall clock from that of this host, now, by the readings so far: an
   * interval that contains the offset of each broker that stores messages. {@link ClockOffset#NONE}
   * if brokers run on this host, {@link ClockOffset#UNKNOWN} if their clock cannot be read. Returns
   * at once.
   */
  default ClockOffset clockOffset() {
    return ClockOffset.UNKNOWN;
  }

  /** The count of the messages that the brokers stored since the session was opened. */
  StoredCount storedCount() throws BrokerException;

  /**
   * Messages that this session's producers passed to the client so far, by name of the broker to
   * which they are sent; empty if the producers do not choose the broker of a message.
   */
  default SortedMap<String, BrokerSends> sendsByBroker() {
    return Collections.emptySortedMap();
  }

  /**
   * The {@link #storedCount} of each broker, by the names of {@link #sendsByBroker}, without those
   * that do not report it.
   */
  default SortedMap<String, Long> storedByBroker() {
    return Collections.emptySortedMap();
  }

  /**
   * Whether {@link #storedCount} may include messages that the session's producers did not send: of
   * other clients of the same brokers, without a setting that rules such clients out, returned by
   * consumers, or sent again by the client libraries. An excess then proves nothing about the
   * messages of this session.
   */
  default boolean countsAll() {
    return false;
  }

  /**
   * The stored count as confirmed by replicas: at least this number is held by as many replicas as
   * an acknowledgement promises, or by all replicas where it promises none. Empty if there are no
   * replicas or the brokers do not report it.
   */
  default OptionalLong replicaCount() throws BrokerException {
    return OptionalLong.empty();
  }

  /** Whether this kind of broker can report the count of a replica. */
  default boolean reportsReplicas() {
    return true;
  }

  /**
   * Additional figures of brokers and connections, as last reported: by name, which ends in the
   * unit (readyMessages, memoryBytes); -1 is unknown. Returns at once, with the same names each
   * time.
   */
  default SortedMap<String, Long> figures() {
    return Collections.emptySortedMap();
  }

  /**
   * Number of times so far that the brokers answered with a figure; until the next answer, {@link
   * #figures} repeats the last one. Empty for a figure that is never older than about a second, or
   * that brokers publish when it changes.
   */
  default OptionalLong readings(String figure) {
    return OptionalLong.empty();
  }

  /** Actions of brokers that affected the load and must appear in the verdict, one line each. */
  default List<String> incidents() {
    return List.of();
  }

  /**
   * Closes every producer and deletes the topics and groups that this session created, if it has
   * the permission.
   */
  @Override
  void close();
}
