package io.brokerbench.mqtt.inspect;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.units.Text;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Detects whether a broker is a Mosquitto that publishes its counts below {@code $SYS}. A broker
 * that refuses such a subscription, silently or not, is not. Not thread-safe.
 */
public final class MosquittoSearch {

  private static final String VERSION = "$SYS/broker/version";

  /** Changes at every interval; other counts expire a minute after their last change. */
  private static final String UPTIME = "$SYS/broker/uptime";

  private static final String PRODUCT = "mosquitto version";
  private static final long PATIENCE_SECONDS = 5;
  private static final long POLL_NANOS = 5_000_000;

  private final Clock clock = Clock.system();
  private final Set<String> found = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean echoed = new AtomicBoolean();
  private final String marker;
  private final ClientConnection client;

  public MosquittoSearch(
      ClientConnections clients, HostPort broker, String run, MqttOptions options) {
    this.marker = Text.of("brokerbench/%s/search/%d", run, broker.port());
    this.client =
        clients.client(
            new ClientIdentity(options.clientId(run + "find" + broker.port()), broker, false),
            true,
            (topic, body, qos, again) -> take(topic, body));
  }

  private void take(String topic, byte[] body) {
    if (topic.equals(marker)) {
      echoed.set(true);
    } else if (!topic.equals(VERSION)
        || new String(body, StandardCharsets.UTF_8).startsWith(PRODUCT)) {
      found.add(topic);
    }
  }

  /**
   * Whether the broker is such a Mosquitto. Retained messages arrive before a marker message sent
   * after the subscription.
   */
  public boolean finds() throws InterruptedException {
    try {
      client.connect().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      List<Integer> unused =
          client
              .subscribe(List.of(VERSION, UPTIME, marker), 0)
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      client.publish(marker, new byte[1], (outcome, kind) -> {});
      long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (found.size() < 2 && !echoed.get() && clock.nanoTime() < deadline) {
        clock.park(POLL_NANOS);
        if (Thread.interrupted()) {
          throw new InterruptedException("stopped");
        }
      }
      return found.size() == 2;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } finally {
      BulkConnector.close(List.of(client));
    }
  }
}
