package io.brokerbench.cluster;

import io.brokerbench.driver.Node.JvmUsage;
import java.util.List;
import java.util.Optional;

/** How the nodes of a kind of broker speak. Stateless. */
public interface Dialect {

  /** Whether a line of standard output says that the node takes connections. */
  boolean saysReady(String line);

  /** What runs the node (a JVM, a virtual machine of Erlang), if the line tells it. */
  default Optional<String> runtime(String line) {
    return Optional.empty();
  }

  /** Heap and collections, if the line tells them; it is then kept out of the console's log. */
  default Optional<JvmUsage> usage(String line) {
    return Optional.empty();
  }

  /** Its log file's name, below {@code logs}; it may not be there, as where the console has all. */
  default String logFile() {
    return "none";
  }

  /** The most telling line of what a node said on its console and in its log, if there is any. */
  Optional<String> cause(List<String> console, List<String> log);
}
