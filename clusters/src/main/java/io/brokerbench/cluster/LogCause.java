package io.brokerbench.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds in a process's logs the one line that says why it ended. */
final class LogCause {

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

  private LogCause() {}

  /** The most telling line of the logs in a node's directory, if there is any. */
  static Optional<String> find(Path directory) {
    List<String> console = lines(directory.resolve(ChildProcess.CONSOLE));
    List<String> log = lines(directory.resolve("logs").resolve("rocketmq.log"));
    return last(JVM, console)
        .or(() -> last(CAUSED, console))
        .or(() -> last(THROWN, console))
        .or(() -> last(CAUSED, log))
        .or(() -> last(THROWN, log))
        .or(() -> last(LOGGED, log));
  }

  private static Optional<String> last(Pattern pattern, List<String> lines) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(java.util.regex.Matcher::matches)
        .map(matcher -> matcher.group(1).strip())
        .reduce((first, second) -> second);
  }

  private static List<String> lines(Path file) {
    List<String> lines = new ArrayList<>();
    try (var stream = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      stream.forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      // none then
    }
    return lines;
  }
}
