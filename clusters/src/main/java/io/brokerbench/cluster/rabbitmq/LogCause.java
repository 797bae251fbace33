package io.brokerbench.cluster.rabbitmq;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds in what a node said the one line that says why it ended. */
final class LogCause {

  private static final Pattern ERROR = Pattern.compile("\\[error\\] <[0-9.]+> (.*)$");

  /** An item of the list of what is wrong in a file. */
  private static final Pattern ITEM = Pattern.compile("^\\s+- (.+)$");

  private static final Pattern LISTENER =
      Pattern.compile(
          "^Failed to start Ranch listener \\{acceptor,.*,(\\d+)\\} in .* for reason (.+)$");

  /** What the virtual machine or the shell before it says of its own end. */
  private static final Pattern END =
      Pattern.compile(
          "^((?:\\S+alloc: )?Cannot allocate .*|.*exec: .*|.*: not found"
              + "|Protocol '\\w+': .*|chmod: .*)$");

  private static final Predicate<String> HEADLINE =
      Pattern.compile("^(BOOT FAILED|=+|\\s*)$").asMatchPredicate();

  private LogCause() {}

  /**
   * What is told of a start that failed, or of the end of the virtual machine. Errors that a
   * running node told are no cause: nodes live with them.
   */
  static Optional<String> find(List<String> console) {
    return ofVirtualMachine(console)
        .or(
            () ->
                console.stream().anyMatch(line -> line.endsWith("BOOT FAILED"))
                    ? ofStart(console)
                    : Optional.empty());
  }

  private static Optional<String> ofVirtualMachine(List<String> console) {
    return console.stream()
        .map(END::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst();
  }

  /** The first error is the cause, all others follow from it. */
  private static Optional<String> ofStart(List<String> console) {
    List<String> errors =
        console.stream()
            .map(ERROR::matcher)
            .filter(Matcher::find)
            .map(matcher -> matcher.group(1))
            .filter(HEADLINE.negate())
            .toList();
    return items(errors)
        .or(() -> listener(errors))
        .or(() -> errors.stream().findFirst().map(String::strip));
  }

  private static Optional<String> items(List<String> errors) {
    String items =
        errors.stream()
            .map(ITEM::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .collect(Collectors.joining("; "));
    return items.isEmpty() ? Optional.empty() : Optional.of(items);
  }

  private static Optional<String> listener(List<String> errors) {
    return errors.stream()
        .map(LISTENER::matcher)
        .filter(Matcher::matches)
        .map(
            matcher ->
                String.format(Locale.ROOT, "port %s: %s", matcher.group(1), matcher.group(2)))
        .findFirst();
  }
}
