package io.brokerbench.driver;

import io.brokerbench.workload.Load.SendMode;
import java.util.Map;
import java.util.OptionalLong;

/** A session with an in-memory broker, which is closed with it. Thread-safe. */
final class MemorySession implements Session {

  private final MemoryBroker broker;
  private final SendMode mode;

  MemorySession(MemoryBroker broker, SendMode mode) {
    this.broker = broker;
    this.mode = mode;
  }

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
}
