package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.AnyCertificate;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import java.util.concurrent.Executors;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;

/** The Eclipse Paho client: three threads per connection. */
public final class PahoClients implements ClientConnections {

  /** Opening a connection takes the client 0.3 s, most of it asleep. */
  private static final int AT_ONCE = 96;

  private final PahoClient.Shared shared;

  public PahoClients(MqttOptions options, Losses losses) throws BrokerException {
    this.shared =
        new PahoClient.Shared(
            options,
            losses,
            options.access().tls()
                ? new PromptSockets.Tls(AnyCertificate.context().getSocketFactory())
                : new PromptSockets(),
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-ping")),
            Executors.newCachedThreadPool(DaemonThreads.named("brokerbench-reconnect")));
  }

  @Override
  public ClientConnection client(ClientIdentity identity, boolean clean, MessageListener inbox) {
    return new PahoClient(shared, identity, clean, inbox);
  }

  @Override
  public String release() {
    return ClientLibrary.of(MqttAsyncClient.class);
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
