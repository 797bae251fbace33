package io.brokerbench.report;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Totals;
import io.brokerbench.result.Interval;
import io.brokerbench.result.LatencySummary;
import io.brokerbench.run.RunListener;
import io.brokerbench.sample.ProcessFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The last second's figures as Micrometer meters, served as Prometheus text on loopback at {@code
 * /metrics}. {@link #interval} is for one thread; scrapes may come from any.
 */
public final class LiveMeters implements RunListener, AutoCloseable {

  private static final double[] QUANTILES = {0.5, 0.99, 0.999};

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final HttpServer server;
  private volatile @Nullable Interval last;

  /**
   * Starts the server.
   *
   * @throws IOException if the port cannot be had
   */
  public LiveMeters(int port) throws IOException {
    counter("brokerbench.messages.attempted", Tags.empty(), total -> total.sends().attempted());
    counter(
        "brokerbench.messages", Tags.of("outcome", "acked"), total -> total.sends().ackedCount());
    counter(
        "brokerbench.messages",
        Tags.of("outcome", "rejected"),
        total -> total.sends().rejectedCount());
    counter(
        "brokerbench.messages",
        Tags.of("outcome", "unknown"),
        total -> total.sends().unknownCount());
    counter("brokerbench.messages.delivered", Tags.empty(), total -> total.receipts().deliveries());
    counter("brokerbench.check.backs", Tags.empty(), total -> total.checks().checks());
    gauge(
        "brokerbench.in.flight.messages", Tags.empty(), i -> (double) i.after().sends().inFlight());
    for (Metric metric : Metric.values()) {
      for (double quantile : QUANTILES) {
        gauge(
            "brokerbench." + metric.label() + ".seconds",
            Tags.of("quantile", Double.toString(quantile)),
            i -> {
              OptionalLong nanos =
                  new LatencySummary(i.latencies(metric)).percentileNanos(quantile * 100);
              return nanos.isPresent() ? nanos.getAsLong() / 1e9 : Double.NaN;
            });
      }
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, text.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(text);
          }
        });
    server.start();
  }

  private void counter(String name, Tags tags, ToDoubleFunction<Totals> count) {
    FunctionCounter.builder(
            name,
            this,
            meters -> {
              Interval interval = meters.last;
              return interval == null ? 0 : count.applyAsDouble(interval.after());
            })
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, Tags tags, ToDoubleFunction<Interval> figure) {
    Gauge.builder(
            name,
            this,
            meters -> {
              Interval interval = meters.last;
              return interval == null ? Double.NaN : figure.applyAsDouble(interval);
            })
        .tags(tags)
        .register(registry);
  }

  @Override
  public void interval(Interval interval, double progress, double secondsLeft) {
    if (last == null) {
      interval.sample().processes().keySet().forEach(this::process);
    }
    last = interval;
  }

  private void process(String name) {
    Tags tags = Tags.of("process", name);
    gauge("brokerbench.process.cpu.seconds", tags, i -> figures(i, name).cpuNanos() / 1e9);
    gauge("brokerbench.process.resident.bytes", tags, i -> (double) figures(i, name).rssBytes());
    gauge("brokerbench.process.heap.bytes", tags, i -> (double) figures(i, name).heapUsedBytes());
    gauge("brokerbench.process.written.bytes", tags, i -> (double) figures(i, name).writtenBytes());
  }

  private static ProcessFigures figures(Interval interval, String process) {
    return java.util.Objects.requireNonNull(interval.sample().processes().get(process));
  }

  /** Where the meters are registered. */
  public MeterRegistry registry() {
    return registry;
  }

  @Override
  public void close() {
    server.stop(0);
    registry.close();
  }
}
