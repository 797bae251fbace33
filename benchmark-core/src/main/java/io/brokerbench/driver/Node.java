package io.brokerbench.driver;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import java.util.Map;
import java.util.Optional;

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
   * Figures reported by a JVM.
   *
   * @param heapUsedBytes used heap
   * @param gcCount collections since its start
   * @param gcPauseMillis time in collections since its start, the sum over its collector beans
   */
  record JvmUsage(long heapUsedBytes, long gcCount, long gcPauseMillis) {}
}
