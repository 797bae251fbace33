package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.tls.ClientTls;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.net.SocketFactory;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;

/** The Eclipse Paho client: three threads per connection. */
public final class PahoClients implements ClientConnections {

  /** Opening a connection takes the client 0.3 s, most of it asleep. */
  private static final int AT_ONCE = 96;

  private final PahoClient.Shared shared;

  /**
   * Connects to nothing yet.
   *
   * @param authority of the brokers' certificates if brokerbench made it, in PEM
   */
  public PahoClients(MqttOptions options, Losses losses, Optional<String> authority)
      throws BrokerException {
    this.shared =
        new PahoClient.Shared(
            options,
            losses,
            sockets(options, authority),
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-ping")),
            Executors.newCachedThreadPool(DaemonThreads.named("brokerbench-reconnect")));
  }

  private static SocketFactory sockets(MqttOptions options, Optional<String> authority)
      throws BrokerException {
    Optional<ClientTls> tls = options.access().tls();
    SourceAddresses sources = new SourceAddresses(options.access().sources());
    return tls.isPresent()
        ? new PromptSockets.Tls(tls.get().context(authority).getSocketFactory(), sources)
        : new PromptSockets(sources);
  }

  @Override
  public ClientConnection client(ClientIdentity identity, boolean clean, MessageListener inbox) {
    return new PahoClient(shared, identity, clean, inbox);
  }

  @Override
  public String release() {
    return ClientConnections.library(MqttAsyncClient.class);
  }

  @Override
  public int connectingAtOnce() {
    return AT_ONCE;
  }

  @Override
  public void close() {
    shared.pings().shutdownNow();
    shared.reconnects().shutdownNow();
  }
}
