package io.brokerbench.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfigBuilder;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.mqtt.MqttOptions.Access;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.reactivex.Scheduler;
import io.reactivex.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** HiveMQ's client: all connections on a few threads. */
final class HiveMqClients implements Clients {

  /** The backlog of listening brokers is 100 or more. */
  private static final int AT_ONCE = 64;

  private final MqttOptions options;
  private final Losses losses;
  private final MqttClientExecutorConfig prompt;
  private final MqttClientExecutorConfig patient;
  private final @Nullable ExecutorService workers;

  HiveMqClients(MqttOptions options, Losses losses) {
    this.options = options;
    this.losses = losses;
    this.prompt = executors(Schedulers.trampoline());
    this.workers = options.works() ? workers(Math.max(1, options.subscribers())) : null;
    this.patient = workers == null ? prompt : executors(Schedulers.from(workers));
  }

  private MqttClientExecutorConfig executors(Scheduler arrivals) {
    return MqttClientExecutorConfig.builder()
        .nettyThreads(options.access().threads())
        .applicationScheduler(arrivals)
        .build();
  }

  /** What takes time must not hold up the connections that share a thread. */
  private static ExecutorService workers(int count) {
    return new ThreadPoolExecutor(
        count,
        count,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        DaemonThreads.named("brokerbench-subscriber"),
        // Connections end a moment after they were closed, and tell their subscribers.
        new ThreadPoolExecutor.DiscardPolicy());
  }

  @Override
  public Client client(Identity identity, boolean clean, Inbox inbox) {
    Access access = options.access();
    MqttClientTransportConfigBuilder transport =
        MqttClientTransportConfig.builder()
            .serverHost(identity.host())
            .serverPort(identity.port())
            .mqttConnectTimeout(access.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
    if (access.tls()) {
      transport =
          transport.sslConfig(
              MqttClientSslConfig.builder()
                  .trustManagerFactory(InsecureTrustManagerFactory.INSTANCE)
                  .hostnameVerifier((host, session) -> true)
                  .build());
    }
    MqttClientBuilder builder =
        MqttClient.builder()
            .identifier(identity.id())
            .transportConfig(transport.build())
            .executorConfig(inbox.takesTime() ? patient : prompt);
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
