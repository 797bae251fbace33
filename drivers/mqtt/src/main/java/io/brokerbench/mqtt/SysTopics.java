package io.brokerbench.mqtt;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What Mosquitto publishes of itself below {@code $SYS} (mosquitto(8)), every second if it is ours.
 * Of messages of QoS 2, and of retained ones, it counts what they bring, not how many came: they
 * are all of one size.
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

  private static final long POLL_NANOS = 20_000_000;

  /** Twice as long as one needs that is not ours, which tells every 10 s unless set otherwise. */
  private static final long SETTLE_SECONDS = 24;

  private final boolean byBytes;
  private final boolean acknowledged;
  private final int messageBytes;
  private final Clients clients;
  private final Client client;
  private final Clock clock = Clock.system();
  private final Map<String, Long> told = new ConcurrentHashMap<>();
  private final AtomicLong updates = new AtomicLong();
  private final AtomicLong markers = new AtomicLong();
  private final AtomicLong echoed = new AtomicLong();
  private volatile long updatesAtEcho;
  private volatile boolean restarted;
  private final String markerTopics;

  private SysTopics(Clients clients, Roster.HostPort broker, String run, MqttOptions options) {
    this.byBytes = options.qos() == 2 || options.retained();
    this.acknowledged = options.qos() > 0;
    this.messageBytes = options.messageBytes();
    this.markerTopics = String.format(Locale.ROOT, "brokerbench/%s/settle/%d/", run, broker.port());
    this.clients = clients;
    this.client =
        clients.client(
            new Identity("bb" + run + "sys" + broker.port(), broker.host(), broker.port(), false),
            true,
            (topic, body, qos, again) -> take(topic, body));
  }

  /**
   * Listens to a broker.
   *
   * @param clients for this alone, so that its connection is none of the load's; closed with it
   */
  static SysTopics of(Clients clients, Roster.HostPort broker, String run, MqttOptions options)
      throws BrokerException, InterruptedException {
    SysTopics topics = new SysTopics(clients, broker, run, options);
    List<String> filters = new ArrayList<>(FIGURES.keySet());
    filters.add(topics.markerTopics + "+");
    try {
      long patienceMillis = options.access().connectTimeout().toMillis();
      topics.client.connect().get(patienceMillis, TimeUnit.MILLISECONDS);
      List<Integer> unused =
          topics.client.subscribe(filters, 0).get(patienceMillis, TimeUnit.MILLISECONDS);
      return topics;
    } catch (ExecutionException | TimeoutException e) {
      topics.close();
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "the broker at %s:%d does not tell its counts below $SYS",
              broker.host(),
              broker.port()),
          e);
    }
  }

  private void take(String topic, byte[] body) {
    if (topic.equals(markerTopics + markers.get())) {
      updatesAtEcho = updates.get();
      echoed.set(markers.get());
      return;
    }
    String name = FIGURES.get(topic);
    String text = new String(body, StandardCharsets.UTF_8);
    if (name != null && text.matches("\\d{1,18}")) {
      long count = Long.parseLong(text);
      Long before = told.put(name, count);
      if (name.equals(byBytes ? RECEIVED_BYTES : RECEIVED)) {
        restarted |= before != null && count < before;
        updates.incrementAndGet();
      }
    }
  }

  @Override
  public Map<String, Long> last() {
    Map<String, Long> figures = new LinkedHashMap<>(told);
    Long bytes = figures.remove(RECEIVED_BYTES);
    Long received = figures.remove(RECEIVED);
    if (byBytes) {
      received = bytes == null ? null : Long.valueOf(bytes / messageBytes);
    }
    if (received != null) {
      figures.put(RECEIVED, received - markers.get());
    }
    return figures;
  }

  /**
   * A figure is told when it changes: a message of our own changes it, and once that has come back
   * the next figure includes it, and everything that was acknowledged before. One that came while
   * the message was on its way may be the one that includes it: then another message goes. What is
   * not acknowledged may be on its way still: then two figures in a row must be the same. A broker
   * that tells too rarely does not tell, nor does one that began to count anew.
   */
  @Override
  public Map<String, Long> settled() {
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    Long before = null;
    while (!restarted && isMarked(deadline) && isTold(updatesAtEcho + 1, updates, deadline)) {
      Long now = last().get(RECEIVED);
      if (now != null && (acknowledged || now.equals(before))) {
        return last();
      }
      before = now;
    }
    Map<String, Long> unsettled = last();
    unsettled.remove(RECEIVED);
    return unsettled;
  }

  private boolean isMarked(long deadline) {
    long updatesBefore;
    do {
      updatesBefore = updates.get();
      long marker = markers.incrementAndGet();
      client.publish(markerTopics + marker, new byte[messageBytes], (outcome, kind) -> {});
      if (!isTold(marker, echoed, deadline)) {
        return false;
      }
    } while (updatesAtEcho != updatesBefore);
    return true;
  }

  private boolean isTold(long number, AtomicLong counter, long deadline) {
    while (counter.get() < number) {
      if (clock.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
        return false;
      }
      clock.park(POLL_NANOS);
    }
    return true;
  }

  @Override
  public void close() {
    Fleet.close(List.of(client));
    clients.close();
  }
}
