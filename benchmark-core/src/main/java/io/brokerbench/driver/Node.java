package io.brokerbench.driver;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A process of a cluster started by brokerbench. Thread-safe. */
public interface Node {

  /** Name, unique in the cluster: {@code namesrv}, {@code master}, {@code slave}. */
  String name();

  /** Whether it stores messages or supports the nodes that do. */
  Role role();

  /**
   * Process ID on this machine; for a container, that of its first process, or 0 if the container
   * runs on another machine.
   */
  long pid();

  boolean alive();

  /**
   * Heap and garbage collection as last reported by the process; empty if it does not report them.
   */
  Optional<JvmUsage> jvm();

  /**
   * Whether {@link #usage()} is the source of its resource use, instead of the process {@link
   * #pid()}.
   */
  default boolean reportsUsage() {
    return false;
  }

  /**
   * Resource use, read now from its host: counters since its start and current levels, without
   * those that are unknown; empty if it is currently not available.
   */
  default Map<ProcessFigure, Long> usage() {
    return Map.of();
  }

  /** Suspends the process (SIGSTOP) until {@link #resume()}; connections stay open. */
  void pause() throws BrokerException;

  /** Resumes the process (SIGCONT). */
  void resume() throws BrokerException;

  /**
   * Checks that an impairment is possible and prepares it, so that it takes effect at once;
   * idempotent.
   *
   * @throws BrokerException if it is not possible here
   */
  default void prepare(Impairment impairment) throws BrokerException {
    throw new BrokerException(Text.of("%s: needs %s", name(), impairment.needs()));
  }

  /**
   * Impairs the node until {@link #repair}; after {@link #prepare}.
   *
   * @param with nodes of the cluster that are cut off together with this one, and go on to reach
   *     it; empty unless the impairment {@link Impairment#cutsOff}
   */
  default void impair(Impairment impairment, List<Node> with) throws BrokerException {
    prepare(impairment);
  }

  /** Undoes {@link #impair} with the same arguments. */
  default void repair(Impairment impairment, List<Node> with) throws BrokerException {}

  /**
   * Ends the process at once (SIGKILL), also a suspended one, and waits for that; keeps its files.
   */
  void kill() throws BrokerException;

  /** Requests an orderly end of the process (SIGTERM); returns at once. */
  void stop() throws BrokerException;

  /**
   * Starts the ended process again, with the files that it left, and returns at once. It has
   * rejoined the cluster when {@link #booted()} completes.
   */
  void restart() throws BrokerException;

  /** Completes when the process reports that it accepts connections, after its latest start. */
  CompletableFuture<?> booted();

  /** What can be done to a node on some kinds of hosts, and undone. */
  enum Impairment {
    /** The file system of its messages is filled up to the last few per cent. */
    FILL_DISK(
        "disk filled",
        "disk freed",
        "cluster.host=container with a cluster.container.store-size, such as 1GiB"),
    /** Its disk completes at most {@link #SLOW_WRITES} write operations per second. */
    SLOW_DISK(
        "disk slowed down",
        "disk back to its speed",
        "cluster.host=container without a store-size, on this machine as root"),
    /** Packets between it and the other nodes of its cluster are dropped. */
    PARTITION(
        "cut off from other nodes",
        "reconnected",
        "cluster.host=container with cluster.container.network=pod, and no delay of replication"),
    /** All packets to and from it are dropped. */
    ISOLATE(
        "cut off from nodes and clients",
        "reconnected",
        "cluster.host=container with cluster.container.network=pod, and no delay of replication"),
    /** What its master sends to it comes {@link #REPLICATION_DELAY} late. */
    DELAY(
        "replication delayed",
        "replication back to its speed",
        "RocketMQ with cluster.topology=1m1s, cluster.host=container and no"
            + " cluster.container.network=host");

    /** Write operations per second of a slow disk; the usual limit, if it is lower. */
    public static final int SLOW_WRITES = 10;

    /** Delay of replication; the usual one, if it is longer. */
    public static final Duration REPLICATION_DELAY = Duration.ofMillis(500);

    private final String done;
    private final String undone;
    private final String needs;

    Impairment(String done, String undone, String needs) {
      this.done = done;
      this.undone = undone;
      this.needs = needs;
    }

    /** Whether it divides the network, and may hit several nodes at once. */
    public boolean cutsOff() {
      return this == PARTITION || this == ISOLATE;
    }

    /** The event: "cut off from other nodes". */
    public String done() {
      return done;
    }

    /** The event of its end. */
    public String undone() {
      return undone;
    }

    /** The settings that make it possible, for a message. */
    public String needs() {
      return needs;
    }
  }

  /**
   * Figures reported by a JVM.
   *
   * @param heapUsedBytes used heap
   * @param gcCount collections since its start
   * @param gcPauseMillis time in collections since its start, the sum over its collector beans
   *     without {@linkplain #isConcurrent concurrent} ones
   */
  record JvmUsage(long heapUsedBytes, long gcCount, long gcPauseMillis) {

    /**
     * Whether the time of a collector bean is that of cycles which run next to the program: ZGC and
     * Shenandoah have another bean for the pauses of their cycles.
     *
     * @param collector name of the bean, such as {@code ZGC Minor Cycles}
     */
    public static boolean isConcurrent(String collector) {
      return collector.endsWith(" Cycles");
    }
  }
}
