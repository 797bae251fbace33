package io.brokerbench.meters;

import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.brokerbench.workload.LiveMetrics;
import io.brokerbench.workload.LiveMetrics.InfluxDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.ipc.http.HttpSender;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.influx.InfluxMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run as Micrometer's registries push them, each second and at the end. A push
 * that fails costs the run nothing: the first one is reported when it happens, all of them at the
 * end. {@link #interval} and {@link #close} are for one thread.
 */
final class PushedMeters implements AutoCloseable {

  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofSeconds(3);

  private final CompositeMeterRegistry registry = new CompositeMeterRegistry();
  private final Meters latencies = new Meters(registry);
  private final Map<String, Receiver> receivers = new HashMap<>();
  private final Consumer<String> events;

  /** Starts to push; {@code events} gets what a user should know of failed pushes. */
  PushedMeters(LiveMetrics wanted, Consumer<String> events) {
    this.events = events;
    wanted.otlp().ifPresent(url -> registry.add(otlp(url, receiver("metrics.push.otlp"))));
    wanted
        .influx()
        .ifPresent(database -> registry.add(influx(database, receiver("metrics.push.influx"))));
  }

  private Receiver receiver(String key) {
    Receiver receiver = new Receiver();
    receivers.put(key, receiver);
    return receiver;
  }

  MeterRegistry registry() {
    return registry;
  }

  /** Updates the latencies, and reports a receiver that has just failed for the first time. */
  void interval(Meters.Moment moment) {
    latencies.now(moment);
    Interval interval = moment.interval();
    for (Metric metric : Metric.values()) {
      if (interval.warmup().containsKey(metric) || interval.measured().containsKey(metric)) {
        latency(metric);
      }
    }
    receivers.forEach(
        (key, receiver) -> {
          String failure = receiver.failure;
          if (failure != null && !receiver.reported) {
            receiver.reported = true;
            events.accept(Text.of("%s: a push failed (%s); the run goes on", key, failure));
          }
        });
  }

  private void latency(Metric metric) {
    LatencyMeters.QUANTILES.forEach(
        (quantile, statistic) ->
            latencies.gauge(
                Meters.dotted(metric.label()) + ".seconds",
                Tags.of("quantile", Double.toString(quantile)),
                metric.description() + "; quantiles of the last second",
                moment -> LatencyMeters.seconds(moment.interval().summary(metric), statistic)));
  }

  /** Pushes the last figures. */
  @Override
  public void close() {
    registry.getRegistries().forEach(MeterRegistry::close);
    receivers.forEach(
        (key, receiver) -> {
          if (receiver.failed.get() > 0) {
            events.accept(
                Text.of(
                    "%s: %d of %d pushes failed, the last one: %s",
                    key, receiver.failed.get(), receiver.pushes.get(), receiver.failure));
          }
        });
  }

  private static OtlpMeterRegistry otlp(URI url, Receiver receiver) {
    Map<String, String> settings =
        Map.of("otlp.url", url.toString(), "otlp.step", STEP.toSeconds() + "s");
    OtlpConfig config =
        new OtlpConfig() {
          @Override
          public @Nullable String get(String key) {
            return settings.get(key);
          }

          @Override
          public Map<String, String> resourceAttributes() {
            Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
            attributes.putIfAbsent("service.name", "brokerbench");
            return attributes;
          }
        };
    return OtlpMeterRegistry.builder(config)
        .metricsSender(new OtlpHttpMetricsSender(receiver))
        .build();
  }

  private static InfluxMeterRegistry influx(InfluxDatabase database, Receiver receiver) {
    Map<String, String> settings = new HashMap<>();
    settings.put("influx.uri", database.server());
    settings.put("influx.apiVersion", database.bucket().isEmpty() ? "V1" : "V2");
    settings.put("influx.db", database.database());
    settings.put("influx.org", database.organization());
    settings.put("influx.bucket", database.bucket());
    if (!database.token().isEmpty()) {
      settings.put("influx.token", database.token());
    }
    settings.put("influx.autoCreateDb", "false");
    settings.put("influx.step", STEP.toSeconds() + "s");
    return InfluxMeterRegistry.builder(settings::get).httpClient(receiver).build();
  }

  /** The connection to a receiver, with the count of what failed. For a registry's thread. */
  private static final class Receiver implements HttpSender {
    private final HttpSender sender = new HttpUrlConnectionSender(CONNECT, ANSWER);
    private final AtomicInteger pushes = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile @Nullable String failure;
    private boolean reported;

    @Override
    public Response send(Request request) throws Throwable {
      pushes.incrementAndGet();
      try {
        Response response = sender.send(request);
        if (!response.isSuccessful()) {
          failed(Text.of("HTTP %d, %s", response.code(), response.body().strip()));
        }
        return response;
      } catch (Throwable e) {
        failed(String.valueOf(e.getMessage()));
        throw e;
      }
    }

    private void failed(String why) {
      failed.incrementAndGet();
      failure = why;
    }
  }
}
