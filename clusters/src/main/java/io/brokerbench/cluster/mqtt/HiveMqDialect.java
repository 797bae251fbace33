package io.brokerbench.cluster.mqtt;

import io.brokerbench.child.HiveMqMain;
import io.brokerbench.cluster.JvmDialect;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What HiveMQ says on its console, which is its log as well. */
final class HiveMqDialect implements JvmDialect {

  /** The first of these that a line matches; all but the last come of the JVM or of a throw. */
  private static final List<Pattern> CAUSES =
      List.of(
          Pattern.compile(
              "^(?:Error: |OpenJDK .*warning: INFO: )?(.*insufficient memory.*"
                  + "|Error occurred during initialization.*|Unrecognized VM option.*"
                  + "|Could not (?:reserve|create|find).*|.*exec: .*|Terminating due to .*)$"),
          Pattern.compile("^\\S+ \\S+ ERROR .*? - (.+)$"),
          Pattern.compile("^\\s*Caused by: (?:\\w+\\.)*(.+)$"),
          Pattern.compile(
              "^(?:Exception in thread \"[^\"]*\" )?((?:\\w+\\.)+\\w*(?:Exception|Error)\\b.*)$"));

  @Override
  public boolean saysReady(String line) {
    return line.equals(HiveMqMain.READY);
  }

  @Override
  public String logFile() {
    return "none";
  }

  /** Errors that a running broker told are no cause, unless its JVM ended of them. */
  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    boolean ran = console.stream().anyMatch(this::saysReady);
    return CAUSES.stream()
        .limit(ran ? 1 : CAUSES.size())
        .flatMap(cause -> console.stream().map(cause::matcher).filter(Matcher::matches))
        .map(matcher -> matcher.group(1).strip())
        .findFirst();
  }
}
