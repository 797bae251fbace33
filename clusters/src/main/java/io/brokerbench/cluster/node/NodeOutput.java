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

  private final OutputParser outputParser;
  private final Consumer<String> log;
  private final CompletableFuture<Void> booted = new CompletableFuture<>();
  private volatile String runtime = "unknown";
  private volatile Optional<JvmUsage> usage = Optional.empty();

  /** Creates a console that sends all lines except those with figures to the log. */
  public NodeOutput(OutputParser outputParser, Consumer<String> log) {
    this.outputParser = outputParser;
    this.log = log;
  }

  /** Processes a line without its terminator. */
  public void line(String line) {
    Optional<JvmUsage> figures = outputParser.usage(line);
    if (figures.isPresent()) {
      usage = figures;
      return;
    }
    outputParser.runtime(line).ifPresent(found -> runtime = found);
    log.accept(line);
    if (outputParser.saysReady(line)) {
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
