package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.Dialect;
import io.brokerbench.driver.Node.JvmUsage;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What {@link ChildMain} says, and RocketMQ in it. */
final class RocketMqDialect implements Dialect {

  /** Of name server and broker, and of the proxy. */
  private static final Pattern BOOTED = Pattern.compile("boot success|proxy startup successfully");

  @Override
  public boolean saysReady(String line) {
    return BOOTED.matcher(line).find();
  }

  /** The JVM's version. */
  @Override
  public Optional<String> runtime(String line) {
    return line.startsWith(ChildMain.JAVA)
        ? Optional.of(line.substring(ChildMain.JAVA.length()))
        : Optional.empty();
  }

  @Override
  public Optional<JvmUsage> usage(String line) {
    if (!line.startsWith(ChildMain.USAGE)) {
      return Optional.empty();
    }
    String[] figures = line.substring(ChildMain.USAGE.length()).split(" ", -1);
    try {
      return Optional.of(
          new JvmUsage(
              Long.parseLong(figures[0]), Long.parseLong(figures[1]), Long.parseLong(figures[2])));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // Another thread's output in the midst of it.
      return Optional.empty();
    }
  }

  @Override
  public String logFile() {
    return "rocketmq.log";
  }

  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    return LogCause.find(console, log);
  }
}
