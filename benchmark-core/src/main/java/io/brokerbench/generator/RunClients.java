package io.brokerbench.generator;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.SendCount;
import io.brokerbench.results.Connections;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.workload.InFlight;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The senders and consumers of a run with their records. Controlled by one thread; all times are on
 * {@link #clock}.
 */
public interface RunClients extends AutoCloseable {

  /** Time after the end of an interval over which other processes spread its records. */
  long FLIP_MILLIS = 400;

  /** The clock of all their times. */
  Clock clock();

  /** How far in the future a boundary must be set, so that no message after it has been sent. */
  long leadNanos();

  /** The boundaries of the run, to be read; they are set by the methods below. */
  Timeline timeline();

  /**
   * Starts the consumers; returns when each has its queues.
   *
   * @throws BrokerException if a consumer does not get its queues
   */
  void startConsumers() throws BrokerException, InterruptedException;

  /** Whether there are consumers and all of them were started. */
  boolean consumersStarted();

  /** Sets the earliest time at which a message is due; only before {@link #startSenders}. */
  void startAt(long nanos);

  /**
   * Starts the senders, and the clients that connect alongside. The calling thread is woken when
   * the quantity of the load is sent.
   */
  void startSenders();

  /** Sets both boundaries of the measured time, {@link #leadNanos} in the future. */
  void measure(long fromNanos, long toNanos);

  /** Ends the measured time and the sending: messages due later are not sent. */
  void endAt(long nanos);

  /** Starts a step of the load now: messages due before this time and not sent yet are not sent. */
  void stepFrom(long nanos);

  void limit(InFlight limit);

  /**
   * Whether the quantity of the load is sent and, in a closed loop, answered. The measured time
   * ended at that moment, except with a backlog.
   */
  boolean quantityEnded();

  /**
   * Whether every sender has ended and every send has its outcome, or a sender has failed, and all
   * connections alongside the load are closed.
   */
  boolean settled();

  /** Ends the senders at once, even if messages are due. */
  void stop();

  /** Stops the senders, and waits for them at most until the deadline. */
  void stopSenders(long deadlineNanos) throws InterruptedException;

  /** Stops the consumers; idempotent. */
  void stopConsumers();

  /**
   * Fails if the load or the consumption silently shrank; otherwise the broker would be blamed.
   *
   * @throws IllegalStateException if an exception escaped from a sender, a consumer or a client
   *     alongside the load
   */
  void check();

  /**
   * Why a part of the senders and consumers is gone, which ends the load; empty if none is. What it
   * had sent and received is kept as far as it is known.
   */
  Optional<String> loss();

  /**
   * The latest counts; of other processes, up to a second old while they are running, and a tenth
   * of one with a backlog and after the load.
   */
  Standing standing();

  /**
   * Ends an interval: what is recorded from now on belongs to the next. About once per second; also
   * refreshes what is known of the brokers' clock.
   */
  void cut();

  /**
   * What was recorded in the earliest interval that has ended and was not taken yet; empty if there
   * is none, or while a part of it is awaited from another process.
   */
  Optional<Flip> flip();

  /** Figures of the processes and machines of the senders and consumers, if they are others. */
  RemoteNodes machines();

  /** The parts of the run by worker, with what they recorded in the measured time. */
  List<WorkerUse> parts();

  void discardPauses();

  /** Packs the parts of the books that no message changes any more; about once per second. */
  void packBooks();

  /**
   * Messages acknowledged, or sent one way, that each consumer group must receive; empty if
   * unknown. Those of other processes are known until the end of the latest interval.
   */
  OptionalLong awaited();

  /**
   * Those of them that each group has yet to receive, by the group's name, in the groups' order;
   * empty if unknown.
   */
  Map<String, OptionalLong> backlogs();

  /** Additional figures of brokers and connections, as {@link io.brokerbench.driver.Session}. */
  SortedMap<String, Long> figures();

  /** Number of times that a figure was read, as {@link io.brokerbench.driver.Session}. */
  OptionalLong readings(String figure);

  /** Outcomes of the connections alongside the load so far; null if there are none. */
  default @Nullable Connections connections() {
    return null;
  }

  /** Actions of brokers that affected the load, one line each. */
  List<String> incidents();

  /**
   * What a drain waits for.
   *
   * @param messages that each group is to receive
   * @param resolutions transactions that a check-back is to resolve; those among them whose half
   *     message has no answer may have none
   */
  record DrainGoal(SendCount messages, long resolutions) {}

  /** What is to come, once the senders have stopped. */
  DrainGoal drainGoal();

  /** The books of all messages, once senders and consumers have stopped. */
  RunBooks books();

  /** The session whose counts of the brokers cover all messages of the clients. */
  Session audited();

  /** Stops the consumers, and releases everything but the books. */
  @Override
  void close();
}
