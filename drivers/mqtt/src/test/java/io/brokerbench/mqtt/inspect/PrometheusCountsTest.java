package io.brokerbench.mqtt.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.driver.BrokerException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages in the brokers' own notation, out of their documentation. */
final class PrometheusCountsTest {

  private static final String EMQX =
      """
      # TYPE emqx_connections_count gauge
      emqx_connections_count{node="emqx@127.0.0.1"} %d
      # TYPE emqx_messages_received counter
      emqx_messages_received{node="emqx@127.0.0.1"} %d
      # TYPE emqx_messages_qos1_received counter
      emqx_messages_qos1_received{node="emqx@127.0.0.1"} 999
      emqx_messages_sent{node="emqx@127.0.0.1"} 20
      emqx_messages_dropped{node="emqx@127.0.0.1"} 700
      emqx_messages_dropped_no_subscribers{node="emqx@127.0.0.1"} 700
      emqx_delivery_dropped{node="emqx@127.0.0.1"} 3
      emqx_delivery_dropped_queue_full{node="emqx@127.0.0.1"} 3
      """;

  private static final String HIVEMQ =
      """
      # TYPE com_hivemq_messages_incoming_publish_count gauge
      com_hivemq_messages_incoming_publish_count 1.0E7
      com_hivemq_messages_outgoing_publish_count 5.0
      com_hivemq_messages_dropped_count 0.0
      com_hivemq_networking_connections_current 4.0
      """;

  private HttpServer server;
  private volatile String page = "";

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/stats",
        exchange -> {
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String url() {
    return String.format(Locale.ROOT, "http://127.0.0.1:%d/stats", server.getAddress().getPort());
  }

  @Test
  void emqxIsUnderstood() throws Exception {
    page = String.format(Locale.ROOT, EMQX, 2, 10);
    try (CountSource counts = new PolledCounts(new PrometheusCounts(url()))) {
      assertThat(counts.last())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "receivedMessages", 10L,
                  "sentMessages", 20L,
                  "droppedMessages", 3L,
                  "connectedClients", 2L));
      page = String.format(Locale.ROOT, EMQX, 2, 11);
      assertThat(counts.settled()).containsEntry("receivedMessages", 11L);
    }
  }

  /** Of EMQX's connections, some may be sessions whose clients are not connected. */
  @Test
  void connectedAreThoseThatAre() throws Exception {
    page =
        String.format(Locale.ROOT, EMQX, 9, 10)
            + "emqx_live_connections_count{node=\"emqx@127.0.0.1\"} 4\n";
    assertThat(new PrometheusCounts(url()).read()).containsEntry("connectedClients", 4L);
  }

  @Test
  void aBrokerThatBeganAnewTellsNoCountOfMessages() throws Exception {
    page = String.format(Locale.ROOT, EMQX, 2, 10);
    try (CountSource counts = new PolledCounts(new PrometheusCounts(url()))) {
      page = String.format(Locale.ROOT, EMQX, 2, 9);
      assertThat(counts.settled()).doesNotContainKey("receivedMessages");
      page = String.format(Locale.ROOT, EMQX, 2, 500);
      assertThat(counts.settled())
          .doesNotContainKey("receivedMessages")
          .containsKey("sentMessages");
    }
  }

  @Test
  void hiveMqIsUnderstood() throws Exception {
    page = HIVEMQ;
    assertThat(new PrometheusCounts(url()).read())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "receivedMessages", 10_000_000L,
                "sentMessages", 5L,
                "droppedMessages", 0L,
                "connectedClients", 4L));
  }

  @Test
  void whatTellsNoSuchFigureIsRefused() {
    page = "go_goroutines 7\n";
    assertThatThrownBy(() -> new PolledCounts(new PrometheusCounts(url())))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "cluster.metrics-addresses: %s reports neither emqx_messages_received nor com_hivemq_messages_incoming_publish_count",
            url());
  }

  @Test
  void whatIsNotThereIsRefused() {
    assertThatThrownBy(
            () -> new PolledCounts(new PrometheusCounts(url().replace("/stats", "/other"))))
        .isInstanceOf(BrokerException.class)
        .hasMessageMatching("the broker does not report its counts at .*/other: HTTP status 404");
  }

  @Test
  void aBrokerThatFallsSilentTellsNoCountOfMessages() throws Exception {
    page = String.format(Locale.ROOT, EMQX, 1, 10);
    try (CountSource counts = new PolledCounts(new PrometheusCounts(url()))) {
      server.stop(0);
      assertThat(counts.settled())
          .doesNotContainKey("receivedMessages")
          .containsKey("sentMessages");
      assertThat(counts.last()).containsEntry("receivedMessages", 10L);
    }
  }
}
