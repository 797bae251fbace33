package io.brokerbench.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that runs. Thread-safe. */
public interface Cluster extends AutoCloseable {

  /** What a client connects to, in its own notation: name servers for RocketMQ. */
  String address();

  /** The processes we started, in the order of their start; empty for somebody else's cluster. */
  List<Node> nodes();

  /** What is known of the cluster before anyone asks a broker: release, topology, JVM flags. */
  Map<String, Object> facts();

  /** What a driver needs and no file or line of output may show; empty if there is no such. */
  default Optional<String> secret(String name) {
    return Optional.empty();
  }

  /** A directory on the disk that the brokers write to; empty if this process cannot reach it. */
  default Optional<Path> disk() {
    return Optional.empty();
  }

  /**
   * Finds out whether every process still runs.
   *
   * @throws BrokerException naming each that ended, how, and the cause out of its log
   */
  void check() throws BrokerException;

  /** Copies the brokers' logs into a directory; keeps what can be read, even of dead processes. */
  void saveLogs(Path directory);

  /** Ends every process and removes the data. Safe to call again, and from a shutdown hook. */
  @Override
  void close();
}
