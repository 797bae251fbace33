package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Dialect;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What RabbitMQ says on its console, which is its log as well. */
final class RabbitMqDialect implements Dialect {

  private static final Pattern STARTING =
      Pattern.compile("Starting RabbitMQ \\S+ on Erlang (\\S+)");

  @Override
  public boolean saysReady(String line) {
    return line.contains("Server startup complete");
  }

  /** Erlang's version. */
  @Override
  public Optional<String> runtime(String line) {
    Matcher matcher = STARTING.matcher(line);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    return LogCause.find(console);
  }
}
