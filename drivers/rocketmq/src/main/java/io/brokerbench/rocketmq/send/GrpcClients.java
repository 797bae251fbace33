package io.brokerbench.rocketmq.send;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.connect.ClientLogs;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load.SendMode;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientConfigurationBuilder;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.StaticSessionCredentialsProvider;
import org.apache.rocketmq.client.apis.producer.Producer;

/**
 * The gRPC clients of a session, each with its own connections; none if messages are sent directly
 * to the brokers. Not thread-safe, except for {@link #producer} once all clients are open.
 */
public final class GrpcClients implements AutoCloseable {

  private final RocketMqOptions options;
  private final String proxies;
  private final List<Producer> open = new ArrayList<>();

  /**
   * Creates the owner of the clients, without any client yet.
   *
   * @param proxies addresses, {@code host:port;host:port}
   */
  public GrpcClients(RocketMqOptions options, String proxies) {
    this.options = options;
    this.proxies = proxies;
  }

  public String proxies() {
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
              .setClientConfiguration(configuration())
              .setTopics(options.topics().toArray(new String[0]))
              // A retry would hide a failure and count two attempts as one latency.
              .setMaxAttempts(1)
              .build());
    } catch (ClientException | UnknownHostException | RuntimeException e) {
      throw new BrokerException(
          Text.of("the RocketMQ client does not start at %s: %s", proxies, root(e)), e);
    }
  }

  private ClientConfiguration configuration() throws UnknownHostException {
    List<HostPort> reachable = new ArrayList<>();
    for (HostPort proxy : HostPort.list(proxies)) {
      reachable.add(proxy.forUri());
    }
    ClientConfigurationBuilder builder =
        ClientConfiguration.newBuilder()
            .setEndpoints(HostPort.text(reachable))
            .setRequestTimeout(Duration.ofMillis(options.sendTimeoutMillis()))
            .enableSsl(options.tls().isPresent());
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
      } catch (IOException e) {
        // The client is no longer needed.
      }
    }
    open.clear();
  }
}
