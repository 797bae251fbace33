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
import java.util.concurrent.atomic.AtomicLong;

/**
 * What Mosquitto publishes of itself below {@code $SYS} (mosquitto(8)), every second if it is ours.
 * Of messages of QoS 2 it counts what they bring, not how many came: they are all of one size.
 */
final class SysTopics implements BrokerCounts {

  private static final String RECEIVED_BYTES = "receivedBytes";

  private static final Map<String, String> FIGURES =
      Map.of(
          "$SYS/broker/publish/messages/received", RECEIVED,
          "$SYS/broker/publish/bytes/received", RECEIVED_BYTES,
          "$SYS/broker/publish/messages/sent", "sentMessages",
          "$SYS/broker/publish/messages/dropped", "droppedMessages",
          "$SYS/broker/store/messages/count", "storedMessages",
          "$SYS/broker/clients/connected", "connectedClients",
          "$SYS/broker/heap/current", "heapBytes");

  private static final long PATIENCE_SECONDS = 3;
  private static final long POLL_NANOS = 20_000_000;
  private static final long SETTLE_SECONDS = 8;

  private final boolean exactlyOnce;
  private final int messageBytes;
  private final Client client;
  private final Clock clock = Clock.system();
  private final Map<String, Long> told = new ConcurrentHashMap<>();
  private final AtomicLong updates = new AtomicLong();
  private final AtomicLong markers = new AtomicLong();
  private final String markerTopic;

  private SysTopics(Clients clients, Roster.HostPort broker, String run, MqttOptions options) {
    this.exactlyOnce = options.qos() == 2;
    this.messageBytes = options.messageBytes();
    this.markerTopic = "brokerbench/" + run + "/settle";
    this.client =
        clients.client(
            new Identity("bb" + run + "sys" + broker.port(), broker.host(), broker.port(), false),
            true,
            (topic, body, qos, again) -> take(topic, body));
  }

  /** Listens to a broker. */
  static SysTopics of(Clients clients, Roster.HostPort broker, String run, MqttOptions options)
      throws BrokerException, InterruptedException {
    SysTopics topics = new SysTopics(clients, broker, run, options);
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
    if (name != null && text.matches("\\d{1,18}")) {
      told.put(name, Long.parseLong(text));
      if (name.equals(exactlyOnce ? RECEIVED_BYTES : RECEIVED)) {
        updates.incrementAndGet();
      }
    }
  }

  @Override
  public Map<String, Long> last() {
    Map<String, Long> figures = new LinkedHashMap<>(told);
    Long bytes = figures.remove(RECEIVED_BYTES);
    Long received = figures.remove(RECEIVED);
    if (exactlyOnce) {
      received = bytes == null ? null : Long.valueOf(bytes / messageBytes);
    }
    if (received != null) {
      figures.put(RECEIVED, received - markers.get());
    }
    return figures;
  }

  /**
   * A figure is told when it changes: messages of our own change it until two of them, one after
   * the other, changed nothing else. A broker that tells too rarely does not tell.
   */
  @Override
  public Map<String, Long> settled() {
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    Long before = null;
    while (clock.nanoTime() < deadline) {
      long seen = updates.get();
      markers.incrementAndGet();
      client.publish(markerTopic, new byte[messageBytes], (outcome, kind) -> {});
      while (updates.get() == seen && clock.nanoTime() < deadline) {
        clock.park(POLL_NANOS);
      }
      Long now = last().get(RECEIVED);
      if (now != null && now.equals(before)) {
        return last();
      }
      before = now;
    }
    Map<String, Long> unsettled = last();
    unsettled.remove(RECEIVED);
    return unsettled;
  }

  @Override
  public void close() {
    Fleet.close(List.of(client));
  }
}
