package io.brokerbench.cluster.mqtt;

import io.brokerbench.child.HiveMqMain;
import io.brokerbench.cluster.JvmDialect;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What HiveMQ says on its console, which is its log as well. */
final class HiveMqDialect implements JvmDialect {

  private static final Pattern JVM =
      Pattern.compile(
          "^(?:Error: |OpenJDK .*warning: INFO: )?(.*insufficient memory.*"
              + "|Error occurred during initialization.*|Unrecognized VM option.*"
              + "|Could not (?:reserve|create|find).*|.*exec: .*|Terminating due to .*)$");

  private static final Pattern LOGGED = Pattern.compile("^\\S+ \\S+ ERROR .*? - (.+)$");
  private static final Pattern THROWN =
      Pattern.compile("^(?:(?:\\w+\\.)+\\w*(?:Exception|Error)): (.+)$");

  @Override
  public boolean saysReady(String line) {
    return line.equals(HiveMqMain.READY);
  }

  /** Errors that a running broker told are no cause, unless its JVM ended of them. */
  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    Optional<String> ofJvm = first(JVM, console);
    return ofJvm.isPresent() || console.stream().anyMatch(this::saysReady)
        ? ofJvm
        : first(LOGGED, console).or(() -> first(THROWN, console));
  }

  private static Optional<String> first(Pattern pattern, List<String> lines) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1).strip())
        .findFirst();
  }
}
