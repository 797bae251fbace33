package io.brokerbench.mqtt.connect;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.MqttOptions.Access;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.units.Text;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import javax.net.SocketFactory;
import org.eclipse.paho.client.mqttv3.IMqttActionListener;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.IMqttToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttCallback;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.ScheduledExecutorPingSender;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.jspecify.annotations.Nullable;

/** A connection through the Eclipse Paho client. */
final class PahoClient implements ClientConnection {

  private static final long RETRY_MILLIS = 200;
  private static final int MOST_TIMEOUT_SECONDS = Integer.MAX_VALUE / 1000;
  private static final int LAST_RETURN_CODE = 5;
  private static final long CLOSE_MILLIS = 2_000;

  /**
   * What all connections of a session share. Thread-safe.
   *
   * @param pings sends the keep-alive pings
   * @param reconnects runs reconnects and disconnects, which block
   */
  record Shared(
      MqttOptions options,
      Losses losses,
      SocketFactory sockets,
      ScheduledExecutorService pings,
      ExecutorService reconnects) {}

  private record Subscribed(List<String> filters, int qos) {

    IMqttToken request(MqttAsyncClient client, @Nullable IMqttActionListener listener)
        throws MqttException {
      int[] each = new int[filters.size()];
      Arrays.fill(each, qos);
      return client.subscribe(filters.toArray(String[]::new), each, null, listener);
    }
  }

  /** A request to the library, which reports its end to the listener. */
  private interface Request {
    void send(MqttAsyncClient client, IMqttActionListener listener) throws MqttException;
  }

  private final Shared shared;
  private final MqttOptions options;
  private final ClientIdentity identity;
  private final boolean clean;
  private final MessageListener inbox;

  /** Those without an outcome. */
  private final Set<Publish> publishes = ConcurrentHashMap.newKeySet();

  private @Nullable MqttAsyncClient client;

  /** The last request to connect. */
  private volatile @Nullable IMqttToken connecting;

  private volatile @Nullable Subscribed subscribed;
  private volatile boolean wanted;

  PahoClient(Shared shared, ClientIdentity identity, boolean clean, MessageListener inbox) {
    this.shared = shared;
    this.options = shared.options();
    this.identity = identity;
    this.clean = clean;
    this.inbox = inbox;
  }

  /** The underlying client, created on first use because each has a timer. */
  private synchronized MqttAsyncClient client() throws MqttException {
    MqttAsyncClient made = client;
    if (made == null) {
      made =
          new MqttAsyncClient(
              Text.of(
                  "%s://%s",
                  options.access().tls().isPresent() ? "ssl" : "tcp", forUri(identity.broker())),
              identity.id(),
              new MemoryPersistence(),
              new ScheduledExecutorPingSender(shared.pings()));
      made.setManualAcks(true);
      made.setCallback(new Callback(made));
      client = made;
    }
    return made;
  }

  private static HostPort forUri(HostPort broker) throws MqttException {
    try {
      return broker.forUri();
    } catch (UnknownHostException e) {
      throw new MqttException(e);
    }
  }

  private MqttConnectOptions connectOptions() throws MqttException {
    Access access = options.access();
    MqttConnectOptions connect = new MqttConnectOptions();
    connect.setMqttVersion(MqttConnectOptions.MQTT_VERSION_3_1_1);
    connect.setCleanSession(clean);
    connect.setKeepAliveInterval(access.keepAliveSeconds());
    connect.setConnectionTimeout(timeoutSeconds());
    connect.setMaxInflight(access.maxInFlight());
    connect.setSocketFactory(shared.sockets());
    boolean verifying = access.tls().map(ClientTls::verifying).orElse(false);
    boolean byName = forUri(identity.broker()).equals(identity.broker());
    connect.setHttpsHostnameVerificationEnabled(verifying && byName);
    if (verifying && !byName) {
      connect.setSSLHostnameVerifier(
          (ip, session) -> ClientTls.isFor(session, identity.broker().host()));
    }
    if (!access.user().isEmpty()) {
      connect.setUserName(access.user());
      connect.setPassword(access.password().toCharArray());
    }
    if (identity.publisher() && !access.willTopic().isEmpty()) {
      connect.setWill(access.willTopic(), identity.id().getBytes(StandardCharsets.UTF_8), 0, false);
    }
    return connect;
  }

  /**
   * The library's limit for opening a connection without an answer of the broker: in whole seconds,
   * and as milliseconds in 31 bits. BulkConnector has the exact limit of the first connection.
   */
  private int timeoutSeconds() {
    long seconds = options.access().connectTimeout().plusMillis(999).toSeconds();
    return (int) Math.min(seconds, MOST_TIMEOUT_SECONDS);
  }

  @Override
  public CompletableFuture<Void> connect() {
    return ask(
        (paho, listener) -> connecting = paho.connect(connectOptions(), null, listener),
        token -> {
          wanted = true;
          return null;
        });
  }

  /** Makes a request; fails with a {@link BrokerException}. */
  private <T> CompletableFuture<T> ask(Request request, Function<IMqttToken, T> answer) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      request.send(
          client(),
          new IMqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
              result.complete(answer.apply(token));
            }

            @Override
            public void onFailure(IMqttToken token, Throwable cause) {
              result.completeExceptionally(refusal(cause));
            }
          });
    } catch (MqttException e) {
      result.completeExceptionally(refusal(e));
    }
    return result;
  }

  private BrokerException refusal(Throwable cause) {
    return cause instanceof MqttException no
            && no.getReasonCode() > 0
            && no.getReasonCode() <= LAST_RETURN_CODE
        ? MqttRefusal.byCode(identity, options.access(), no.getReasonCode(), no)
        : MqttRefusal.of(identity, cause, options.access().tls());
  }

  @Override
  public void publish(String topic, byte[] body, Completion completion) {
    MqttMessage message = new MqttMessage(body);
    message.setQos(options.qos());
    message.setRetained(options.retained() && identity.publisher());
    Publish publish = new Publish(completion);
    publishes.add(publish);
    try {
      client().publish(topic, message, null, publish);
    } catch (MqttException e) {
      publish.fail(
          SendOutcome.REJECTED,
          e.getReasonCode() == MqttException.REASON_CODE_MAX_INFLIGHT
              ? Outcomes.FULL
              : Outcomes.NOT_CONNECTED);
    }
  }

  /** A publish, which has one outcome whatever the library reports, and how often. */
  private final class Publish implements IMqttActionListener {

    private final Completion completion;

    Publish(Completion completion) {
      this.completion = completion;
    }

    @Override
    public void onSuccess(IMqttToken token) {
      if (publishes.remove(this)) {
        Outcomes.done(options.qos(), completion);
      }
    }

    @Override
    public void onFailure(IMqttToken token, Throwable cause) {
      lose();
    }

    void lose() {
      fail(SendOutcome.UNKNOWN, Outcomes.LOST);
    }

    void fail(SendOutcome outcome, String kind) {
      if (publishes.remove(this)) {
        completion.complete(outcome, kind);
      }
    }
  }

  @Override
  public CompletableFuture<Void> clear(String topic) {
    return ask(
        (paho, listener) -> paho.publish(topic, new byte[0], 0, true, null, listener),
        token -> null);
  }

  @Override
  public CompletableFuture<List<Integer>> subscribe(List<String> filters, int most) {
    Subscribed all = new Subscribed(List.copyOf(filters), most);
    subscribed = all;
    return ask(all::request, token -> Arrays.stream(token.getGrantedQos()).boxed().toList());
  }

  /** Acknowledges each message when it was received, as the library does without manual acks. */
  private final class Callback implements MqttCallback {

    private final MqttAsyncClient source;

    Callback(MqttAsyncClient source) {
      this.source = source;
    }

    @Override
    public void connectionLost(Throwable cause) {
      lost(source);
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) throws MqttException {
      boolean again = message.isRetained() || (message.isDuplicate() && message.getQos() < 2);
      inbox.arrived(topic, message.getPayload(), message.getQos(), again);
      if (message.getQos() > 0) {
        source.messageArrivedComplete(message.getId(), message.getQos());
        inbox.acknowledged();
      }
    }

    @Override
    public void deliveryComplete(IMqttDeliveryToken token) {}
  }

  private void lost(MqttAsyncClient source) {
    shared.losses().lost().increment();
    // The library forgets messages of QoS 0 whose end it has yet to report.
    publishes.forEach(Publish::lose);
    if (wanted) {
      shared.reconnects().execute(() -> reconnect(source));
    }
  }

  private void reconnect(MqttAsyncClient source) {
    // By half of it, the library itself has given up a machine that does not answer.
    long patienceMillis = 2_000L * timeoutSeconds();
    while (true) {
      try {
        Thread.sleep(RETRY_MILLIS);
        IMqttToken connected = startReconnecting(source);
        if (connected == null) {
          return;
        }
        connected.waitForCompletion(patienceMillis);
        shared.losses().reconnected().increment();
        // The broker may have lost a persistent session.
        boolean restored =
            connected.getSessionPresent() || isSubscribedAgain(source, patienceMillis);
        // If the connection was lost once more, another reconnect was started.
        if (!restored && source.isConnected()) {
          source.disconnectForcibly(0, 0, false);
          lost(source);
        }
        return;
      } catch (MqttException e) {
        abandon(source, e);
        // The next iteration tries again.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Null if closed meanwhile, when a connection would begin the session anew, or if connected. */
  private synchronized @Nullable IMqttToken startReconnecting(MqttAsyncClient source)
      throws MqttException {
    if (!isUsed(source) || source.isConnected()) {
      return null;
    }
    IMqttToken started = source.connect(connectOptions());
    connecting = started;
    return started;
  }

  /** Whether the underlying client has not been closed. */
  private synchronized boolean isUsed(MqttAsyncClient source) {
    return wanted && client == source;
  }

  /** Whether the broker grants all subscriptions, if there are any. */
  private boolean isSubscribedAgain(MqttAsyncClient source, long patienceMillis) {
    Subscribed all = subscribed;
    if (all == null) {
      return true;
    }
    try {
      IMqttToken answered = all.request(source, null);
      answered.waitForCompletion(patienceMillis);
      return Arrays.stream(answered.getGrantedQos()).noneMatch(MqttRefusal::isRefused);
    } catch (MqttException e) {
      return false;
    }
  }

  /** Ends an attempt to connect that the broker does not answer. */
  private void abandon(MqttAsyncClient source, MqttException failure) {
    if (failure.getReasonCode() == MqttException.REASON_CODE_CLIENT_TIMEOUT && isUsed(source)) {
      try {
        source.disconnectForcibly(0, 0, false);
      } catch (MqttException e) {
        // The attempt has ended.
      }
    }
  }

  @Override
  public synchronized boolean isOpen() {
    MqttAsyncClient made = client;
    return made != null && made.isConnected();
  }

  @Override
  public CompletableFuture<Void> disconnect() {
    wanted = false;
    return CompletableFuture.runAsync(this::end, shared.reconnects());
  }

  /** Closes the underlying client, which cannot be reused; a later connect creates another one. */
  private void end() {
    try {
      MqttAsyncClient ended = client();
      synchronized (this) {
        client = null;
      }
      awaitAnswer(connecting);
      if (ended.isConnected()) {
        ended.disconnect(0).waitForCompletion(CLOSE_MILLIS);
      } else {
        ended.disconnectForcibly(0, 0, false);
      }
      ended.close(true);
    } catch (MqttException e) {
      // The connection is closed already.
    }
  }

  /**
   * A client that is closed while it begins to connect would open the connection all the same, and
   * its thread that reads from it would fail.
   */
  private static void awaitAnswer(@Nullable IMqttToken started) {
    if (started == null) {
      return;
    }
    try {
      started.waitForCompletion(CLOSE_MILLIS);
    } catch (MqttException e) {
      // The broker has refused, or does not answer.
    }
  }
}
