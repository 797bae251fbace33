package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What mosquitto says on its console, which is its log as well. */
final class MosquittoDialect implements Dialect {

  /** Begins each line but those of the shell: seconds since 1970. */
  private static final String TIME = "^(?:\\d+: )?";

  private static final Pattern STARTING =
      Pattern.compile(TIME + "mosquitto version (\\S+) starting");
  private static final Pattern RUNNING = Pattern.compile(TIME + "mosquitto version \\S+ running");
  private static final Pattern ERROR = Pattern.compile(TIME + "Error: (.+)$");
  private static final Pattern PLACE = Pattern.compile(TIME + "Error found at (?:.*/)?(.+?)\\.?$");
  private static final Pattern OPENING =
      Pattern.compile(TIME + "Opening ip\\S+ listen socket on port (\\d+)\\.$");
  private static final String TAKEN = "Address already in use";
  private static final Pattern SHELL = Pattern.compile("^.*(?:exec: .*|: not found)$");

  @Override
  public boolean saysReady(String line) {
    return RUNNING.matcher(line).find();
  }

  /** Its release. */
  @Override
  public Optional<String> runtime(String line) {
    Matcher matcher = STARTING.matcher(line);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Errors that a running broker told are no cause: it lives with them. */
  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    if (console.stream().anyMatch(this::saysReady)) {
      return Optional.empty();
    }
    String errors =
        console.stream()
            .map(ERROR::matcher)
            .filter(Matcher::find)
            .map(matcher -> matcher.group(1))
            .collect(Collectors.joining("; "));
    if (errors.isEmpty()) {
      return console.stream().filter(SHELL.asMatchPredicate()).findFirst();
    }
    if (errors.equals(TAKEN)) {
      return Optional.of(
          first(OPENING, console)
                  .map(port -> String.format(Locale.ROOT, "port %s: ", port))
                  .orElse("")
              + TAKEN);
    }
    return Optional.of(
        first(PLACE, console)
            .map(place -> String.format(Locale.ROOT, "%s (%s)", errors, place))
            .orElse(errors));
  }

  private static Optional<String> first(Pattern pattern, List<String> lines) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1))
        .findFirst();
  }
}
