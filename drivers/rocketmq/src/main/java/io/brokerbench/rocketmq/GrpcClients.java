package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Load.SendMode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientConfigurationBuilder;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.StaticSessionCredentialsProvider;
import org.apache.rocketmq.client.apis.producer.Producer;

/**
 * The gRPC clients of a session, each with connections of its own; none where messages go to the
 * brokers themselves. Not thread-safe but for {@link #producer}, once all are open.
 */
final class GrpcClients implements AutoCloseable {

  private final RocketMqOptions options;
  private final String proxies;
  private final List<Producer> open = new ArrayList<>();

  /**
   * Of a session.
   *
   * @param proxies as {@code host:port;host:port}
   */
  GrpcClients(RocketMqOptions options, String proxies) {
    this.options = options;
    this.proxies = proxies;
  }

  String proxies() {
    return proxies;
  }

  /**
   * Makes one more, which knows the topic's queues.
   *
   * @throws BrokerException if it does not get that far
   */
  void open() throws BrokerException {
    ClientLogs.quietGrpc();
    try {
      open.add(
          ClientServiceProvider.loadService()
              .newProducerBuilder()
              .setClientConfiguration(configuration())
              .setTopics(options.topic())
              // A retry would hide a failure and count two attempts as one latency.
              .setMaxAttempts(1)
              .build());
    } catch (ClientException | RuntimeException e) {
      throw new BrokerException(
          String.format(
              Locale.ROOT, "the RocketMQ client does not start at %s: %s", proxies, root(e)),
          e);
    }
  }

  private ClientConfiguration configuration() {
    ClientConfigurationBuilder builder =
        ClientConfiguration.newBuilder()
            .setEndpoints(proxies)
            .setRequestTimeout(Duration.ofMillis(options.sendTimeoutMillis()))
            .enableSsl(options.tls());
    options
        .credentials()
        .ifPresent(
            keys ->
                builder.setCredentialProvider(
                    new StaticSessionCredentialsProvider(keys.accessKey(), keys.secretKey())));
    return builder.build();
  }

  private static String root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return Failure.text(root);
  }

  /** For one thread; threads share the clients in turn. */
  GrpcProducer producer(int index, SendMode mode) {
    return new GrpcProducer(
        ClientServiceProvider.loadService(), open.get(index % open.size()), options.topic(), mode);
  }

  @Override
  public void close() {
    for (Producer client : open) {
      try {
        client.close();
      } catch (IOException e) {
        // It is of no more use.
      }
    }
    open.clear();
  }
}
