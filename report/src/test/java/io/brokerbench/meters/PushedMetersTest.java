package io.brokerbench.meters;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.console.BusySecond;
import io.brokerbench.workload.LiveMetrics;
import io.brokerbench.workload.LiveMetrics.InfluxDatabase;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs too short for a scrape, of which receivers of pushes have the last figures. */
final class PushedMetersTest {

  /** A request that a receiver got. */
  private record Push(String path, String authorization, ByteString body) {}

  private final List<Push> pushes = new CopyOnWriteArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final HttpServer receiver;
  private volatile int status = 200;

  PushedMetersTest() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::answer);
    receiver.start();
  }

  @AfterEach
  void stopTheReceiver() {
    receiver.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      pushes.add(
          new Push(
              exchange.getRequestURI().toString(),
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
              ByteString.copyFrom(zipped ? unzipped(body) : body)));
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private static byte[] unzipped(byte[] body) throws IOException {
    try (InputStream stream = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return stream.readAllBytes();
    }
  }

  private String server() {
    return "http://127.0.0.1:" + receiver.getAddress().getPort();
  }

  private LiveMeters to(Optional<URI> otlp, Optional<InfluxDatabase> influx) throws IOException {
    return new LiveMeters(
        new LiveMetrics(InetAddress.getLoopbackAddress(), 0, otlp, influx), events::add);
  }

  @Test
  void anOtlpReceiverHasTheLastSecondOfARun() throws Exception {
    try (LiveMeters meters =
        to(Optional.of(URI.create(server() + "/v1/metrics")), Optional.empty())) {
      meters.interval(BusySecond.from(0), 0.5, 1);
    }
    Push last = pushes.get(pushes.size() - 1);
    assertThat(last.path()).isEqualTo("/v1/metrics");
    ResourceMetrics metrics =
        ExportMetricsServiceRequest.parseFrom(last.body()).getResourceMetrics(0);
    assertThat(metrics.getResource().getAttributesList())
        .anyMatch(each -> each.getValue().getStringValue().equals("brokerbench"));
    List<Metric> all = metrics.getScopeMetrics(0).getMetricsList();
    assertThat(all)
        .filteredOn(metric -> metric.getName().equals("brokerbench.messages"))
        .flatExtracting(metric -> metric.getSum().getDataPointsList())
        .anyMatch(point -> point.getAsDouble() == 900);
    assertThat(all)
        .filteredOn(metric -> metric.getName().equals("brokerbench.service.seconds"))
        .flatExtracting(metric -> metric.getGauge().getDataPointsList())
        .anyMatch(point -> Math.abs(point.getAsDouble() - 0.002) < 1e-5);
    assertThat(events).isEmpty();
  }

  @Test
  void influxHasItAsLines() throws Exception {
    try (LiveMeters meters =
        to(
            Optional.empty(),
            Optional.of(new InfluxDatabase(server(), "", "team", "load", "t0ken")))) {
      meters.interval(BusySecond.from(0), 0.5, 1);
    }
    Push last = pushes.get(pushes.size() - 1);
    assertThat(last.path()).startsWith("/api/v2/write?").contains("org=team", "bucket=load");
    assertThat(last.authorization()).isEqualTo("Token t0ken");
    assertThat(last.body().toStringUtf8())
        .contains("brokerbench_service_seconds,quantile=0.5,metric_type=gauge value=0.00")
        .contains("brokerbench_messages,outcome=acked,metric_type=counter value=900");
  }

  @Test
  void aReceiverThatRefusesIsReportedAndCostsTheRunNothing() throws Exception {
    status = 403;
    try (LiveMeters meters =
        to(Optional.of(URI.create(server() + "/v1/metrics")), Optional.empty())) {
      meters.interval(BusySecond.from(0), 0.5, 1);
    }
    assertThat(events)
        .last()
        .asString()
        .matches("metrics\\.push\\.otlp: \\d+ of \\d+ pushes failed, the last one: HTTP 403.*");
  }
}
