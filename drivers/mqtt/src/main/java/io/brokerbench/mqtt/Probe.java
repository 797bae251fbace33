package io.brokerbench.mqtt;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends one message of the run's kind through a broker before anything is measured: with MQTT 3.1.1
 * a broker says nowhere what it does not do, it drops the message or the connection. For one
 * thread.
 */
final class Probe {

  private static final long PATIENCE_SECONDS = 10;
  private static final long POLL_NANOS = 5_000_000;
  private static final String GROUP = "probe";

  private final MqttOptions options;
  private final Clients clients;
  private final Roster.HostPort broker;
  private final String run;
  private final Clock clock = Clock.system();
  private final AtomicInteger received = new AtomicInteger();

  Probe(MqttOptions options, Clients clients, Roster.HostPort broker, String run) {
    this.options = options;
    this.clients = clients;
    this.broker = broker;
    this.run = run;
  }

  /**
   * Sends it.
   *
   * @throws BrokerException in one line what the broker does not do
   */
  void run() throws BrokerException, InterruptedException {
    List<Client> all = new ArrayList<>();
    String topic = "brokerbench/" + run + "/probe";
    String filter = options.shared() ? "$share/" + GROUP + run + "/" + topic : topic;
    try {
      int listeners = options.groups().isEmpty() ? 0 : options.shared() ? 2 : 1;
      for (int i = 0; i < listeners; i++) {
        Client listener = client("l" + i, all);
        List<Integer> granted = await(listener.subscribe(List.of(filter), options.subscribeQos()));
        Optional<BrokerException> refusal = Refusal.ofGrants(broker, options, granted);
        if (refusal.isPresent()) {
          throw refusal.get();
        }
      }
      if (options.publishers() > 0) {
        Client publisher = client("p", all);
        publish(publisher, topic, listeners > 0);
        if (options.retained()) {
          await(publisher.clear(topic));
        }
      }
    } finally {
      Fleet.close(all);
    }
  }

  private Client client(String id, List<Client> all) throws BrokerException, InterruptedException {
    Client client =
        clients.client(
            new Identity("bb" + run + "probe" + id, broker.host(), broker.port(), true),
            true,
            (topic, body, qos, again) -> received.incrementAndGet());
    all.add(client);
    await(client.connect());
    return client;
  }

  private void publish(Client publisher, String topic, boolean heard)
      throws BrokerException, InterruptedException {
    CompletableFuture<Outcome> told = new CompletableFuture<>();
    publisher.publish(
        topic, new byte[options.messageBytes()], (outcome, kind) -> told.complete(outcome));
    Outcome outcome = Outcome.REJECTED;
    try {
      outcome = told.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // as good as refused
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    if (options.qos() > 0 && outcome != Outcome.ACKED) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "%s does not acknowledge a message of %,d B with QoS %d; check its maximum QoS and message size",
              name(),
              options.messageBytes(),
              options.qos()));
    }
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (heard && received.get() == 0) {
      if (clock.nanoTime() > deadline) {
        throw new BrokerException(
            String.format(
                Locale.ROOT,
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
          String.format(
              Locale.ROOT,
              "%s does not answer within client.connect-timeout, %d ms",
              name(),
              options.access().connectTimeout().toMillis()),
          e);
    } catch (ExecutionException e) {
      throw new BrokerException(String.valueOf(Refusal.unwrapped(e).getMessage()), e);
    }
  }

  private String name() {
    return String.format(Locale.ROOT, "the broker at %s:%d", broker.host(), broker.port());
  }
}
