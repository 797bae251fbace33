package io.brokerbench.driver;

import io.brokerbench.workload.Load.SendMode;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Connects to in-memory brokers. Thread-safe. */
public final class MemoryDriver implements Driver {

  private final SendMode mode;
  private final Supplier<MemoryBroker> brokers;

  /**
   * Sends in the given mode.
   *
   * @param brokers gives the broker of each session; the session closes it
   */
  public MemoryDriver(SendMode mode, Supplier<MemoryBroker> brokers) {
    this.mode = mode;
    this.brokers = brokers;
  }

  @Override
  public Session connect(Cluster cluster, Consumer<String> progress) {
    return brokers.get().session(mode);
  }
}
