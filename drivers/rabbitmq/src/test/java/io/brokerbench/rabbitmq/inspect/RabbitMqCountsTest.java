package io.brokerbench.rabbitmq.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.PrometheusEndpoints;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RabbitMqCountsTest {

  /** A node that tells what it routed and had acknowledged. */
  private static final class FakeNode {
    private final HttpServer server;
    private volatile long count;
    private volatile String others = "";

    FakeNode() throws Exception {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/metrics",
          exchange -> {
            byte[] body =
                String.format(
                        Locale.ROOT,
                        """
                rabbitmq_global_messages_routed_total{protocol="amqp091"} %1$d
                rabbitmq_global_messages_acknowledged_total{protocol="amqp091"} %1$d
                %2$s""",
                        count,
                        others)
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
    }

    String url() {
      return String.format(
          Locale.ROOT, "http://127.0.0.1:%d/metrics", server.getAddress().getPort());
    }
  }

  private FakeNode one;
  private FakeNode other;

  @BeforeEach
  void start() throws Exception {
    one = new FakeNode();
    other = new FakeNode();
  }

  @AfterEach
  void stop() {
    one.server.stop(0);
    other.server.stop(0);
  }

  private RabbitMqCounts counts() throws Exception {
    return new RabbitMqCounts(
        new PrometheusEndpoints(List.of(one.url(), other.url())),
        Optional.empty(),
        false,
        Map.of());
  }

  @Test
  void alarmsAreUnknownWhereNoMetricHasThem() throws Exception {
    try (RabbitMqCounts counts = counts()) {
      assertThat(counts.figures()).containsEntry("alarms", -1L);
    }
    one.others = "rabbitmq_alarms_memory_used_watermark 1\n";
    other.others = "rabbitmq_alarms_memory_used_watermark 0\n";
    try (RabbitMqCounts counts = counts()) {
      assertThat(counts.figures()).containsEntry("alarms", 1L);
    }
  }

  @Test
  void onlyAnAnswerIsAReadingOfTheNodesFigures() throws Exception {
    try (RabbitMqCounts counts = counts()) {
      long before = counts.readings("readyMessages").orElseThrow();
      assertThat(counts.taken()).hasValue(0);
      assertThat(counts.readings("alarms").orElseThrow()).isGreaterThan(before);
      // Figures of the driver's connections are always current.
      assertThat(counts.readings("blockedMillis")).isEmpty();
    }
  }

  @Test
  void countsWhatAllNodesTookSinceTheBegin() throws Exception {
    one.count = 1000;
    other.count = 20;
    try (RabbitMqCounts counts = counts()) {
      one.count = 1500;
      other.count = 27;
      assertThat(counts.taken()).hasValue(507);
      assertThat(counts.acknowledged()).hasValue(507);
      assertThat(counts.ofNodes()).isTrue();
    }
  }

  @Test
  void aNodeThatBeganAnewIsNotToldEvenIfTheSumRises() throws Exception {
    one.count = 1000;
    other.count = 20;
    try (RabbitMqCounts counts = counts()) {
      one.count = 3000;
      other.count = 5;
      assertThat(counts.taken()).isEmpty();
      assertThat(counts.acknowledged()).isEmpty();
      other.count = 100;
      assertThat(counts.taken()).isEmpty();
    }
  }

  @Test
  void ofANodeThatDoesNotAnswerNothingIsTold() throws Exception {
    try (RabbitMqCounts counts = counts()) {
      other.server.stop(0);
      assertThatThrownBy(counts::taken).isInstanceOf(BrokerException.class);
    }
  }
}
