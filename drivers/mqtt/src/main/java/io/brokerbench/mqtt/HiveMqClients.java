package io.brokerbench.mqtt;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
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
        Threads.daemons("brokerbench-subscriber"),
        // Connections end a moment after they were closed, and tell their subscribers.
        new ThreadPoolExecutor.DiscardPolicy());
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
            .mqttConnectTimeout(access.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .applyTransportConfig()
            .executorConfig(inbox.takesTime() ? patient : prompt);
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
    String release = MqttClientBuilder.class.getPackage().getImplementationVersion();
    return "hivemq-mqtt-client" + (release == null ? "" : " " + release);
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
