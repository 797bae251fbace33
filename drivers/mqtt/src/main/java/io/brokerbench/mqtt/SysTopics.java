package io.brokerbench.mqtt;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What Mosquitto publishes of itself below {@code $SYS} (mosquitto(8)), every second if it is ours.
 * Messages of QoS 2 it does not count as received.
 */
final class SysTopics implements BrokerCounts {

  private static final Map<String, String> FIGURES =
      Map.of(
          "$SYS/broker/publish/messages/received", RECEIVED,
          "$SYS/broker/publish/messages/sent", "sentMessages",
          "$SYS/broker/publish/messages/dropped", "droppedMessages",
          "$SYS/broker/store/messages/count", "storedMessages",
          "$SYS/broker/clients/connected", "connectedClients",
          "$SYS/broker/heap/current", "heapBytes");

  private static final long PATIENCE_SECONDS = 3;
  private static final long POLL_NANOS = 20_000_000;
  private static final long PUBLISHED_NANOS = 1_200_000_000;

  private static final int EXACTLY_ONCE = 2;

  private final int qos;
  private final Client client;
  private final Clock clock = Clock.system();
  private final Map<String, Long> told = new ConcurrentHashMap<>();

  private SysTopics(Clients clients, Roster.HostPort broker, String run, int qos) {
    this.qos = qos;
    this.client =
        clients.client(
            new Identity("bb" + run + "sys" + broker.port(), broker.host(), broker.port(), false),
            true,
            (topic, body, arrivedQos, again) -> take(topic, body));
  }

  /**
   * Listens to a broker.
   *
   * @param qos with which messages are published
   */
  static SysTopics of(Clients clients, Roster.HostPort broker, String run, int qos)
      throws BrokerException, InterruptedException {
    SysTopics topics = new SysTopics(clients, broker, run, qos);
    try {
      topics.client.connect().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      List<Integer> unused =
          topics
              .client
              .subscribe(List.copyOf(FIGURES.keySet()), 0)
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return topics;
    } catch (ExecutionException | TimeoutException e) {
      topics.close();
      throw new BrokerException(
          "the broker at %s:%d does not tell its counts below $SYS"
              .formatted(broker.host(), broker.port()),
          e);
    }
  }

  private void take(String topic, byte[] body) {
    String name = FIGURES.get(topic);
    String text = new String(body, StandardCharsets.UTF_8);
    if (name != null && counts(name) && text.matches("\\d{1,18}")) {
      told.put(name, Long.parseLong(text));
    }
  }

  private boolean counts(String name) {
    return !name.equals(RECEIVED) || qos < EXACTLY_ONCE;
  }

  @Override
  public Map<String, Long> last() {
    return new LinkedHashMap<>(told);
  }

  /** A figure is published when it changes: what is quiet for longer than a second is settled. */
  @Override
  public Map<String, Long> settled() {
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(2 * PATIENCE_SECONDS);
    long quietFrom = clock.nanoTime();
    Long before = told.get(RECEIVED);
    while (counts(RECEIVED)
        && clock.nanoTime() < deadline
        && (before == null || clock.nanoTime() - quietFrom < PUBLISHED_NANOS)) {
      clock.park(POLL_NANOS);
      Long now = told.get(RECEIVED);
      if (now != null && !now.equals(before)) {
        before = now;
        quietFrom = clock.nanoTime();
      }
    }
    return last();
  }

  @Override
  public void close() {
    Fleet.close(List.of(client));
  }
}
