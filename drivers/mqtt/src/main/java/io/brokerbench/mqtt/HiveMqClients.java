package io.brokerbench.mqtt;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import io.brokerbench.mqtt.MqttOptions.Access;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.reactivex.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** HiveMQ's client: all connections on a few threads. */
final class HiveMqClients implements Clients {

  /** The backlog of listening brokers is 100 or more. */
  private static final int AT_ONCE = 64;

  private final MqttOptions options;
  private final Losses losses;
  private final MqttClientExecutorConfig executors;
  private final @Nullable ExecutorService workers;

  HiveMqClients(MqttOptions options, Losses losses) {
    this.options = options;
    this.losses = losses;
    // What takes time must not hold up the connections that share a thread.
    this.workers =
        options.works()
            ? Executors.newFixedThreadPool(
                Math.max(1, options.subscribers()), Threads.daemons("brokerbench-subscriber"))
            : null;
    this.executors =
        MqttClientExecutorConfig.builder()
            .nettyThreads(options.access().threads())
            .applicationScheduler(
                workers == null ? Schedulers.trampoline() : Schedulers.from(workers))
            .build();
  }

  @Override
  public Client client(Identity identity, boolean clean, Inbox inbox) {
    Access access = options.access();
    MqttClientBuilder builder =
        com.hivemq.client.mqtt.MqttClient.builder()
            .identifier(identity.id())
            .serverHost(identity.host())
            .serverPort(identity.port())
            .transportConfig()
            .mqttConnectTimeout(
                access.connectTimeout().toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
            .applyTransportConfig()
            .executorConfig(executors);
    if (access.tls()) {
      builder =
          builder.sslConfig(
              MqttClientSslConfig.builder()
                  .trustManagerFactory(InsecureTrustManagerFactory.INSTANCE)
                  .hostnameVerifier((host, session) -> true)
                  .build());
    }
    return new HiveMqClient(builder, options, identity, clean, inbox, losses);
  }

  @Override
  public String release() {
    return Jar.of(MqttClientBuilder.class);
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
