package io.brokerbench.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A running cluster. Thread-safe. */
public interface Cluster extends AutoCloseable {

  /**
   * Fact: the file of {@link #authority()} on this machine, for clients of other processes; absent
   * if there is none.
   */
  String AUTHORITY_FILE = "tlsAuthority";

  /** Address for clients, in the notation of the broker: name servers for RocketMQ. */
  String address();

  /** The processes started by brokerbench, in start order; empty for an external cluster. */
  List<Node> nodes();

  /** Facts known without a request to a broker: release, topology, JVM flags. */
  Map<String, Object> facts();

  /**
   * A secret that the driver needs and that must not appear in any file or output; empty if there
   * is none of that name.
   */
  default Optional<String> secret(String name) {
    return Optional.empty();
  }

  /**
   * The certificate, in PEM, of the authority that issued the brokers' certificates, if brokerbench
   * made it; empty without TLS and for an external cluster.
   */
  default Optional<String> authority() {
    return Optional.empty();
  }

  /** A directory on the disk that the brokers write to; empty if this process cannot access it. */
  default Optional<Path> disk() {
    return Optional.empty();
  }

  /**
   * Checks that every process is running, except those that {@link Node#kill} or {@link Node#stop}
   * ended; the default is for a cluster without {@link #nodes}.
   *
   * @throws BrokerException with the name of each process that ended, how it ended, and the cause
   *     from its log
   */
  default void check() throws BrokerException {}

  /**
   * Copies the brokers' logs into a directory, including logs of ended processes; skips unreadable
   * ones. The default is for a cluster without {@link #nodes}.
   */
  default void saveLogs(Path directory) {}

  /** Ends every process and removes the data. Idempotent; may be called from a shutdown hook. */
  @Override
  void close();
}
