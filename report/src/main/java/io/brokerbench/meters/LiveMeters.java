package io.brokerbench.meters;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.measurement.Interval;
import io.brokerbench.run.RunListener;
import io.brokerbench.workload.LiveMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run, updated every second: served as Prometheus text at {@code /metrics}, and
 * pushed to receivers; docs/metrics/live.md lists their names. {@link #interval} and {@link #close}
 * are for one thread; scrapes may come from any.
 */
public final class LiveMeters implements RunListener, AutoCloseable {

  private final PrometheusMeterRegistry scraped =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LatencyMeters latencies = new LatencyMeters();
  private final PushedMeters pushed;
  private final Meters meters;
  private final RunMeters run;
  private final ResourceMeters resources;
  private final @Nullable HttpServer server;

  /**
   * Starts the server and the pushes, those that are wanted.
   *
   * @param events gets what a user should know of failed pushes
   * @throws IOException if the port is not available
   */
  public LiveMeters(LiveMetrics wanted, Consumer<String> events) throws IOException {
    scraped.getPrometheusRegistry().register(latencies);
    server = wanted.port() == 0 ? null : serve(new InetSocketAddress(wanted.host(), wanted.port()));
    pushed = new PushedMeters(wanted, events);
    CompositeMeterRegistry both = new CompositeMeterRegistry();
    both.add(scraped);
    both.add(pushed.registry());
    meters = new Meters(both);
    run = new RunMeters(meters);
    resources = new ResourceMeters(meters);
  }

  private HttpServer serve(InetSocketAddress address) throws IOException {
    HttpServer started = HttpServer.create(address, 0);
    started.createContext(
        "/metrics",
        exchange -> {
          byte[] text = scraped.scrape().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, text.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(text);
          }
        });
    started.start();
    return started;
  }

  @Override
  public void interval(Interval interval, double progress, double secondsLeft) {
    latencies.add(interval);
    Meters.Moment moment = new Meters.Moment(interval, progress, secondsLeft);
    meters.now(moment);
    run.meet(interval);
    resources.meet(interval);
    pushed.interval(moment);
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop(0);
    }
    pushed.close();
    scraped.close();
  }
}
