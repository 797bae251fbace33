package io.brokerbench.meters;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.measurement.Interval;
import io.brokerbench.run.RunListener;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * The figures of a run, updated every second and served as Prometheus text on loopback at {@code
 * /metrics}; docs/METRICS.md lists their names. {@link #interval} is for one thread; scrapes may
 * come from any.
 */
public final class LiveMeters implements RunListener, AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LatencyMeters latencies = new LatencyMeters();
  private final Meters meters = new Meters(registry);
  private final RunMeters run = new RunMeters(meters);
  private final ResourceMeters resources = new ResourceMeters(meters);
  private final HttpServer server;

  /**
   * Starts the server.
   *
   * @throws IOException if the port is not available
   */
  public LiveMeters(int port) throws IOException {
    registry.getPrometheusRegistry().register(latencies);
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

  @Override
  public void interval(Interval interval, double progress, double secondsLeft) {
    latencies.add(interval);
    meters.now(new Meters.Moment(interval, progress, secondsLeft));
    run.meet(interval);
    resources.meet(interval);
  }

  @Override
  public void close() {
    server.stop(0);
    registry.close();
  }
}
