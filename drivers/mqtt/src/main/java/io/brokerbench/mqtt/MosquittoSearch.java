package io.brokerbench.mqtt;

import io.brokerbench.clock.Clock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds out whether a broker is a Mosquitto that publishes its counts below {@code $SYS}. A broker
 * that refuses such a subscription, in silence or not, is none. For one thread.
 */
final class MosquittoSearch {

  private static final String VERSION = "$SYS/broker/version";

  /** It changes at every interval; a count is forgotten a minute after it changed last. */
  private static final String UPTIME = "$SYS/broker/uptime";

  private static final String PRODUCT = "mosquitto version";
  private static final long PATIENCE_SECONDS = 5;
  private static final long POLL_NANOS = 5_000_000;

  private final Clock clock = Clock.system();
  private final Set<String> found = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean echoed = new AtomicBoolean();
  private final String marker;
  private final Client client;

  MosquittoSearch(Clients clients, Roster.HostPort broker, String run) {
    this.marker = String.format(Locale.ROOT, "brokerbench/%s/search/%d", run, broker.port());
    this.client =
        clients.client(
            new Identity("bb" + run + "find" + broker.port(), broker.host(), broker.port(), false),
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

  /** What a broker retains comes before a message that is sent after the subscription. */
  boolean finds() throws InterruptedException {
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
      Fleet.close(List.of(client));
    }
  }
}
