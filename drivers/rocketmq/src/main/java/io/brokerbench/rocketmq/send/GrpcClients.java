package io.brokerbench.rocketmq.send;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.connect.ClientLogs;
import io.brokerbench.rocketmq.connect.Proxies;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.workload.Load.SendMode;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.producer.Producer;

/**
 * The gRPC clients of a session, each with its own connections; none if messages are sent directly
 * to the brokers. Not thread-safe, except for {@link #producer} once all clients are open.
 */
public final class GrpcClients implements AutoCloseable {

  private final RocketMqOptions options;
  private final Proxies proxies;
  private final List<Producer> open = new ArrayList<>();

  /**
   * Creates the owner of the clients, without any client yet.
   *
   * @param proxies to which they will connect
   */
  public GrpcClients(RocketMqOptions options, Proxies proxies) {
    this.options = options;
    this.proxies = proxies;
  }

  /** The proxies, to which consumers connect as well. */
  public Proxies proxies() {
    return proxies;
  }

  /**
   * Starts one more client, which fetches the routes of the topics.
   *
   * @throws BrokerException if the client does not start
   */
  public void open() throws BrokerException {
    ClientLogs.quietGrpc();
    try {
      open.add(
          ClientServiceProvider.loadService()
              .newProducerBuilder()
              .setClientConfiguration(proxies.configuration())
              .setTopics(options.topics().toArray(new String[0]))
              // A retry would hide a failure and count two attempts as one latency.
              .setMaxAttempts(1)
              .build());
    } catch (ClientException | UnknownHostException | RuntimeException e) {
      throw proxies.notStarted(e);
    }
  }

  /** A producer for one thread; the clients are assigned to threads in turn. */
  public GrpcProducer producer(int index, SendMode mode) {
    return new GrpcProducer(
        ClientServiceProvider.loadService(), open.get(index % open.size()), options.topics(), mode);
  }

  @Override
  public void close() {
    for (Producer client : open) {
      try {
        client.close();
      } catch (IOException | RuntimeException e) {
        // The client is no longer needed, and the rest of the session has to be closed.
      }
    }
    open.clear();
  }
}
