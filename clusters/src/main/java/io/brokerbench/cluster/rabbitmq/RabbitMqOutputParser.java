package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The console output of RabbitMQ, which is also its log. */
final class RabbitMqOutputParser implements OutputParser {

  private static final Pattern STARTING =
      Pattern.compile("Starting RabbitMQ \\S+ on Erlang (\\S+)");

  private static final Pattern ERROR = Pattern.compile("\\[error\\] <[0-9.]+> (.*)$");

  /** An item in the list of errors of a file. */
  private static final Pattern ITEM = Pattern.compile("^\\s+- (.+)$");

  private static final Pattern LISTENER =
      Pattern.compile(
          "^Failed to start Ranch listener \\{acceptor,.*,(\\d+)\\} in .* for reason (.+)$");

  /** A message of the virtual machine, or of the shell that starts it, about its end. */
  private static final Pattern END =
      Pattern.compile(
          "^((?:\\S+alloc: )?Cannot allocate .*|.*exec: .*|.*: not found"
              + "|Protocol '\\w+': .*|chmod: .*)$");

  private static final Predicate<String> HEADLINE =
      Pattern.compile("^(BOOT FAILED|=+|\\s*)$").asMatchPredicate();

  @Override
  public boolean saysReady(String line) {
    return line.contains("Server startup complete");
  }

  /** Erlang's version. */
  @Override
  public Optional<String> runtime(String line) {
    return OutputParser.first(STARTING, List.of(line));
  }

  /**
   * The report of a failed start, or of the end of the virtual machine. Errors that a running node
   * logs are not the cause, because nodes survive them.
   */
  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    return OutputParser.first(END, console)
        .or(
            () ->
                console.stream().anyMatch(line -> line.endsWith("BOOT FAILED"))
                    ? ofStart(console)
                    : Optional.empty());
  }

  /** The first error is the cause of all others. */
  private static Optional<String> ofStart(List<String> console) {
    List<String> errors = OutputParser.all(ERROR, console).filter(HEADLINE.negate()).toList();
    return items(errors)
        .or(() -> listener(errors))
        .or(() -> errors.stream().findFirst().map(String::strip));
  }

  private static Optional<String> items(List<String> errors) {
    String items = OutputParser.all(ITEM, errors).collect(Collectors.joining("; "));
    return items.isEmpty() ? Optional.empty() : Optional.of(items);
  }

  private static Optional<String> listener(List<String> errors) {
    return errors.stream()
        .map(LISTENER::matcher)
        .filter(Matcher::matches)
        .map(matcher -> Text.of("port %s: %s", matcher.group(1), matcher.group(2)))
        .findFirst();
  }
}
