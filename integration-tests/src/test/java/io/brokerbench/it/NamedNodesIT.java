package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bounds of an external cluster whose machines are named by {@code brokers}: those machines are
 * judged, and this one, which is busy with other tests, never. Their exporters report what the test
 * makes up, at the pace of the time that passes.
 */
@Tag("ci")
@RequiresMosquitto
final class NamedNodesIT {

  private static final int PROCESSORS = 8;
  private static final int UPTIME_SECONDS = 300_000_000;
  private static final int PAGES_WITHOUT_END = Integer.MAX_VALUE;

  private final Path home;
  private final Mosquitto broker;
  private final AtomicInteger pages = new AtomicInteger();
  private final long begin = System.nanoTime();
  private HttpServer server;
  private int runs;

  NamedNodesIT(@TempDir Path home) throws Exception {
    this.home = home;
    this.broker = Mosquitto.start(Files.createDirectory(home.resolve("broker")));
  }

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
    broker.close();
  }

  /**
   * An exporter of a machine.
   *
   * @param busy share of its processors
   * @param most pages after which it fails
   */
  private String machine(String name, double busy, int most) {
    return exporter(
        name,
        most,
        () -> {
          double seconds = (System.nanoTime() - begin) / 1e9;
          StringBuilder page = new StringBuilder();
          line(page, "node_time_seconds", UPTIME_SECONDS + seconds);
          for (int i = 0; i < PROCESSORS; i++) {
            String labels = "node_cpu_seconds_total{cpu=\"" + i + "\",mode=\"";
            line(page, labels + "idle\"}", UPTIME_SECONDS + seconds * (1 - busy));
            line(page, labels + "user\"}", seconds * busy);
            line(page, labels + "iowait\"}", 0);
          }
          line(page, "node_network_transmit_bytes_total{device=\"eth0\"}", seconds * 1e8);
          line(page, "node_network_receive_bytes_total{device=\"eth0\"}", seconds * 1e8);
          String disk = "{device=\"/dev/sda1\",fstype=\"ext4\",mountpoint=\"/srv\"}";
          line(page, "node_filesystem_size_bytes" + disk, 1e12);
          line(page, "node_filesystem_avail_bytes" + disk, 5e10);
          return page.toString();
        });
  }

  /** An exporter of a broker's JVM, which knows nothing of its machine. */
  private String jvm(String name) {
    return exporter(
        name,
        PAGES_WITHOUT_END,
        () ->
            """
            process_cpu_seconds_total 5
            process_resident_memory_bytes 1e9
            jvm_memory_used_bytes{area="heap"} 1e8
            """);
  }

  private static void line(StringBuilder page, String series, double value) {
    page.append(String.format(Locale.ROOT, "%s %.6f%n", series, value));
  }

  private interface Page {
    String now();
  }

  private String exporter(String name, int most, Page page) {
    server.createContext("/" + name, exchange -> answer(exchange, most, page));
    return String.format(
        Locale.ROOT, "http://127.0.0.1:%d/%s", server.getAddress().getPort(), name);
  }

  private void answer(HttpExchange exchange, int most, Page page) throws IOException {
    if (pages.incrementAndGet() > most) {
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_UNAVAILABLE, -1);
    } else {
      byte[] body = page.now().getBytes(UTF_8);
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private Outcome run(String... flags) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("--driver", "mqtt", "-n", broker.address(), "-t", "named"));
    all.addAll(List.of("-w", "1", "--rate", "50/s", "--warmup", "0"));
    all.addAll(List.of("--set", "limits.achieved=0"));
    all.addAll(List.of(flags));
    return Bench.run(
        Files.createDirectory(home.resolve("run" + runs++)), all.toArray(String[]::new));
  }

  /** A run whose figures are known throughout, even if their reader has to wait for a processor. */
  private Outcome judged(String requirement, String... nodes) throws Exception {
    return judgedFor("6s", "60s", requirement, nodes);
  }

  private Outcome judgedFor(String duration, String figuresAge, String requirement, String... nodes)
      throws Exception {
    List<String> flags = new ArrayList<>(List.of("--require", requirement, "--duration", duration));
    flags.addAll(List.of("--set", "limits.figures-age=" + figuresAge));
    for (String node : nodes) {
      flags.addAll(List.of("--set", "brokers." + node));
    }
    return run(flags.toArray(String[]::new));
  }

  /** The only requirement of a run. */
  private static JsonNode requirement(Outcome outcome) {
    JsonNode all = outcome.result().json().path("requirements");
    assertThat(all).as("%s", outcome).hasSize(1);
    return all.get(0);
  }

  private static void assertJudged(JsonNode requirement, String outcome, double cpu) {
    assertThat(requirement.path("outcome").asText()).as("%s", requirement).isEqualTo(outcome);
    assertThat(requirement.path("node").asText()).isEqualTo("broker-a");
    assertThat(requirement.path("measured").asDouble()).isCloseTo(cpu, within(0.001));
  }

  @Test
  void theNamedMachineIsJudgedWhateverThisOneDoes() throws Exception {
    String busy = "broker-a.node-exporter=" + machine("a", 0.9, PAGES_WITHOUT_END);
    assertJudged(requirement(judged("cpu=80%", busy).endedWith(5)), "missed", 0.9);
    assertJudged(requirement(judged("cpu=95%", busy).endedWith(0, 4)), "met", 0.9);
  }

  @Tag("nightly")
  @Test
  void aBoundIsUnknownUnlessAllNamedMachinesAreKnown() throws Exception {
    String half = "broker-a.node-exporter=" + machine("a", 0.5, PAGES_WITHOUT_END);
    String blind = "broker-b.jvm=" + jvm("b");
    Outcome unknown = judged("cpu=60%", half, blind).endedWith(5);
    assertThat(requirement(unknown).path("outcome").asText()).isEqualTo("unknown");
    assertThat(requirement(unknown).path("text").asText())
        .contains("unknown, because cpu of broker-b is not known");
    assertThat(unknown.out()).contains("cpu of broker-b is not known");
    // One machine above the bound is enough.
    assertJudged(requirement(judged("cpu=40%", half, blind).endedWith(5)), "missed", 0.5);
  }

  @Tag("nightly")
  @Test
  void aBoundIsUnknownIfTheMachineIsLostInMidRun() throws Exception {
    Outcome outcome =
        judgedFor("10s", "2s", "cpu=99%", "broker-a.node-exporter=" + machine("a", 0.5, 3))
            .endedWith(5);
    assertThat(requirement(outcome).path("outcome").asText()).isEqualTo("unknown");
    assertThat(outcome.result().json().path("verdict").path("reasons").findValuesAsText("code"))
        .contains("brokers.source-lost");
  }

  @Tag("nightly")
  @Test
  void theFullestFileSystemOfANamedMachineEndsTheLoad() throws Exception {
    String limit = "abort.disk=85% for 1s";
    assertThat(run("--set", limit).endedWith(2).err())
        .startsWith("--set: abort.disk must be none with driver mqtt");
    String node = "brokers.broker-a.node-exporter=" + machine("a", 0.5, PAGES_WITHOUT_END);
    JsonNode verdict =
        run("--duration", "300s", "--set", limit, "--set", node)
            .endedWith(4)
            .result()
            .json()
            .path("verdict");
    assertThat(verdict.path("reasons").findValuesAsText("code")).contains("load.aborted");
    assertThat(verdict.path("reasons").findValuesAsText("text"))
        .anyMatch(text -> text.endsWith("disk 95 % (/srv of broker-a); abort.disk is 85% for 1s"));
  }
}
