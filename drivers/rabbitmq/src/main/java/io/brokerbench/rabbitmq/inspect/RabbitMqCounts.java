package io.brokerbench.rabbitmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.PrometheusEndpoints;
import io.brokerbench.driver.Session;
import io.brokerbench.rabbitmq.connect.RabbitMqRefusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The brokers' own counts: messages accepted and acknowledged since the start of the session, and
 * current queue contents. On shared nodes, these include the messages of others. Thread-safe.
 */
public final class RabbitMqCounts implements AutoCloseable {

  /** A source of the brokers' counts of messages, which only rise while no node restarts. */
  @FunctionalInterface
  interface Counters {

    String ROUTED = "rabbitmq_global_messages_routed_total";
    String ACKNOWLEDGED = "rabbitmq_global_messages_acknowledged_total";
    String DELIVERED = "rabbitmq_global_messages_delivered_consume_auto_ack_total";

    /**
     * The current counts by the names above, of all nodes together and up to date; a name is
     * missing if its count is not known.
     *
     * @throws BrokerException if a node does not answer
     */
    Map<String, Double> read() throws BrokerException;
  }

  private static final List<String> COUNTED =
      List.of(Counters.ROUTED, Counters.ACKNOWLEDGED, Counters.DELIVERED);
  private static final long UNKNOWN = -1;
  private static final long PERIOD_MILLIS = 1_000;
  private static final long REST_FACTOR = 20;

  private static final Map<String, String> FIGURES =
      Map.of(
          Session.READY,
          "rabbitmq_queue_messages_ready",
          Session.UNACKED,
          "rabbitmq_queue_messages_unacked",
          "unconfirmedMessages",
          "rabbitmq_channel_messages_unconfirmed",
          "redeliveredMessages",
          "rabbitmq_global_messages_redelivered_total",
          "memoryBytes",
          "rabbitmq_process_resident_memory_bytes");

  private static final String ALARM = "rabbitmq_alarms_";

  private final PrometheusEndpoints metrics;
  private final Counters counters;
  private final boolean ofNodes;
  private final boolean autoAck;
  private final Map<String, LongSupplier> ownFigures;
  private final Map<String, Double> before;
  private final Map<String, Map<String, Double>> lastByNode = new HashMap<>();
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(
          DaemonThreads.named("brokerbench-rabbitmq-metrics"));
  private final AtomicLong readings = new AtomicLong();
  private volatile Map<String, Double> last = Map.of();
  private volatile boolean begunAnew;

  /**
   * Starts to count.
   *
   * @param management the source of counts for nodes whose metrics do not count messages
   * @param autoAck whether a delivery counts as acknowledged
   * @param ownFigures figures of the driver's connections, by name
   */
  public RabbitMqCounts(
      PrometheusEndpoints metrics,
      Optional<ManagementCounters> management,
      boolean autoAck,
      Map<String, LongSupplier> ownFigures)
      throws BrokerException {
    this.metrics = metrics;
    this.autoAck = autoAck;
    this.ownFigures = ownFigures;
    Map<String, Double> first = read(metrics::readPatiently).complete().sums();
    if (management.isPresent() && !first.containsKey(Counters.ROUTED)) {
      Counters source = management.get();
      Map<String, Double> start = Map.of();
      try {
        start = source.read();
      } catch (BrokerException e) {
        if (!isDenied(e)) {
          throw e;
        }
        source =
            () -> {
              throw e;
            };
      }
      this.counters = source;
      this.ofNodes = false;
      this.before = start;
    } else {
      this.counters = this::ofMetrics;
      this.ofNodes = true;
      this.before = first;
    }
    if (metrics.size() > 0) {
      ScheduledFuture<?> unused =
          reader.schedule(this::renew, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Whether the user has no right to the counts, which are unknown then. */
  private static boolean isDenied(BrokerException failure) {
    return failure.getCause() instanceof ManagementApi.UnauthorizedException
        || RabbitMqRefusal.isDenied(failure);
  }

  /**
   * Reads and schedules the next reading, at an interval that grows with the time of this one: with
   * many channels, answers cost the brokers considerable processor time.
   */
  private void renew() {
    long tookMillis = read(metrics::read).tookNanos() / 1_000_000;
    if (!reader.isShutdown()) {
      ScheduledFuture<?> unused =
          reader.schedule(
              this::renew,
              Math.max(PERIOD_MILLIS, REST_FACTOR * tookMillis),
              TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Reads all counts, one reading at a time; a counter lower than at the last one was reset by its
   * node.
   */
  private synchronized PrometheusEndpoints.Reading read(
      Supplier<PrometheusEndpoints.Reading> source) {
    PrometheusEndpoints.Reading reading = source.get();
    reading
        .byUrl()
        .forEach(
            (node, now) -> {
              Map<String, Double> earlier = lastByNode.getOrDefault(node, Map.of());
              begunAnew |=
                  COUNTED.stream()
                      .anyMatch(
                          metric ->
                              now.getOrDefault(metric, 0.0) < earlier.getOrDefault(metric, 0.0));
              lastByNode.put(node, now);
            });
    last = reading.sums();
    if (!reading.byUrl().isEmpty()) {
      readings.incrementAndGet();
    }
    return reading;
  }

  /** The counts of the nodes' metrics; none after a counter reset. */
  private Map<String, Double> ofMetrics() throws BrokerException {
    Map<String, Double> sums = read(metrics::readPatiently).complete().sums();
    return begunAnew ? Map.of() : sums;
  }

  /** Whether all messages of the nodes are counted, rather than those of the run's queues. */
  public boolean ofNodes() {
    return ofNodes;
  }

  /** Messages routed to a queue; empty without a source of counts or after a counter reset. */
  public OptionalLong taken() throws BrokerException {
    return since(Counters.ROUTED);
  }

  /** Acknowledged deliveries; empty without a source of counts or after a counter reset. */
  public OptionalLong acknowledged() throws BrokerException {
    return since(autoAck ? Counters.DELIVERED : Counters.ACKNOWLEDGED);
  }

  private OptionalLong since(String metric) throws BrokerException {
    Double now = counters.read().get(metric);
    return now == null
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(now - before.getOrDefault(metric, 0.0)));
  }

  /** All figures as last read. */
  public SortedMap<String, Long> figures() {
    Map<String, Double> read = last;
    SortedMap<String, Long> figures = new TreeMap<>();
    FIGURES.forEach(
        (name, metric) -> {
          Double value = read.get(metric);
          figures.put(name, value == null ? UNKNOWN : Math.round(value));
        });
    figures.put(Session.ALARMS, alarms(read));
    ownFigures.forEach((name, value) -> figures.put(name, value.getAsLong()));
    return figures;
  }

  /**
   * Number of times so far that any node answered with its figures; empty for the figures of the
   * driver's connections.
   */
  public OptionalLong readings(String figure) {
    return FIGURES.containsKey(figure) || figure.equals(Session.ALARMS)
        ? OptionalLong.of(readings.get())
        : OptionalLong.empty();
  }

  /** Alarms in effect; unknown with releases whose metrics have none, such as 3.8.9. */
  private static long alarms(Map<String, Double> read) {
    List<Double> alarms =
        read.entrySet().stream()
            .filter(metric -> metric.getKey().startsWith(ALARM))
            .map(Map.Entry::getValue)
            .toList();
    return alarms.isEmpty()
        ? UNKNOWN
        : Math.round(alarms.stream().mapToDouble(Double::doubleValue).sum());
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
