package io.brokerbench.driver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PrometheusEndpointsTest {

  private final List<HttpServer> servers = new ArrayList<>();

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void allAreAskedAtOnce() throws Exception {
    CountDownLatch asked = new CountDownLatch(3);
    HttpHandler patient =
        exchange -> {
          asked.countDown();
          await(asked);
          answer(exchange);
        };
    List<String> urls = List.of(serve(patient), serve(patient), serve(patient));
    assertThat(new PrometheusEndpoints(urls).readPatiently().complete().sums())
        .containsOnly(entry("taken", 15.0));
  }

  @Test
  void whoDoesNotAnswerIsMissingAndItsTimeIsNotCounted() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    String silent = serve(exchange -> await(end));
    String answering = serve(PrometheusEndpointsTest::answer);
    PrometheusEndpoints.Reading reading =
        new PrometheusEndpoints(List.of(silent, answering)).read();
    assertThat(reading.byUrl()).containsOnlyKeys(answering);
    assertThat(reading.sums()).containsOnly(entry("taken", 5.0));
    assertThat(reading.tookNanos()).isPositive();
    assertThatThrownBy(reading::complete)
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            String.format(
                Locale.ROOT,
                "the broker does not report its counts at %s: no answer within 3 s",
                silent));
    assertThat(new PrometheusEndpoints(List.of(silent)).read().tookNanos()).isZero();
    end.countDown();
  }

  @Test
  void whoRefusesIsNamed() throws Exception {
    String refusing =
        serve(
            exchange -> {
              exchange.sendResponseHeaders(404, -1);
              exchange.close();
            });
    assertThatThrownBy(
            () -> new PrometheusEndpoints(List.of(refusing)).readPatiently().complete().sums())
        .hasMessage(
            String.format(
                Locale.ROOT,
                "the broker does not report its counts at %s: HTTP status 404",
                refusing));
  }

  private String serve(HttpHandler handler) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool(DaemonThreads.named("test-metrics")));
    server.createContext("/metrics", handler);
    server.start();
    servers.add(server);
    return String.format(Locale.ROOT, "http://127.0.0.1:%d/metrics", server.getAddress().getPort());
  }

  private static void answer(HttpExchange exchange) throws IOException {
    byte[] body = "taken{queue=\"a\"} 2\ntaken{queue=\"b\"} 3\n".getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
