package io.brokerbench.mqtt.inspect;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.units.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts that Mosquitto publishes below {@code $SYS} (mosquitto(8)), every second if started by
 * brokerbench. The numbers of QoS 2 messages and of retained messages are derived from the count of
 * bytes received, and unknown if messages have different sizes.
 */
public final class SysTopics implements CountSource {

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

  /** About twice the time that an external broker needs, which by default publishes every 10 s. */
  private static final long SETTLE_SECONDS = 24;

  private final boolean byBytes;
  private final boolean countable;
  private final boolean acknowledged;
  private final int messageBytes;
  private final ClientConnections clients;
  private final ClientConnection client;
  private final Clock clock = Clock.system();
  private final Map<String, Long> reported = new ConcurrentHashMap<>();
  private final AtomicLong updates = new AtomicLong();
  private final AtomicLong markers = new AtomicLong();
  private final AtomicLong echoed = new AtomicLong();
  private volatile long updatesAtEcho;
  private volatile boolean restarted;
  private final String markerTopics;

  private SysTopics(ClientConnections clients, HostPort broker, String run, MqttOptions options) {
    this.byBytes = options.qos() == 2 || options.retained();
    this.countable = !byBytes || options.oneSize();
    this.acknowledged = options.qos() > 0;
    this.messageBytes = options.messageBytes();
    this.markerTopics = Text.of("brokerbench/%s/settle/%d/", run, broker.port());
    this.clients = clients;
    this.client =
        clients.client(
            new ClientIdentity(options.clientId(run + "sys" + broker.port()), broker, false),
            true,
            (topic, body, qos, again) -> take(topic, body));
  }

  /**
   * Subscribes at a broker.
   *
   * @param clients used for this connection only, apart from those of the load; closed with it
   */
  public static SysTopics of(
      ClientConnections clients, HostPort broker, String run, MqttOptions options)
      throws BrokerException, InterruptedException {
    SysTopics topics = new SysTopics(clients, broker, run, options);
    List<String> filters = new ArrayList<>(FIGURES.keySet());
    filters.add(topics.markerTopics + "+");
    boolean ready = false;
    try {
      long patienceMillis = options.access().connectTimeout().toMillis();
      topics.client.connect().get(patienceMillis, TimeUnit.MILLISECONDS);
      List<Integer> unused =
          topics.client.subscribe(filters, 0).get(patienceMillis, TimeUnit.MILLISECONDS);
      ready = true;
      return topics;
    } catch (ExecutionException | TimeoutException e) {
      throw new BrokerException(
          Text.of("the broker at %s does not report its counts below $SYS", broker), e);
    } finally {
      if (!ready) {
        topics.close();
      }
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
      Long before = reported.put(name, count);
      if (name.equals(byBytes ? RECEIVED_BYTES : RECEIVED)) {
        restarted |= before != null && count < before;
        updates.incrementAndGet();
      }
    }
  }

  @Override
  public Map<String, Long> last() {
    Map<String, Long> figures = new LinkedHashMap<>(reported);
    Long bytes = figures.remove(RECEIVED_BYTES);
    Long received = figures.remove(RECEIVED);
    if (byBytes) {
      received = bytes == null || !countable ? null : Long.valueOf(bytes / messageBytes);
    }
    if (received != null) {
      figures.put(RECEIVED, received - markers.get());
    }
    return figures;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A figure is published when it changes. A marker message changes it; once the marker has been
   * received back, the next figure includes the marker and everything acknowledged before it. If a
   * figure arrived while the marker was on its way, that figure may already include the marker, so
   * another marker is sent. Messages without acknowledgements may still be on their way; then two
   * consecutive figures must be equal. {@link #RECEIVED} is missing if the figures do not arrive in
   * time, the counter was reset, or the number does not follow from the bytes.
   */
  @Override
  public Map<String, Long> settled() {
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    Long before = null;
    while (countable
        && !restarted
        && isMarked(deadline)
        && isReported(updatesAtEcho + 1, updates, deadline)) {
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
      if (!isReported(marker, echoed, deadline)) {
        return false;
      }
    } while (updatesAtEcho != updatesBefore);
    return true;
  }

  private boolean isReported(long number, AtomicLong counter, long deadline) {
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
    BulkConnector.close(List.of(client));
    clients.close();
  }
}
