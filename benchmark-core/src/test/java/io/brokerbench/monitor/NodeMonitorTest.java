package io.brokerbench.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.HostSpan;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeMonitorTest {

  /** The labels of an idle processor of a machine, and of its time. */
  private static final String IDLE =
      "\"__name__\":\"node_cpu_seconds_total\",\"cpu\":\"0\",\"mode\":\"idle\"";

  private static final String TIME = "\"__name__\":\"node_time_seconds\"";

  private static final Duration AGE = Duration.ofSeconds(5);

  /** Two processors at a moment; idle, iowait and steal are those of each. */
  private static String machine(double seconds, double idle, double ioWait, double steal) {
    StringBuilder text = new StringBuilder();
    for (int cpu = 0; cpu < 2; cpu++) {
      for (Map.Entry<String, Double> mode :
          Map.of("idle", idle, "iowait", ioWait, "steal", steal, "user", 0.1).entrySet()) {
        text.append(
            String.format(
                Locale.ROOT,
                "node_cpu_seconds_total{cpu=\"%d\",mode=\"%s\"} %s\n",
                cpu,
                mode.getKey(),
                mode.getValue()));
      }
    }
    return text.append("node_time_seconds ").append(seconds).append('\n')
        + """
        node_memory_MemAvailable_bytes 25
        node_memory_MemTotal_bytes 100
        node_load1 3.5
        node_disk_io_time_seconds_total{device="sda"} 10
        node_disk_io_time_seconds_total{device="dm-0"} 99
        node_disk_written_bytes_total{device="sda"} 1000
        node_disk_written_bytes_total{device="dm-0"} 1000
        node_network_receive_bytes_total{device="eth0"} 500
        node_network_transmit_bytes_total{device="eth0"} 250
        node_network_speed_bytes{device="eth0"} 1000
        node_network_speed_bytes{device="eth1"} -125000
        node_network_receive_bytes_total{device="tun0"} 900
        node_network_transmit_bytes_total{device="tun0"} 900
        node_network_speed_bytes{device="tun0"} 10
        node_filesystem_size_bytes{mountpoint="/",fstype="ext4"} 10
        node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"} 4
        node_filesystem_size_bytes{mountpoint="/run",fstype="tmpfs"} 10
        node_filesystem_avail_bytes{mountpoint="/run",fstype="tmpfs"} 0
        node_pressure_io_waiting_seconds_total 7
        """;
  }

  private static final String JVM =
      """
      process_cpu_seconds_total 12.5
      process_resident_memory_bytes 4096
      jvm_memory_used_bytes{area="heap"} 700
      jvm_memory_used_bytes{area="nonheap"} 1
      jvm_gc_collection_seconds_count{gc="young"} 3
      jvm_gc_collection_seconds_count{gc="old"} 1
      jvm_gc_collection_seconds_sum{gc="young"} 0.25
      """;

  private volatile String page = "";
  private HttpServer server;
  private final List<String> progress = new ArrayList<>();

  /** Figures grow old when the test says so, and sources are read every real second. */
  private final ManualClock clock = new ManualClock();

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = page.getBytes(UTF_8);
          exchange.sendResponseHeaders(body.length == 0 ? 503 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private NodeSources node(SourceKind kind, String group) {
    return new NodeSources("a", Map.of(kind, uri()), group, "job=\"x\"");
  }

  private URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
  }

  private NodeMonitor start(NodeSources node, Duration age) throws Exception {
    return NodeMonitor.start(List.of(node), age, clock, progress::add);
  }

  private static NodeFigures figures(NodeMonitor monitor) {
    return monitor.latest().getOrDefault("a", new NodeFigures(0, none(), none()));
  }

  private static <T> java.util.Optional<T> none() {
    return java.util.Optional.empty();
  }

  @Test
  void processorsAreTheElapsedTimeMinusIdleWaitingAndStolenTime() throws Exception {
    page = machine(100, 40, 5, 1);
    try (NodeMonitor monitor = start(node(SourceKind.NODE_EXPORTER, ""), AGE)) {
      HostFigures first = figures(monitor).host().orElseThrow();
      // Ten seconds later each of two processors was idle for 3 s, waited for 2 s, lost 1 s.
      page =
          machine(110, 43, 7, 2)
              .replace("{device=\"sda\"} 10\n", "{device=\"sda\"} 15\n")
              .replace("{device=\"sda\"} 1000", "{device=\"sda\"} 1500")
              .replace("{device=\"eth0\"} 500", "{device=\"eth0\"} 750")
              .replace("{device=\"eth0\"} 250", "{device=\"eth0\"} 350")
              .replace("waiting_seconds_total 7", "waiting_seconds_total 10.5");
      await().until(() -> figures(monitor).host().filter(use -> !use.equals(first)).isPresent());
      HostFigures last = figures(monitor).host().orElseThrow();
      var use = new HostSpan(first, last, last.loadAverage(), 0).use(2, null, 10e9);
      assertThat(use.cpuCoresMean()).isCloseTo(2 * 0.4, within(1e-6));
      assertThat(use.ioWaitShare()).isCloseTo(0.2, within(1e-6));
      assertThat(use.stealShare()).isCloseTo(0.1, within(1e-6));
      assertThat(last.memoryUsedShare()).isEqualTo(0.75);
      assertThat(last.diskBusyNanos()).containsExactly(Map.entry("sda", 5_000_000_000L));
      assertThat(use.diskBytesWritten()).isEqualTo(500);
      assertThat(use.diskFlushes()).isNull();
      assertThat(use.networkBytes()).isEqualTo(350);
      assertThat(last.networkBusyNanos())
          .containsOnly(
              Map.entry("eth0 received", 250_000_000L), Map.entry("eth0 sent", 100_000_000L));
      assertThat(last.fileSystemUsedShares()).containsExactly(Map.entry("/", 0.6));
      assertThat(last.pressureNanos()).containsExactly(Map.entry("io", 3_500_000_000L));
    }
    assertThat(progress)
        .singleElement()
        .asString()
        .startsWith("node-exporter of a (http://127.0.0.1:")
        .endsWith("answers; missing node_disk_flush_requests_total");
  }

  /** Epoch seconds times processors times a billion would leave a long. */
  @Test
  void eightProcessorsHalfIdleAreFourBusyOnes() throws Exception {
    long now = Instant.now().getEpochSecond();
    page = processors(8, (double) now, 1e8);
    try (NodeMonitor monitor = start(node(SourceKind.NODE_EXPORTER, ""), AGE)) {
      HostFigures first = figures(monitor).host().orElseThrow();
      page = processors(8, (double) (now + 10), 1e8 + 5);
      await().until(() -> figures(monitor).host().filter(use -> !use.equals(first)).isPresent());
      HostFigures last = figures(monitor).host().orElseThrow();
      assertThat(last.busyCoresSince(first)).isCloseTo(4, within(1e-6));
      assertThat(last.processors()).isEqualTo(8);
    }
  }

  private static String processors(int count, double seconds, double idle) {
    StringBuilder text = new StringBuilder(64 * count);
    for (int cpu = 0; cpu < count; cpu++) {
      text.append(
          String.format(
              Locale.ROOT, "node_cpu_seconds_total{cpu=\"%d\",mode=\"idle\"} %s\n", cpu, idle));
    }
    return text.append("node_time_seconds ").append(seconds).append('\n').toString();
  }

  @Test
  void theBrokersProcessComesFromItsJvm() throws Exception {
    page = JVM;
    try (NodeMonitor monitor = start(node(SourceKind.JVM, ""), AGE)) {
      ProcessFigures first = figures(monitor).process().orElseThrow();
      page =
          JVM.replace("total 12.5", "total 25")
              .replace("{gc=\"young\"} 3", "{gc=\"young\"} 7")
              .replace("{gc=\"young\"} 0.25", "{gc=\"young\"} 0.5");
      await().until(() -> figures(monitor).process().filter(use -> !use.equals(first)).isPresent());
      ProcessFigures last = figures(monitor).process().orElseThrow();
      assertThat(last.since(first, ProcessFigure.CPU_NANOS)).isEqualTo(12_500_000_000L);
      assertThat(last.since(first, ProcessFigure.GC_COUNT)).isEqualTo(4);
      assertThat(last.since(first, ProcessFigure.GC_PAUSE_MILLIS)).isEqualTo(250);
      assertThat(last.values())
          .containsEntry(ProcessFigure.RSS_BYTES, 4096L)
          .containsEntry(ProcessFigure.HEAP_USED_BYTES, 700L)
          .hasSize(5);
    }
  }

  /** Of ZGC, whose cycles run next to the broker for most of the time. */
  @Test
  void pausesAreWithoutTheCyclesOfAConcurrentCollector() throws Exception {
    page =
        """
        process_cpu_seconds_total 12.5
        jvm_memory_used_bytes{area="heap"} 700
        jvm_gc_collection_seconds_count{gc="ZGC Minor Cycles"} 388
        jvm_gc_collection_seconds_sum{gc="ZGC Minor Cycles"} 56.5
        jvm_gc_collection_seconds_count{gc="ZGC Minor Pauses"} 1167
        jvm_gc_collection_seconds_sum{gc="ZGC Minor Pauses"} 0.25
        """;
    try (NodeMonitor monitor = start(node(SourceKind.JVM, ""), AGE)) {
      ProcessFigures first = figures(monitor).process().orElseThrow();
      page = page.replace(" 56.5", " 57.5").replace(" 0.25", " 0.75");
      await().until(() -> figures(monitor).process().filter(use -> !use.equals(first)).isPresent());
      ProcessFigures last = figures(monitor).process().orElseThrow();
      assertThat(last.since(first, ProcessFigure.GC_PAUSE_MILLIS)).isEqualTo(500);
    }
  }

  @Test
  void whatARocketMqBrokerKnowsOfItselfComesFromItsExporter() throws Exception {
    page =
        """
        rocketmq_storage_dispatch_behind_bytes{storage_type="local"} 70.0
        rocketmq_storage_flush_behind_bytes{storage_type="local"} 4096.0
        rocketmq_processor_watermark{processor="send"} 5.0
        rocketmq_processor_watermark{processor="pull"} 900.0
        """;
    try (NodeMonitor monitor = start(node(SourceKind.ROCKETMQ, ""), AGE)) {
      assertThat(figures(monitor).broker())
          .containsOnly(
              Map.entry(Session.DISPATCH_BEHIND, 70L),
              Map.entry(Session.UNFLUSHED, 4096L),
              Map.entry(Session.SEND_QUEUE, 5L));
    }
    page = "rocketmq_storage_dispatch_behind_bytes 70.0\n";
    try (NodeMonitor monitor = start(node(SourceKind.ROCKETMQ, ""), AGE)) {
      assertThat(figures(monitor).broker()).containsOnlyKeys(Session.DISPATCH_BEHIND);
    }
    assertThat(progress.get(1))
        .endsWith("missing rocketmq_storage_flush_behind_bytes, rocketmq_processor_watermark");
    page = JVM;
    assertRefused(
        node(SourceKind.ROCKETMQ, ""),
        "has no figures of the kind: rocketmq_storage_dispatch_behind_bytes");
  }

  @Test
  void aSourceThatDiesIsAGapWithAReason() throws Exception {
    page = JVM;
    try (NodeMonitor monitor = start(node(SourceKind.JVM, ""), AGE)) {
      page = "";
      await()
          .untilAsserted(
              () -> {
                clock.advance(AGE.toNanos() + 1);
                assertThat(monitor.latest()).isEmpty();
                assertThat(lost(monitor))
                    .startsWith("no new figures for ")
                    .endsWith(": HTTP status 503");
              });
      page = JVM;
      await().until(() -> !monitor.latest().isEmpty());
      assertThat(lost(monitor)).endsWith(": HTTP status 503");
    }
  }

  @Test
  void figuresThatDoNotChangeAreOld() throws Exception {
    page = machine(100, 40, 5, 1);
    try (NodeMonitor monitor = start(node(SourceKind.NODE_EXPORTER, ""), AGE)) {
      clock.advance(AGE.toNanos());
      await().until(() -> monitor.uses().get(0).reads() > 1);
      assertThat(monitor.latest()).isNotEmpty();
      clock.advance(1_000_000_000);
      assertThat(monitor.latest()).isEmpty();
      assertThat(lost(monitor)).isEqualTo("no new figures for 6 s");
    }
  }

  private static String lost(NodeMonitor monitor) {
    return monitor.uses().stream().map(SourceUse::lost).map(String::valueOf).toList().get(0);
  }

  @Test
  void whatAnswersWithoutTheFiguresIsRefused() {
    page = "up 1\n";
    assertRefused(
        node(SourceKind.NODE_EXPORTER, ""), "has no figures of the kind: node_cpu_seconds_total");
    page = "namedprocess_namegroup_cpu_seconds_total{groupname=\"java\",mode=\"user\"} 1\n";
    assertRefused(node(SourceKind.PROCESS_EXPORTER, "broker"), "no group has the name \"broker\"");
    page = "";
    assertRefused(node(SourceKind.JVM, ""), "HTTP status 503");
    server.stop(0);
    assertRefused(node(SourceKind.JVM, ""), "jvm of a (" + uri() + "): ");
  }

  /** The answer of a Prometheus server with these series. */
  private static String answer(String... series) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
        + String.join(",", series)
        + "]}}";
  }

  private static String series(String labels, String... samples) {
    return "{\"metric\":{" + labels + "},\"values\":[" + String.join(",", samples) + "]}";
  }

  private static String sample(long atSecond, long value) {
    return String.format(Locale.ROOT, "[%d,\"%d\"]", atSecond, value);
  }

  @Test
  void aServerThatCollectsSeldomIsRefused() throws Exception {
    // Its samples are judged by the time that it sends.
    long now = Instant.now().getEpochSecond() - 1;
    long before = now - 600;
    page =
        answer(
            series(IDLE, sample(before, 5), sample(now, 6)),
            series(TIME, sample(before, before), sample(now, now)));
    assertRefused(
        node(SourceKind.PROMETHEUS, ""), "up to 600 s old, and limits.figures-age is 5 s");
    try (NodeMonitor monitor = start(node(SourceKind.PROMETHEUS, ""), Duration.ofMinutes(20))) {
      assertThat(figures(monitor).host().orElseThrow().processors()).isEqualTo(1);
    }
  }

  @Test
  void aGroupOfProcessesMayComeFromAServer() throws Exception {
    long now = Instant.now().getEpochSecond();
    page =
        answer(
            series(IDLE, sample(now, 5)),
            series(TIME, sample(now, now)),
            series(
                "\"__name__\":\"namedprocess_namegroup_cpu_seconds_total\",\"groupname\":\"mq\","
                    + "\"mode\":\"user\"",
                sample(now, 7)));
    Duration age = Duration.ofMinutes(20);
    try (NodeMonitor monitor = start(node(SourceKind.PROMETHEUS, "mq"), age)) {
      assertThat(figures(monitor).host()).isPresent();
      assertThat(figures(monitor).process().orElseThrow().values())
          .containsOnlyKeys(ProcessFigure.CPU_NANOS);
    }
    assertRefused(node(SourceKind.PROMETHEUS, "other"), "no group has the name \"other\"");
  }

  @Test
  void aServerThatAnswersOtherwiseIsRefused() {
    page = "{\"status\": \"error\", \"error\": \"no\"}";
    assertRefused(node(SourceKind.PROMETHEUS, ""), "the server refused the query: no");
  }

  /** As of a login in the middle of a run, or another node's page. */
  @ParameterizedTest
  @CsvSource({
    "<html>, the answer is HTML or XML",
    "'up 1', 'node_cpu_seconds_total, node_time_seconds missing'",
    "'node_cpu_seconds_total{cpu=\"0\",mode=\"user\"} 1', mode idle is missing"
  })
  void aPageWithoutTheFiguresIsAGapWithAReason(String answer, String reason) throws Exception {
    page = machine(100, 40, 5, 1);
    try (NodeMonitor monitor = start(node(SourceKind.NODE_EXPORTER, ""), AGE)) {
      page = answer + "\n";
      await()
          .untilAsserted(
              () -> {
                clock.advance(AGE.toNanos() + 1);
                assertThat(monitor.latest()).isEmpty();
                assertThat(lost(monitor)).startsWith("no new figures for ").contains(reason);
              });
    }
  }

  @Test
  void aPageOf50MegabytesIsRefusedByItsHeader() {
    server.createContext(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, 50_000_000);
          exchange.getResponseBody().flush();
        });
    assertRefused(node(SourceKind.NODE_EXPORTER, ""), "the answer has more than 16 MiB");
  }

  @Test
  void countersThatStartAnewAreNamed() throws Exception {
    page = JVM;
    try (NodeMonitor monitor = start(node(SourceKind.JVM, ""), AGE)) {
      ProcessFigures first = figures(monitor).process().orElseThrow();
      page = JVM.replace("total 12.5", "total 1.5").replace("bytes 4096", "bytes 4097");
      await().until(() -> figures(monitor).process().filter(use -> !use.equals(first)).isPresent());
      ProcessFigures last = figures(monitor).process().orElseThrow();
      assertThat(last.since(first, ProcessFigure.CPU_NANOS)).isZero();
      assertThat(lost(monitor)).isEqualTo("its process was restarted, or is another one");
    }
  }

  private void assertRefused(NodeSources node, String reason) {
    assertThatThrownBy(() -> start(node, AGE).close())
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining(reason);
  }
}
