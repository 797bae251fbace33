package io.brokerbench.rabbitmq.inspect;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.rabbitmq.connect.Channels;
import io.brokerbench.rabbitmq.connect.RabbitMqRefusal;
import io.brokerbench.rabbitmq.inspect.ManagementApi.QueueCounts;
import io.brokerbench.rabbitmq.inspect.RabbitMqCounts.Counters;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Counts of the run's queues by the management API, whose statistics are some seconds old: a
 * message of brokerbench through each node, to a queue of its own, shows when they are up to date.
 * Thread-safe.
 */
public final class ManagementCounters implements Counters {

  private static final byte[] MARK = "brokerbench mark".getBytes(StandardCharsets.US_ASCII);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Reported uptimes are as old as the statistics. */
  private static final long UPTIME_TOLERANCE_MILLIS = 15_000;

  private final Clock clock = Clock.system();
  private final ManagementApi api;
  private final List<String> queues;
  private final List<Channels> nodes;
  private final Map<String, Long> startedMillis = new LinkedHashMap<>();

  /**
   * Reads nothing yet.
   *
   * @param nodes a source of channels for each node
   * @param queues the names of the run's queues
   */
  public ManagementCounters(
      ManagementApi api, List<? extends Channels> nodes, List<String> queues) {
    this.api = api;
    this.nodes = List.copyOf(nodes);
    this.queues = List.copyOf(queues);
  }

  /** Empty from the restart of a node on, with which its counts begin anew. */
  @Override
  public synchronized Map<String, Double> read() throws BrokerException {
    Map<String, QueueCounts> counts = upToDate();
    if (restarted()) {
      return Map.of();
    }
    long published = 0;
    long acknowledged = 0;
    long autoAcknowledged = 0;
    for (String queue : queues) {
      QueueCounts each = counts.getOrDefault(queue, QueueCounts.NONE);
      published += each.published();
      acknowledged += each.acknowledged();
      autoAcknowledged += each.autoAcknowledged();
    }
    return Map.of(
        ROUTED,
        (double) published,
        ACKNOWLEDGED,
        (double) acknowledged,
        DELIVERED,
        (double) autoAcknowledged);
  }

  /** Whether a node's start is later than at the first call. */
  private boolean restarted() throws BrokerException {
    long nowMillis = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    boolean restarted = false;
    for (Map.Entry<String, Long> uptime : api.uptimes().entrySet()) {
      long started = nowMillis - uptime.getValue();
      Long before = startedMillis.putIfAbsent(uptime.getKey(), started);
      restarted |= before != null && started > before + UPTIME_TOLERANCE_MILLIS;
    }
    return restarted;
  }

  /** The counts of all queues once the marks are among them. */
  private Map<String, QueueCounts> upToDate() throws BrokerException {
    long deadline = clock.nanoTime() + PATIENCE_NANOS;
    Map<String, Channel> channels = new LinkedHashMap<>();
    try {
      for (Channels node : nodes) {
        Channel channel = node.channel();
        channels.put(mark(channel), channel);
      }
      Set<String> marks = channels.keySet();
      while (!seen(marks, api.queues())) {
        if (clock.nanoTime() > deadline) {
          throw new BrokerException(
              Text.of(
                  "the management API does not count a message within %d s: it needs collect_statistics_interval below that, and management.rates_mode basic",
                  TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)));
        }
        clock.park(PAUSE_NANOS);
        if (Thread.currentThread().isInterrupted()) {
          throw new BrokerException("interrupted");
        }
      }
      // The answer with the marks may have other queues' counts of a moment before.
      return api.queues();
    } catch (IOException | RuntimeException e) {
      throw new BrokerException("the brokers accept no mark: " + RabbitMqRefusal.text(e), e);
    } finally {
      channels.forEach(ManagementCounters::close);
    }
  }

  /** Sends, receives and acknowledges a message; returns the name of its queue. */
  private static String mark(Channel channel) throws IOException, BrokerException {
    String queue = channel.queueDeclare().getQueue();
    channel.basicPublish("", queue, null, MARK);
    GetResponse got = channel.basicGet(queue, false);
    if (got == null) {
      throw new BrokerException("a broker does not deliver the message that it accepted");
    }
    channel.basicAck(got.getEnvelope().getDeliveryTag(), false);
    return queue;
  }

  private static boolean seen(Set<String> marks, Map<String, QueueCounts> counts) {
    return marks.stream()
        .map(mark -> counts.getOrDefault(mark, QueueCounts.NONE))
        .allMatch(count -> count.published() > 0 && count.acknowledged() > 0);
  }

  /** Deletes the queue of a mark and closes its channel. */
  private static void close(String mark, Channel channel) {
    try {
      channel.queueDelete(mark);
      channel.close();
    } catch (IOException | TimeoutException | RuntimeException e) {
      // Lost, or closed by the broker.
    }
  }
}
