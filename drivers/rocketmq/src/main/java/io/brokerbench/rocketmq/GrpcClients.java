package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.rocketmq.connect.ClientLogs;
import io.brokerbench.rocketmq.connect.Proxies;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.connect.TransactionHandlers;
import io.brokerbench.workload.Load.SendMode;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.ProducerBuilder;

/**
 * The gRPC clients of a session, each with its own connections; none if messages are sent directly
 * to the brokers. Not thread-safe, except that any thread gets its producer once all clients are
 * open.
 */
final class GrpcClients implements AutoCloseable {

  private final RocketMqOptions options;
  private final Proxies proxies;
  private final TransactionHandlers handlers;
  private final List<Producer> open = new ArrayList<>();

  /**
   * Creates the owner of the clients, without any client yet.
   *
   * @param proxies to which they will connect
   * @param handlers answer the check-backs of their transactions
   */
  GrpcClients(RocketMqOptions options, Proxies proxies, TransactionHandlers handlers) {
    this.options = options;
    this.proxies = proxies;
    this.handlers = handlers;
  }

  /** The proxies, to which consumers connect as well. */
  Proxies proxies() {
    return proxies;
  }

  /**
   * Starts one more client, which fetches the routes of the topics.
   *
   * @throws BrokerException if the client does not start
   */
  void open() throws BrokerException {
    ClientLogs.quietGrpc();
    try {
      ProducerBuilder client =
          ClientServiceProvider.loadService()
              .newProducerBuilder()
              .setClientConfiguration(proxies.configuration())
              .setTopics(options.topics().toArray(new String[0]))
              // A retry would hide a failure and count two attempts as one latency.
              .setMaxAttempts(1);
      if (options.transactions()) {
        client.setTransactionChecker(handlers);
      }
      open.add(client.build());
    } catch (ClientException | UnknownHostException | RuntimeException e) {
      throw proxies.notStarted(e);
    }
  }

  /** A producer for one thread; the clients are assigned to threads in turn. */
  io.brokerbench.driver.Producer producer(int index, SendMode mode) {
    return new GrpcProducer(messages(), client(index), mode);
  }

  /** The same for transactions, with the handler that executes them. */
  io.brokerbench.driver.Producer transactionalProducer(int index, TransactionHandler handler) {
    return new GrpcTransactionalProducer(messages(), client(index), handler, handlers);
  }

  private GrpcMessages messages() {
    return new GrpcMessages(ClientServiceProvider.loadService(), options.topics());
  }

  private Producer client(int index) {
    return open.get(index % open.size());
  }

  @Override
  public void close() {
    open.forEach(GrpcSubscription::end);
    open.clear();
  }
}
