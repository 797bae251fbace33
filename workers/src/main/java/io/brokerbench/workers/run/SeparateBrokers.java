package io.brokerbench.workers.run;

import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.results.Promise;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The counts of brokers that each worker has for itself, such as those in memory, added up at the
 * end of a run.
 *
 * @param prepared the session that prepared the run
 * @param stored messages that they hold
 * @param consumed messages that each group has consumed; none without consumers
 */
record SeparateBrokers(Session prepared, long stored, List<Long> consumed) implements Session {

  SeparateBrokers {
    consumed = List.copyOf(consumed);
  }

  @Override
  public Promise promise() {
    return prepared.promise();
  }

  @Override
  public Map<String, Object> facts() {
    return prepared.facts();
  }

  @Override
  public Producer producer(int index) {
    throw new UnsupportedOperationException("the load is over");
  }

  @Override
  public Producer transactionalProducer(int index, TransactionHandler handler) {
    throw new UnsupportedOperationException("the load is over");
  }

  @Override
  public Subscription subscribe(int group, Receiver receiver) {
    throw new UnsupportedOperationException("the load is over");
  }

  @Override
  public OptionalLong progress(int group) {
    return group < consumed.size() ? OptionalLong.of(consumed.get(group)) : OptionalLong.empty();
  }

  @Override
  public int queues() {
    return prepared.queues();
  }

  @Override
  public boolean keepsOrder() {
    return prepared.keepsOrder();
  }

  @Override
  public OptionalLong storedCount() {
    return OptionalLong.of(stored);
  }

  @Override
  public void close() {
    // The session that prepared the run is closed by those who opened it.
  }
}
