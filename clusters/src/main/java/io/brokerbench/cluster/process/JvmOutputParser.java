package io.brokerbench.cluster.process;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.driver.Node.JvmUsage;
import java.util.Optional;

/** The output format of JVMs in which {@link ChildMain} runs a broker. */
public interface JvmOutputParser extends OutputParser {

  /** The JVM's version. */
  @Override
  default Optional<String> runtime(String line) {
    return line.startsWith(ChildMain.JAVA)
        ? Optional.of(line.substring(ChildMain.JAVA.length()))
        : Optional.empty();
  }

  @Override
  default Optional<JvmUsage> usage(String line) {
    if (!line.startsWith(ChildMain.USAGE)) {
      return Optional.empty();
    }
    String[] figures = line.substring(ChildMain.USAGE.length()).split(" ", -1);
    try {
      return Optional.of(
          new JvmUsage(
              Long.parseLong(figures[0]), Long.parseLong(figures[1]), Long.parseLong(figures[2])));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // Output of another thread interrupted the line.
      return Optional.empty();
    }
  }
}
