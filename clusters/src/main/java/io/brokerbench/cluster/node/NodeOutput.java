package io.brokerbench.cluster.node;

import io.brokerbench.driver.Node.JvmUsage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Keeps the information that a node reports on standard output. Lines must come from one thread;
 * everything else is thread-safe.
 */
public final class NodeOutput {

  private final Dialect dialect;
  private final Consumer<String> log;
  private final CompletableFuture<Void> booted = new CompletableFuture<>();
  private volatile String runtime = "unknown";
  private volatile Optional<JvmUsage> usage = Optional.empty();

  /** Creates a console that sends all lines except those with figures to the log. */
  public NodeOutput(Dialect dialect, Consumer<String> log) {
    this.dialect = dialect;
    this.log = log;
  }

  /** Processes a line without its terminator. */
  public void line(String line) {
    Optional<JvmUsage> figures = dialect.usage(line);
    if (figures.isPresent()) {
      usage = figures;
      return;
    }
    dialect.runtime(line).ifPresent(found -> runtime = found);
    log.accept(line);
    if (dialect.saysReady(line)) {
      booted.complete(null);
    }
  }

  /** The last figures reported. */
  public Optional<JvmUsage> usage() {
    return usage;
  }

  /** The runtime as reported by the node; "unknown" before that. */
  public String runtime() {
    return runtime;
  }

  /** Completes when the node reports that it accepts connections. */
  public CompletableFuture<Void> booted() {
    return booted;
  }
}
