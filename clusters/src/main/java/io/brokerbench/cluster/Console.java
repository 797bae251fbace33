package io.brokerbench.cluster;

import io.brokerbench.child.ChildMain;
import io.brokerbench.driver.Node.JvmUsage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Understands what {@link ChildMain} and RocketMQ say on standard output. Lines come from one
 * thread; everything else is thread-safe.
 */
final class Console {

  /** Of name server and broker, and of the proxy. */
  private static final Pattern BOOTED = Pattern.compile("boot success|proxy startup successfully");

  private final Consumer<String> log;
  private final CompletableFuture<Void> booted = new CompletableFuture<>();
  private volatile String javaVersion = "unknown";
  private volatile Optional<JvmUsage> usage = Optional.empty();

  /** Whatever is not a figure goes to the log. */
  Console(Consumer<String> log) {
    this.log = log;
  }

  /** Takes a line, without its end. */
  void line(String line) {
    if (line.startsWith(ChildMain.USAGE)) {
      figures(line.substring(ChildMain.USAGE.length()).split(" ", -1), line);
    } else if (line.startsWith(ChildMain.JAVA)) {
      javaVersion = line.substring(ChildMain.JAVA.length());
    } else {
      log.accept(line);
      if (BOOTED.matcher(line).find()) {
        booted.complete(null);
      }
    }
  }

  private void figures(String[] figures, String line) {
    try {
      usage =
          Optional.of(
              new JvmUsage(
                  Long.parseLong(figures[0]),
                  Long.parseLong(figures[1]),
                  Long.parseLong(figures[2])));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // Another thread's output in the midst of it.
      log.accept(line);
    }
  }

  /** The last figures told. */
  Optional<JvmUsage> usage() {
    return usage;
  }

  /** As the JVM tells it. */
  String javaVersion() {
    return javaVersion;
  }

  /** Completed when the process said that it takes connections. */
  CompletableFuture<Void> booted() {
    return booted;
  }
}
