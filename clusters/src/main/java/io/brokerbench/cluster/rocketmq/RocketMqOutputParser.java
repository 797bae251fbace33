package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.process.JvmOutputParser;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The output of {@link ChildMain} and of RocketMQ in it. */
final class RocketMqOutputParser implements JvmOutputParser {

  /** The messages of name server and broker, and of the proxy. */
  private static final Pattern BOOTED = Pattern.compile("boot success|proxy startup successfully");

  private static final Pattern JVM =
      Pattern.compile(
          "^(Error: .*|Unrecognized VM option.*|Invalid maximum.*|Initial heap.*"
              + "|.*insufficient memory.*|Error occurred during initialization.*"
              + "|.*exec: .*|Terminating due to .*)$");
  private static final Pattern CAUSED = Pattern.compile("^\\s*Caused by: (.+)$");
  private static final Pattern THROWN =
      Pattern.compile(
          "^(?:Exception in thread \"[^\"]*\" )?((?:\\w+\\.)+\\w*(?:Exception|Error)\\b.*)$");
  private static final Pattern LOGGED =
      Pattern.compile("^\\S+ \\S+ (?:ERROR|FATAL) \\S+ \\S+ - (.+)$");

  private static final Pattern FRAME = Pattern.compile("^\\s+at (org\\.apache\\.rocketmq\\..+)$");

  @Override
  public boolean saysReady(String line) {
    return BOOTED.matcher(line).find();
  }

  @Override
  public String logFile() {
    return "rocketmq.log";
  }

  /** The line of the console or the log that explains a failure best, if there is any. */
  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    return last(JVM, console)
        .or(() -> last(CAUSED, console))
        .or(() -> last(THROWN, console))
        .or(() -> last(CAUSED, log))
        .or(() -> last(THROWN, log))
        .or(() -> last(LOGGED, log));
  }

  private static Optional<String> last(Pattern pattern, List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      Matcher matcher = pattern.matcher(lines.get(i));
      if (matcher.matches()) {
        String cause = matcher.group(1).strip();
        return Optional.of(cause.contains(":") ? cause : cause + place(lines, i + 1));
      }
    }
    return Optional.empty();
  }

  /** The position in RocketMQ's code, for an exception without a message. */
  private static String place(List<String> lines, int from) {
    for (int i = from; i < lines.size() && lines.get(i).startsWith("\tat "); i++) {
      Matcher matcher = FRAME.matcher(lines.get(i));
      if (matcher.matches()) {
        return " at " + matcher.group(1);
      }
    }
    return "";
  }
}
