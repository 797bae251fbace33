package io.brokerbench.mqtt;

import io.brokerbench.driver.AnyCertificate;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.SocketFactory;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;

/** Eclipse Paho's client: three threads for each connection. */
final class PahoClients implements Clients {

  /** A connection takes it 0.3 s, most of which it sleeps. */
  private static final int AT_ONCE = 96;

  private final MqttOptions options;
  private final Losses losses;
  private final SocketFactory sockets;
  private final ScheduledExecutorService pings =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-ping"));
  private final ExecutorService reconnects =
      Executors.newCachedThreadPool(DaemonThreads.named("brokerbench-reconnect"));

  PahoClients(MqttOptions options, Losses losses) throws BrokerException {
    this.options = options;
    this.losses = losses;
    this.sockets =
        options.access().tls()
            ? new PromptTlsSockets(AnyCertificate.context().getSocketFactory())
            : new PromptSockets();
  }

  @Override
  public Client client(Identity identity, boolean clean, Inbox inbox) {
    return new PahoClient(options, identity, clean, inbox, losses, sockets, pings, reconnects);
  }

  @Override
  public String release() {
    return Jar.of(MqttAsyncClient.class);
  }

  @Override
  public int connectingAtOnce() {
    return AT_ONCE;
  }

  @Override
  public void close() {
    pings.shutdownNow();
    reconnects.shutdownNow();
  }
}
