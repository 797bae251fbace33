package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on servers whose names have underscores, as those of Docker's containers do. */
@Tag("nightly")
@RequiresMosquitto
final class ContainerNamesIT {

  private static final long MESSAGES = 50;

  /** The metrics that a machine must have. */
  private static final String PAGE =
      """
      node_time_seconds %.3f
      node_cpu_seconds_total{cpu="0",mode="idle"} 1
      node_cpu_seconds_total{cpu="0",mode="user"} 1
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void brokersAndExportersAreReached(String client) throws Exception {
    Path home = directory.toRealPath();
    Path hosts = Files.writeString(home.resolve("hosts"), "127.0.0.1 mq_1 localhost\n");
    AtomicInteger asked = new AtomicInteger();
    HttpServer exporter =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    exporter.createContext(
        "/metrics",
        exchange -> {
          asked.incrementAndGet();
          byte[] page =
              String.format(Locale.ROOT, PAGE, System.currentTimeMillis() / 1e3).getBytes(UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    exporter.start();
    try (Mosquitto mosquitto = Mosquitto.start(Files.createDirectory(home.resolve("mosquitto")));
        Bench bench =
            Bench.start(
                Files.createDirectory(home.resolve("run")),
                Map.of("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + hosts),
                "--driver",
                "mqtt",
                "-n",
                mosquitto.address().replace("127.0.0.1", "mq_1"),
                "--warmup",
                "0",
                "--duration",
                "150s",
                "--set",
                "mqtt.client=" + client,
                "--set",
                "load.threads=1",
                "--set",
                "load.messages=" + MESSAGES,
                "--set",
                String.format(
                    Locale.ROOT,
                    "brokers.a.node-exporter=http://mq_1:%d/metrics",
                    exporter.getAddress().getPort()))) {
      assertThat(Accounts.of(bench.end().measured()).acked()).isEqualTo(MESSAGES);
      assertThat(asked).hasPositiveValue();
    } finally {
      exporter.stop(0);
    }
  }
}
