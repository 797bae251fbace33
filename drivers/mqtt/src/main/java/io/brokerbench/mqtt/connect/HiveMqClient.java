package io.brokerbench.mqtt.connect;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttClientReconnector;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3SubAckException;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectBuilder;
import com.hivemq.client.mqtt.mqtt3.message.connect.connack.Mqtt3ConnAck;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.Mqtt3Subscribe;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.Mqtt3Subscription;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.suback.Mqtt3SubAck;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Completion;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.MqttOptions.Access;
import io.brokerbench.record.SendOutcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A connection through the HiveMQ client. */
final class HiveMqClient implements ClientConnection {

  private static final long RETRY_MILLIS = 200;

  private final Mqtt3AsyncClient client;
  private final MqttOptions options;
  private final ClientIdentity identity;
  private final boolean clean;
  private final Losses losses;
  private final MqttQos qos;

  /** Between {@link #connect} and {@link #disconnect}. */
  private volatile boolean wanted;

  /** Whether the connection was open since {@link #connect}: only then, it is opened again. */
  private volatile boolean opened;

  /** Completed unless a lost connection is being opened again. */
  private volatile CompletableFuture<Void> reopening = CompletableFuture.completedFuture(null);

  HiveMqClient(
      MqttClientBuilder builder,
      MqttOptions options,
      ClientIdentity identity,
      boolean clean,
      MessageListener inbox,
      Losses losses) {
    this.options = options;
    this.identity = identity;
    this.clean = clean;
    this.losses = losses;
    this.qos = MqttQos.fromCode(options.qos());
    this.client =
        builder
            .useMqttVersion3()
            .addDisconnectedListener(this::disconnected)
            .addConnectedListener(context -> connected())
            .buildAsync();
    client.publishes(
        MqttGlobalPublishFilter.ALL,
        publish ->
            inbox.arrived(
                publish.getTopic().toString(),
                publish.getPayloadAsBytes(),
                publish.getQos().getCode(),
                publish.isRetain()));
  }

  private void connected() {
    if (!wanted) {
      // The library cannot be kept from opening a connection that it has begun to open.
      CompletableFuture<Void> unused = client.disconnect();
    } else if (opened) {
      losses.reconnected().increment();
      reopening.complete(null);
    } else {
      opened = true;
    }
  }

  private void disconnected(MqttClientDisconnectedContext context) {
    if (!wanted || !opened || context.getSource() == MqttDisconnectSource.USER) {
      reopening.complete(null);
      return;
    }
    if (context.getClientConfig().getState() == MqttClientState.CONNECTED) {
      losses.lost().increment();
      reopening = new CompletableFuture<>();
    }
    MqttClientReconnector reconnector = context.getReconnector();
    reconnector.reconnectWhen(
        new CompletableFuture<Void>().completeOnTimeout(null, RETRY_MILLIS, TimeUnit.MILLISECONDS),
        (nothing, failure) -> {
          if (!wanted) {
            reconnector.reconnect(false);
            reopening.complete(null);
          }
        });
  }

  @Override
  public CompletableFuture<Void> connect() {
    wanted = true;
    opened = false;
    Access access = options.access();
    Mqtt3ConnectBuilder.Send<CompletableFuture<Mqtt3ConnAck>> connect =
        client
            .connectWith()
            .cleanSession(clean)
            .keepAlive(access.keepAliveSeconds())
            .restrictions()
            .sendMaximum(access.maxInFlight())
            .applyRestrictions();
    if (!access.user().isEmpty()) {
      connect =
          connect
              .simpleAuth()
              .username(access.user())
              .password(access.password().getBytes(StandardCharsets.UTF_8))
              .applySimpleAuth();
    }
    if (identity.publisher() && !access.willTopic().isEmpty()) {
      connect =
          connect
              .willPublish()
              .topic(access.willTopic())
              .payload(identity.id().getBytes(StandardCharsets.UTF_8))
              .applyWillPublish();
    }
    return connect
        .send()
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                throw new CompletionException(refusal(failure));
              }
              return null;
            });
  }

  private BrokerException refusal(Throwable failure) {
    Throwable cause = MqttRefusal.unwrapped(failure);
    return cause instanceof Mqtt3ConnAckException no
        ? MqttRefusal.byCode(
            identity, options.access(), no.getMqttMessage().getReturnCode().getCode(), cause)
        : MqttRefusal.of(identity, cause, options.access().tls());
  }

  @Override
  public void publish(String topic, byte[] body, Completion completion) {
    Mqtt3Publish message =
        Mqtt3Publish.builder()
            .topic(topic)
            .payload(body)
            .qos(qos)
            .retain(options.retained() && identity.publisher())
            .build();
    CompletableFuture<?> unused =
        client
            .publish(message)
            .whenComplete(
                (answer, failure) -> {
                  // When a session ends, the library reports messages of QoS 2 as sent that had a
                  // PUBREC and no PUBCOMP; the connection is not open then.
                  if (failure == null && (options.qos() < 2 || isOpen())) {
                    Outcomes.done(options.qos(), completion);
                  } else {
                    completion.complete(SendOutcome.UNKNOWN, Outcomes.LOST);
                  }
                });
  }

  @Override
  public CompletableFuture<Void> clear(String topic) {
    Mqtt3Publish nothing = Mqtt3Publish.builder().topic(topic).retain(true).build();
    return client.publish(nothing).thenAccept(written -> {});
  }

  @Override
  public CompletableFuture<List<Integer>> subscribe(List<String> filters, int most) {
    Mqtt3Subscribe subscribe =
        Mqtt3Subscribe.builder()
            .addSubscriptions(
                filters.stream()
                    .map(
                        filter ->
                            Mqtt3Subscription.builder()
                                .topicFilter(filter)
                                .qos(Objects.requireNonNull(MqttQos.fromCode(most)))
                                .build()))
            .build();
    return client
        .subscribe(subscribe)
        .handle(
            (answer, failure) -> {
              // The library reports an answer that grants nothing at all as a failure.
              if (failure != null
                  && MqttRefusal.unwrapped(failure) instanceof Mqtt3SubAckException no) {
                return codes(no.getMqttMessage());
              }
              if (failure != null) {
                throw new CompletionException(
                    MqttRefusal.of(identity, failure, options.access().tls()));
              }
              return codes(answer);
            });
  }

  private static List<Integer> codes(Mqtt3SubAck answer) {
    return answer.getReturnCodes().stream().map(code -> code.getCode()).toList();
  }

  @Override
  public boolean isOpen() {
    return client.getState().isConnected();
  }

  /** Ends when the connection is neither open nor being opened again; fails if it was not open. */
  @Override
  public CompletableFuture<Void> disconnect() {
    wanted = false;
    return client
        .disconnect()
        .exceptionallyCompose(
            failure ->
                reopening.thenCompose(ended -> CompletableFuture.<Void>failedFuture(failure)));
  }
}
