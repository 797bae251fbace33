package io.brokerbench.rocketmq;

import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.connect.TransactionHandlers;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * The started clients of a session that send, assigned to threads in turn. Thread-safe, except for
 * {@link #close}.
 *
 * @param instances clients that send directly to the brokers; empty with gRPC or without producers
 * @param handlers transaction listener of the clients
 * @param grpc clients that send through the proxies
 * @param sends messages by broker, of the producers that choose it
 */
record ProducerClients(
    RocketMqOptions options,
    List<DefaultMQProducer> instances,
    TransactionHandlers handlers,
    GrpcClients grpc,
    SendsByBroker sends)
    implements AutoCloseable {

  ProducerClients {
    instances = List.copyOf(instances);
  }

  /**
   * A producer for one thread.
   *
   * @param queues of all topics; not used with gRPC or retries
   */
  Producer producer(int index, List<MessageQueue> queues) {
    if (options.grpc()) {
      return grpc.producer(index, options.mode());
    }
    return options.retries() > 0
        ? new RetryingProducer(options, options.messages(), instance(index))
        : new RocketMqProducer(options, instance(index), queues, sends, index);
  }

  /** A producer of transactions for one thread. */
  Producer transactionalProducer(int index, TransactionHandler handler) {
    handlers.add(handler);
    return options.grpc()
        ? grpc.transactionalProducer(index, handler)
        : new TransactionalProducer(
            options.messages(), (TransactionMQProducer) instance(index), handler, handlers);
  }

  /**
   * Address of a broker's master, as all instances know it; empty while they differ or know none.
   */
  @SuppressWarnings("deprecation") // The client has no other access to its routes.
  Optional<String> knownMaster(String broker) {
    Set<String> known = new HashSet<>();
    for (DefaultMQProducer instance : instances) {
      known.add(
          instance
              .getDefaultMQProducerImpl()
              .getMqClientFactory()
              .findBrokerAddressInPublish(broker));
    }
    return known.size() == 1 ? Optional.ofNullable(known.iterator().next()) : Optional.empty();
  }

  private DefaultMQProducer instance(int index) {
    return instances.get(index % instances.size());
  }

  /** Closes the gRPC clients; the code that opened the other clients closes them. */
  @Override
  public void close() {
    grpc.close();
  }
}
