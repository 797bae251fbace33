package io.brokerbench.driver.memory;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.StoredCount;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.results.Promise;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** A session with an in-memory broker; closing it closes the broker. Thread-safe. */
final class MemorySession implements Session {

  private final MemoryBroker broker;
  private final Workload workload;
  private final List<MemoryLog.Reader> groups;
  private final Map<Integer, MemorySubscription> subscriptions = new ConcurrentHashMap<>();

  /** Creates a session whose consumer groups are at these positions. */
  MemorySession(MemoryBroker broker, Workload workload, List<MemoryLog.Reader> groups) {
    this.broker = broker;
    this.groups = groups;
    this.workload = workload;
  }

  @Override
  public String run() {
    return "memory";
  }

  @Override
  public Promise promise() {
    return workload.load().mode() == SendMode.ONEWAY
        ? new Promise(false, false, 0, "sent one way, never acknowledged")
        : new Promise(true, false, 1, "acknowledged in the memory of this process");
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of("kind", "in memory", "client", Map.of("name", "the in-memory driver"));
  }

  @Override
  public Producer producer(int index) {
    return broker.producer(workload.load().mode());
  }

  @Override
  public Producer transactionalProducer(int index, TransactionHandler handler) {
    return broker.transactionalProducer(handler);
  }

  @Override
  public Subscription subscribe(int group, Receiver receiver) {
    MemorySubscription subscription =
        broker.subscribe(
            group,
            groups.get(group),
            workload.consumption().filter().type() == Filter.Type.NONE
                ? body -> true
                : this::isWanted,
            receiver);
    subscriptions.put(group, subscription);
    return subscription;
  }

  @Override
  public IdleConnection connect(int client) throws ConnectionFailedException {
    return broker.connect();
  }

  @Override
  public OptionalLong progress(int group) {
    MemorySubscription subscription = subscriptions.get(group);
    return subscription == null ? OptionalLong.empty() : OptionalLong.of(subscription.progress());
  }

  /** A message's tag follows from its name. */
  private boolean isWanted(byte[] body) {
    return MessageHeader.read(body)
        .map(header -> workload.message().tag(header.producer(), header.sequence()))
        .map(tag -> workload.consumption().filter().selects(tag) != Visibility.NO)
        .orElse(true);
  }

  @Override
  public int queues() {
    return workload.message().topics().count();
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public ClockOffset clockOffset() {
    return ClockOffset.NONE;
  }

  @Override
  public StoredCount storedCount() {
    return StoredCount.of(broker.storedCount());
  }

  @Override
  public void close() {
    broker.close();
  }
}
