package io.brokerbench.mqtt.connect;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientSslConfigBuilder;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfigBuilder;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectBuilder;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.mqtt.connect.MqttOptions.Access;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.reactivex.Scheduler;
import io.reactivex.schedulers.Schedulers;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The HiveMQ client: all connections share a few threads. */
public final class HiveMqClients implements ClientConnections {

  /** Below the listen backlog of the brokers, which is 100 or more. */
  private static final int AT_ONCE = 64;

  private final MqttOptions options;
  private final Losses losses;
  private final SourceAddresses sources;
  private final MqttClientExecutorConfig prompt;
  private final MqttClientExecutorConfig patient;
  private final @Nullable ThreadPoolExecutor workers;
  private int subscribers;
  private final @Nullable MqttClientSslConfig tls;

  /**
   * Connects to nothing yet.
   *
   * @param authority of the brokers' certificates if brokerbench made it, in PEM
   */
  public HiveMqClients(MqttOptions options, Losses losses, Optional<String> authority)
      throws BrokerException {
    this.options = options;
    this.losses = losses;
    this.sources = new SourceAddresses(options.access().sources());
    Optional<ClientTls> tls = options.access().tls();
    this.tls =
        tls.isPresent() ? tls(tls.get(), authority, options.access().connectTimeout()) : null;
    this.prompt = executors(Schedulers.trampoline());
    this.workers = options.works() ? workers() : null;
    this.patient = workers == null ? prompt : executors(Schedulers.from(workers));
  }

  private static MqttClientSslConfig tls(
      ClientTls tls, Optional<String> authority, Duration timeout) throws BrokerException {
    MqttClientSslConfigBuilder config =
        MqttClientSslConfig.builder()
            .keyManagerFactory(tls.keys().orElse(null))
            .handshakeTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    // Without a verifier of its own, the client verifies as HTTPS does.
    return tls.verifying()
        ? config.trustManagerFactory(tls.trust(authority)).build()
        : config
            .trustManagerFactory(InsecureTrustManagerFactory.INSTANCE)
            .hostnameVerifier((host, session) -> true)
            .build();
  }

  private MqttClientExecutorConfig executors(Scheduler arrivals) {
    return MqttClientExecutorConfig.builder()
        .nettyThreads(options.access().threads())
        .applicationScheduler(arrivals)
        .build();
  }

  /** Simulated work must not block the connections that share a thread. */
  private static ThreadPoolExecutor workers() {
    return new ThreadPoolExecutor(
        1,
        1,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        DaemonThreads.named("brokerbench-subscriber"),
        // Connections end shortly after they are closed, and then notify their subscribers.
        new ThreadPoolExecutor.DiscardPolicy());
  }

  @Override
  public ClientConnection client(ClientIdentity identity, boolean clean, MessageListener inbox) {
    if (inbox.takesTime()) {
      addWorker();
    }
    MqttClientBuilder builder = builder(identity, inbox.takesTime() ? patient : prompt);
    return new HiveMqClient(builder, options, identity, clean, inbox, losses);
  }

  /** Each subscriber has a thread for its work: the pool has one for the first. */
  private synchronized void addWorker() {
    if (workers != null && ++subscribers > 1) {
      workers.setMaximumPoolSize(subscribers);
      workers.setCorePoolSize(subscribers);
    }
  }

  private MqttClientBuilder builder(ClientIdentity identity, MqttClientExecutorConfig executors) {
    return MqttClient.builder()
        .identifier(identity.id())
        .transportConfig(transport(identity.broker()))
        .executorConfig(executors);
  }

  /** The addresses of a connection, and the time limit for each step of opening it. */
  MqttClientTransportConfig transport(HostPort broker) {
    long timeoutMillis = options.access().connectTimeout().toMillis();
    MqttClientTransportConfigBuilder transport =
        MqttClientTransportConfig.builder()
            .serverHost(broker.host())
            .serverPort(broker.port())
            .socketConnectTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
            .mqttConnectTimeout(timeoutMillis, TimeUnit.MILLISECONDS);
    Optional<InetAddress> source = sources.next();
    if (source.isPresent()) {
      transport = transport.localAddress(source.get());
    }
    if (tls != null) {
      transport = transport.sslConfig(tls);
    }
    return transport.build();
  }

  /**
   * Whether a broker refuses an empty message to a topic, by MQTT 5: with MQTT 3.1.1, a broker
   * acknowledges the message of a user without the right to publish, and drops it. False also if
   * the broker does not answer, or does not speak MQTT 5.
   */
  public CompletableFuture<Boolean> refuses(ClientIdentity identity, String topic) {
    Mqtt5AsyncClient client = builder(identity, prompt).useMqttVersion5().buildAsync();
    Mqtt5ConnectBuilder.Send<CompletableFuture<Mqtt5ConnAck>> connect =
        client.connectWith().cleanStart(true);
    Access access = options.access();
    if (!access.user().isEmpty()) {
      connect =
          connect
              .simpleAuth()
              .username(access.user())
              .password(access.password().getBytes(StandardCharsets.UTF_8))
              .applySimpleAuth();
    }
    return connect
        .send()
        .thenCompose(
            connected -> client.publishWith().topic(topic).qos(MqttQos.AT_LEAST_ONCE).send())
        .orTimeout(access.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .handle((result, failure) -> failure != null && isDenied(failure))
        .whenComplete(
            (denied, failure) -> {
              CompletableFuture<Void> unused = client.disconnect();
            });
  }

  private static boolean isDenied(Throwable failure) {
    return MqttRefusal.unwrapped(failure) instanceof Mqtt5PubAckException no
        && no.getMqttMessage().getReasonCode() == Mqtt5PubAckReasonCode.NOT_AUTHORIZED;
  }

  @Override
  public String release() {
    return ClientConnections.library(MqttClientBuilder.class);
  }

  @Override
  public int connectingAtOnce() {
    return AT_ONCE;
  }

  @Override
  public void close() {
    if (workers != null) {
      workers.shutdownNow();
    }
  }
}
