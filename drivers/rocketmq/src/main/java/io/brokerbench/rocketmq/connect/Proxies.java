package io.brokerbench.rocketmq.connect;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientConfigurationBuilder;
import org.apache.rocketmq.client.apis.StaticSessionCredentialsProvider;

/**
 * The proxies of a cluster, as gRPC clients connect to them.
 *
 * @param addresses {@code host:port;host:port}
 */
public record Proxies(RocketMqOptions options, String addresses) {

  public ClientConfiguration configuration() throws UnknownHostException {
    List<HostPort> reachable = new ArrayList<>();
    for (HostPort proxy : HostPort.list(addresses)) {
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

  /** The failure of a client that does not start. */
  public BrokerException notStarted(Exception cause) {
    return new BrokerException(
        Text.of(
            "the RocketMQ client does not start at %s: %s",
            addresses, Failure.text(Causes.root(cause))),
        cause);
  }
}
