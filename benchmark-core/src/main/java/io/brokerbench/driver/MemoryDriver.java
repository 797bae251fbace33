package io.brokerbench.driver;

import io.brokerbench.workload.Workload;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Connects to in-memory brokers. Thread-safe. */
public final class MemoryDriver implements Driver {

  private final Workload workload;
  private final Supplier<MemoryBroker> brokers;

  /**
   * Connects for this workload.
   *
   * @param brokers gives the broker of each session; the session closes it
   */
  public MemoryDriver(Workload workload, Supplier<MemoryBroker> brokers) {
    this.workload = workload;
    this.brokers = brokers;
  }

  @Override
  public Session connect(Cluster cluster, Consumer<String> progress) {
    return brokers.get().session(workload);
  }
}
