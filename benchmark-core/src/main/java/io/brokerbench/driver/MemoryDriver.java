package io.brokerbench.driver;

import io.brokerbench.workload.Load.SendMode;
import java.util.Map;
import java.util.OptionalLong;
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
    MemoryBroker broker = brokers.get();
    return new Session() {
      @Override
      public Promise promise() {
        return new Promise(
            mode != SendMode.ONEWAY, false, 1, "acknowledged in the memory of this process");
      }

      @Override
      public Map<String, Object> facts() {
        return Map.of("kind", "in memory", "client", Map.of("name", "none"));
      }

      @Override
      public Producer producer(int index) {
        return broker.producer(mode);
      }

      @Override
      public long storedCount() {
        return broker.storedCount();
      }

      @Override
      public OptionalLong replicaCount() {
        return OptionalLong.empty();
      }

      @Override
      public void close() {
        broker.close();
      }
    };
  }
}
