package io.brokerbench.mqtt;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.ConnectionPlan;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.mqtt.connect.MqttRefusal;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends one message with the settings of the run through a broker before the measurement: with MQTT
 * 3.1.1, a broker does not report unsupported features, but drops the message or the connection.
 * Not thread-safe.
 */
final class DeliveryProbe {

  private static final long PATIENCE_SECONDS = 10;
  private static final long POLL_NANOS = 5_000_000;
  private static final String GROUP = "probe";

  private final MqttOptions options;
  private final ClientConnections clients;
  private final ConnectionPlan.HostPort broker;
  private final String run;
  private final Clock clock = Clock.system();
  private final AtomicInteger received = new AtomicInteger();

  DeliveryProbe(
      MqttOptions options, ClientConnections clients, ConnectionPlan.HostPort broker, String run) {
    this.options = options;
    this.clients = clients;
    this.broker = broker;
    this.run = run;
  }

  /**
   * Sends the message.
   *
   * @throws BrokerException if the broker does not support a setting; the message names it in one
   *     line
   */
  void run() throws BrokerException, InterruptedException {
    List<ClientConnection> all = new ArrayList<>();
    String topic = "brokerbench/" + run + "/probe";
    String filter = options.shared() ? "$share/" + GROUP + run + "/" + topic : topic;
    try {
      int listeners = options.groups().isEmpty() ? 0 : options.shared() ? 2 : 1;
      for (int i = 0; i < listeners; i++) {
        ClientConnection listener = client("l" + i, all);
        List<Integer> granted = await(listener.subscribe(List.of(filter), options.subscribeQos()));
        Optional<BrokerException> refusal = MqttRefusal.ofGrants(broker, options, granted);
        if (refusal.isPresent()) {
          throw refusal.get();
        }
      }
      if (options.publishers() > 0) {
        ClientConnection publisher = client("p", all);
        publish(publisher, topic, listeners > 0);
        if (options.retained()) {
          await(publisher.clear(topic));
        }
      }
    } finally {
      BulkConnector.close(all);
    }
  }

  private ClientConnection client(String id, List<ClientConnection> all)
      throws BrokerException, InterruptedException {
    ClientConnection client =
        clients.client(
            new ClientIdentity("bb" + run + "probe" + id, broker.host(), broker.port(), true),
            true,
            (topic, body, qos, again) -> received.incrementAndGet());
    all.add(client);
    await(client.connect());
    return client;
  }

  private void publish(ClientConnection publisher, String topic, boolean heard)
      throws BrokerException, InterruptedException {
    CompletableFuture<SendOutcome> ended = new CompletableFuture<>();
    publisher.publish(
        topic, new byte[options.messageBytes()], (outcome, kind) -> ended.complete(outcome));
    SendOutcome outcome = SendOutcome.REJECTED;
    try {
      outcome = ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // Treated as a refusal.
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    if (options.qos() > 0 && outcome != SendOutcome.ACKED) {
      throw new BrokerException(
          Text.of(
              "%s does not acknowledge a message of %,d B with QoS %d; check its maximum QoS and message size",
              name(), options.messageBytes(), options.qos()));
    }
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (heard && received.get() == 0) {
      if (clock.nanoTime() > deadline) {
        throw new BrokerException(
            Text.of(
                "%s took a message of %,d B with QoS %d and delivered it to no %s; check %s",
                name(),
                options.messageBytes(),
                options.qos(),
                options.shared() ? "shared subscription" : "subscriber",
                options.shared()
                    ? "whether it has any, or set mqtt.shared=false"
                    : "its maximum message size"));
      }
      clock.park(POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped");
      }
    }
  }

  private <T> T await(CompletableFuture<T> future) throws BrokerException, InterruptedException {
    try {
      return future.get(options.access().connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new BrokerException(
          Text.of(
              "%s does not answer within client.connect-timeout, %d ms",
              name(), options.access().connectTimeout().toMillis()),
          e);
    } catch (ExecutionException e) {
      throw new BrokerException(String.valueOf(MqttRefusal.unwrapped(e).getMessage()), e);
    }
  }

  private String name() {
    return Text.of("the broker at %s:%d", broker.host(), broker.port());
  }
}
