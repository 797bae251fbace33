package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.JvmDialect;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What {@link ChildMain} says, and RocketMQ in it. */
final class RocketMqDialect implements JvmDialect {

  /** Of name server and broker, and of the proxy. */
  private static final Pattern BOOTED = Pattern.compile("boot success|proxy startup successfully");

  @Override
  public boolean saysReady(String line) {
    return BOOTED.matcher(line).find();
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
