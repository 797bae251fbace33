package io.brokerbench.mqtt;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.mqtt.connect.MqttRefusal;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.units.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * Sends one message with the settings of the run through a broker before the measurement: with MQTT
 * 3.1.1, a broker does not report unsupported features or missing rights, but drops the message or
 * the connection. Not thread-safe.
 */
final class DeliveryCheck {

  private static final long PATIENCE_SECONDS = 10;

  /** Time for a delivery before the broker is asked whether it refuses messages. */
  private static final long ASK_NANOS = 1_000_000_000;

  private static final long POLL_NANOS = 5_000_000;
  private static final String GROUP = "probe";

  private final MqttOptions options;
  private final ClientConnections clients;
  private final HostPort broker;
  private final CreatedObjects created;

  /** Asks whether a client is refused the right to publish to a topic. */
  private final BiFunction<ClientIdentity, String, CompletableFuture<Boolean>> refused;

  private final String topic;
  private final byte[] body;
  private final Clock clock = Clock.system();
  private final AtomicInteger received = new AtomicInteger();

  DeliveryCheck(
      MqttOptions options,
      ClientConnections clients,
      HostPort broker,
      CreatedObjects created,
      BiFunction<ClientIdentity, String, CompletableFuture<Boolean>> refused) {
    this.options = options;
    this.clients = clients;
    this.broker = broker;
    this.created = created;
    this.refused = refused;
    // Rights are per topic, so the probe has a topic of the run, unless a bridge forwards that.
    this.topic =
        options.topics().direct()
            ? options.topics().published(0, created.id())
            : "brokerbench/" + created.id() + "/probe";
    this.body =
        Arrays.copyOf(created.id().getBytes(StandardCharsets.UTF_8), options.messageBytes());
  }

  /**
   * Sends the message.
   *
   * @throws BrokerException if the broker does not support a setting or refuses the message; the
   *     message names it in one line
   */
  void run() throws BrokerException, InterruptedException {
    List<ClientConnection> all = new ArrayList<>();
    String wanted =
        options.topics().direct() ? options.topics().subscribed(0, created.id()) : topic;
    String filter = options.shared() ? "$share/" + GROUP + created.id() + "/" + wanted : wanted;
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
        List<CreatedObject> retained =
            options.retained()
                ? List.of(CreatedObject.at(CreatedObject.Kind.RETAINED, topic, broker))
                : List.of();
        created.creating(retained);
        publish(publisher, listeners > 0);
        if (options.retained()) {
          await(publisher.clear(topic));
        }
        created.gone(retained);
      }
    } finally {
      BulkConnector.close(all);
    }
  }

  private ClientConnection client(String id, List<ClientConnection> all)
      throws BrokerException, InterruptedException {
    ClientConnection client =
        clients.client(
            new ClientIdentity(options.clientId(created.id() + "probe" + id), broker, true),
            true,
            (from, came, qos, again) -> {
              if (Arrays.equals(came, body)) {
                received.incrementAndGet();
              }
            });
    all.add(client);
    await(client.connect());
    return client;
  }

  private void publish(ClientConnection publisher, boolean heard)
      throws BrokerException, InterruptedException {
    CompletableFuture<SendOutcome> ended = new CompletableFuture<>();
    publisher.publish(topic, body, (outcome, kind) -> ended.complete(outcome));
    SendOutcome outcome = SendOutcome.REJECTED;
    try {
      outcome = ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // Treated as a refusal.
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    if (options.qos() > 0 && outcome != SendOutcome.ACKED) {
      requireRight();
      throw new BrokerException(
          Text.of(
              "%s does not acknowledge a message of %,d B with QoS %d; check its maximum QoS and message size",
              name(), options.messageBytes(), options.qos()));
    }
    if (heard) {
      awaitDelivery();
    } else {
      requireRight();
    }
  }

  private void awaitDelivery() throws BrokerException, InterruptedException {
    long began = clock.nanoTime();
    boolean asked = false;
    while (received.get() == 0) {
      long waited = clock.nanoTime() - began;
      if (!asked && waited > ASK_NANOS) {
        asked = true;
        requireRight();
      }
      if (waited > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        throw new BrokerException(
            Text.of(
                "%s took a message of %,d B with QoS %d and delivered it to no %s; check %s",
                name(),
                options.messageBytes(),
                options.qos(),
                options.shared() ? "shared subscription" : "subscriber",
                options.shared()
                    ? "whether it has any, or set mqtt.shared=false"
                    : Text.of(
                        "its maximum message size, and the right of %s to read %s",
                        user(), topic)));
      }
      clock.park(POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped");
      }
    }
  }

  private void requireRight() throws BrokerException, InterruptedException {
    ClientIdentity asking =
        new ClientIdentity(options.clientId(created.id() + "probew"), broker, true);
    if (await(refused.apply(asking, topic))) {
      throw new BrokerException(
          Text.of(
              "%s refuses messages to %s; check the right of %s to write to it",
              name(), topic, user()));
    }
  }

  private String user() {
    String user = options.access().user();
    return user.isEmpty() ? "clients without mqtt.user" : "mqtt.user " + user;
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
    return "the broker at " + broker;
  }
}
