package io.brokerbench.driver;

import io.brokerbench.results.Promise;
import java.util.Map;
import java.util.OptionalLong;

/** A session of which a test needs but a part. */
public interface TestSession extends Session {

  @Override
  default Promise promise() {
    return new Promise(true, false, 2, "test");
  }

  @Override
  default Map<String, Object> facts() {
    return Map.of();
  }

  @Override
  default Producer producer(int index) throws BrokerException {
    throw new BrokerException("nobody sends here");
  }

  @Override
  default Producer transactionalProducer(int index, TransactionHandler handler)
      throws BrokerException {
    throw new BrokerException("nobody sends here");
  }

  @Override
  default Subscription subscribe(int group, Receiver receiver) throws BrokerException {
    throw new BrokerException("nobody consumes here");
  }

  @Override
  default int queues() {
    return 1;
  }

  @Override
  default boolean keepsOrder() {
    return true;
  }

  @Override
  default OptionalLong storedCount() throws BrokerException {
    return OptionalLong.of(0);
  }

  @Override
  default void close() {}
}
