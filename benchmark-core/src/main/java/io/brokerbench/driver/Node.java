package io.brokerbench.driver;

import java.util.Optional;

/** A process of a cluster that we started. Thread-safe. */
public interface Node {

  /** Its role, unique in the cluster: {@code namesrv}, {@code master}, {@code slave}. */
  String name();

  /** Its process on this machine; of a container its first process, 0 if that is on another one. */
  long pid();

  boolean alive();

  /** Heap and garbage collection as the process itself last told; empty if it does not tell. */
  Optional<JvmUsage> jvm();

  /** Whether {@link #usage()} is to be asked, and not the process {@link #pid()} looked at. */
  default boolean tellsUsage() {
    return false;
  }

  /**
   * What it has used, read now by whoever hosts it; empty if that cannot be told at this moment.
   */
  default Optional<Usage> usage() {
    return Optional.empty();
  }

  /** Stops it where it stands (SIGSTOP) until {@link #resume()}; connections stay open. */
  void pause() throws BrokerException;

  /** Lets it go on (SIGCONT). */
  void resume() throws BrokerException;

  /**
   * What a node has used since its start, and uses now. Figures that nobody tells are -1.
   *
   * @param cpuNanos processor time, user and system
   * @param rssBytes resident memory now, anonymous and of mapped files
   * @param readBytes read from storage
   * @param writtenBytes written to storage, or dirtied in mapped files
   */
  record Usage(long cpuNanos, long rssBytes, long readBytes, long writtenBytes) {}

  /**
   * What a JVM says of itself.
   *
   * @param heapUsedBytes used heap
   * @param gcCount collections since its start
   * @param gcPauseMillis time in collections since its start, as its collector beans add it up
   */
  record JvmUsage(long heapUsedBytes, long gcCount, long gcPauseMillis) {}
}
