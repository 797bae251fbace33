package io.brokerbench.cluster.node;

import io.brokerbench.driver.Node.JvmUsage;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The format of the output of one kind of broker. Stateless. */
public interface OutputParser {

  /** The first group of a pattern in each line that contains the pattern. */
  static Stream<String> all(Pattern pattern, List<String> lines) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1));
  }

  /** The first group of a pattern in the first line that contains the pattern. */
  static Optional<String> first(Pattern pattern, List<String> lines) {
    return all(pattern, lines).findFirst();
  }

  /** Whether a line of standard output reports that the node accepts connections. */
  boolean saysReady(String line);

  /** The runtime of the node (a JVM, an Erlang virtual machine), if the line reports it. */
  default Optional<String> runtime(String line) {
    return Optional.empty();
  }

  /** Heap and collections, if the line reports them; such a line is not logged. */
  default Optional<JvmUsage> usage(String line) {
    return Optional.empty();
  }

  /** The name of the log file below {@code logs}; brokers that log to the console have none. */
  default String logFile() {
    return "none";
  }

  /** The line of the console or the log that explains a failure best, if there is any. */
  Optional<String> cause(List<String> console, List<String> log);
}
