package io.brokerbench.cluster;

import io.brokerbench.driver.Node;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A node that a {@link NodeHost} started. Thread-safe. */
public interface RunningNode extends Node {

  /** What runs it (the version of a JVM, say), as it tells while it boots. */
  String runtime();

  /** Completed when the node said that it takes connections. */
  CompletableFuture<?> booted();

  /** Completed when its process has ended. */
  CompletableFuture<?> ended();

  /** Writes a line to its standard input; nothing happens if it is gone. */
  void say(String line);

  /** "exit code 1", "exit code 137 (SIGKILL)"; waits for its end. */
  String howItEnded() throws InterruptedException;

  /** The line of its logs that tells most about a failure, if there is any. */
  Optional<String> cause();

  /** Copies its logs and its configuration; keeps what can be read. */
  void saveLogs(Path to);

  /** What tells it from others: its process, its container. */
  Map<String, Object> identity();

  /** SIGKILL; a stopped process dies of it as well. */
  void kill();

  /** Waits for the end of a killed node and of what served it, whoever interrupts. */
  void awaitEnd(long timeoutMillis);
}
