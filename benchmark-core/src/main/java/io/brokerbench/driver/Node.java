package io.brokerbench.driver;

import java.util.Optional;

/** A process of a cluster that we started. Thread-safe. */
public interface Node {

  /** Its role, unique in the cluster: {@code namesrv}, {@code master}, {@code slave}. */
  String name();

  long pid();

  boolean alive();

  /** Heap and garbage collection as the process itself last told; empty if it does not tell. */
  Optional<JvmUsage> jvm();

  /** Stops it where it stands (SIGSTOP) until {@link #resume()}; connections stay open. */
  void pause() throws BrokerException;

  /** Lets it go on (SIGCONT). */
  void resume() throws BrokerException;

  /**
   * What a JVM says of itself.
   *
   * @param heapUsedBytes used heap
   * @param gcCount collections since its start
   * @param gcPauseMillis time in collections since its start, as its collector beans add it up
   */
  record JvmUsage(long heapUsedBytes, long gcCount, long gcPauseMillis) {}
}
