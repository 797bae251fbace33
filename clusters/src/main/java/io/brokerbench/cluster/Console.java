package io.brokerbench.cluster;

import io.brokerbench.driver.Node.JvmUsage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Keeps what a node says of itself on standard output. Lines come from one thread; everything else
 * is thread-safe.
 */
final class Console {

  private final Dialect dialect;
  private final Consumer<String> log;
  private final CompletableFuture<Void> booted = new CompletableFuture<>();
  private volatile String runtime = "unknown";
  private volatile Optional<JvmUsage> usage = Optional.empty();

  /** Whatever is not a figure goes to the log. */
  Console(Dialect dialect, Consumer<String> log) {
    this.dialect = dialect;
    this.log = log;
  }

  /** Takes a line, without its end. */
  void line(String line) {
    Optional<JvmUsage> figures = dialect.usage(line);
    if (figures.isPresent()) {
      usage = figures;
      return;
    }
    dialect.runtime(line).ifPresent(told -> runtime = told);
    log.accept(line);
    if (dialect.saysReady(line)) {
      booted.complete(null);
    }
  }

  /** The last figures told. */
  Optional<JvmUsage> usage() {
    return usage;
  }

  /** As the node tells it. */
  String runtime() {
    return runtime;
  }

  /** Completed when the node said that it takes connections. */
  CompletableFuture<Void> booted() {
    return booted;
  }
}
