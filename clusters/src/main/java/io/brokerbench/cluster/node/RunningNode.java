package io.brokerbench.cluster.node;

import io.brokerbench.driver.Node;
import io.brokerbench.results.Resources.Role;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A node that a {@link NodeHost} started. Thread-safe. */
public interface RunningNode extends Node {

  /** The specification by which it was started. */
  ProcessSpec spec();

  /** What it reported on its standard output. */
  NodeOutput console();

  @Override
  default String name() {
    return spec().name();
  }

  @Override
  default Role role() {
    return spec().role();
  }

  @Override
  default Optional<JvmUsage> jvm() {
    return console().usage();
  }

  /** The runtime of the node (such as the version of a JVM), as reported while it boots. */
  default String runtime() {
    return console().runtime();
  }

  @Override
  default CompletableFuture<?> booted() {
    return console().booted();
  }

  /** Completes when the process of the node has ended; another one after each start. */
  CompletableFuture<?> ended();

  /**
   * Writes a line to the node's standard input, and again after each {@link #restart}; has no
   * effect if the node is gone.
   */
  void say(String line);

  /** Waits for the end and describes it, as by {@link #describeExit}. */
  String howItEnded() throws InterruptedException;

  /** "exit code 1", "exit code 137 (SIGKILL)": shells and Java report a signal as 128 + number. */
  static String describeExit(int code) {
    return switch (code) {
      case 130 -> "exit code 130 (SIGINT)";
      case 134 -> "exit code 134 (SIGABRT)";
      case 137 -> "exit code 137 (SIGKILL)";
      case 139 -> "exit code 139 (SIGSEGV)";
      case 143 -> "exit code 143 (SIGTERM)";
      default -> "exit code " + code;
    };
  }

  /** The line of the logs that explains a failure best, if there is any. */
  Optional<String> cause();

  /** Copies the logs and the configuration, as far as they are readable. */
  void saveLogs(Path to);

  /** Facts that identify the node: its process, its container. */
  Map<String, Object> identity();

  /**
   * How it ended since its latest start, unless {@link #kill} or {@link #stop} was called; empty
   * while it runs.
   */
  Optional<String> unplannedEnd() throws InterruptedException;

  /**
   * Ends the node for good, suspended or not: {@link #restart} has no effect any more. Returns at
   * once.
   */
  void end();

  /** Waits for the end of such a node and of its container, if any; not interruptible. */
  void awaitEnd(long timeoutMillis);
}
