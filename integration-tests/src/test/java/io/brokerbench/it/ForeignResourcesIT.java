package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.driver.Cluster;
import io.brokerbench.testkit.Required;
import io.brokerbench.testkit.TestJvm;
import io.prometheus.jmx.JavaAgent;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/**
 * Figures of the machine of an external cluster, as its exporters report them. It is this machine,
 * so that they can be compared with brokerbench's own.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ForeignResourcesIT.PrometheusInstalled.class)
final class ForeignResourcesIT {

  private final Cluster cluster;
  private final Topics topics;
  private final Exporters exporters;
  private final Path data;

  /** The JMX exporter in the broker. */
  private final String jvm;

  /** The broker's own exporter. */
  private final String own;

  @TempDir private Path home;

  ForeignResourcesIT(@TempDir Path directory) throws Exception {
    String inside = "127.0.0.1:" + SmallCluster.freePort();
    this.jvm = "http://" + inside + "/metrics";
    int ownPort = SmallCluster.freePort();
    this.own = "http://127.0.0.1:" + ownPort + "/metrics";
    Path rules = Files.writeString(directory.resolve("rules.yml"), "rules: [{pattern: '.*'}]\n");
    this.data = Files.createDirectory(directory.resolve("broker"));
    this.cluster =
        OwnCluster.start(
            data,
            "cluster.topology=1m",
            "cluster.properties.metricsExporterType=PROM",
            "cluster.properties.metricsPromExporterHost=127.0.0.1",
            "cluster.properties.metricsPromExporterPort=" + ownPort,
            String.format(
                Locale.ROOT,
                "%s -javaagent:%s=%s:%s",
                TestJvm.CLUSTER_FLAGS,
                Path.of(
                    JavaAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI()),
                inside,
                rules));
    this.topics = new Topics(cluster.address());
    this.exporters = new Exporters(Files.createDirectory(directory.resolve("exporters")));
  }

  @AfterAll
  void end() {
    exporters.close();
    topics.close();
    cluster.close();
  }

  private List<String> flags(String... more) {
    List<String> flags = new ArrayList<>(List.of("-n", cluster.address(), "-t", "watched"));
    flags.addAll(List.of("--warmup", "1s", "--rate", "500/s", "-w", "4", "-s", "1024"));
    flags.addAll(List.of(more));
    return flags;
  }

  private Outcome run(String... more) throws Exception {
    return Bench.run(home, flags(more).toArray(String[]::new));
  }

  /** Other tests on this machine may be busiest at the ends, which differ by up to a second. */
  @Test
  void figuresAgreeWithThoseThatAreSampledHere() throws Exception {
    Exporters.Exporter node = exporters.node();
    String server = exporters.server(node, "1s");
    ResultDirectory result =
        run(
                "--duration",
                "60s",
                "--set",
                "brokers.direct.node-exporter=" + node.address(),
                "--set",
                "brokers.collected.prometheus=" + server,
                "--set",
                "brokers.collected.selector=job=\"node\"")
            .measured();
    JsonNode resources = result.json().path("resources");
    JsonNode host = resources.path("host");
    for (String name : List.of("direct", "collected")) {
      JsonNode its = resources.path("hosts").path(name);
      int seconds = result.rows().size();
      assertClose(its, host, "cpuCoresMean", result.max("hostCpuCores") / seconds);
      assertClose(its, host, "diskBytesWritten", result.max("hostDiskWrittenBytes"));
      assertClose(its, host, "networkBytes", result.max("hostNetworkBytes"));
      assertThat(its.path("memoryUsedShareMax").asDouble())
          .isCloseTo(host.path("memoryUsedShareMax").asDouble(), withinPercentage(5));
      String column = "node." + name + ".cpuCores";
      assertThat(result.rows()).anyMatch(row -> !row.values().get(column).isEmpty());
    }
    assertThat(resources.path("sources").findValuesAsText("lost")).isEmpty();
  }

  /** A process exporter counts in ticks of 10 ms, and every source is read at its own moments. */
  @Test
  void figuresOfTheBrokerAgreeWithThoseOfTheKernel() throws Exception {
    ProcessHandle broker = new Processes(data).node("master");
    Exporters.Exporter groups = exporters.process("mq", "BrokerStartup", data.toString());
    ResultDirectory result =
        run(
                "--duration",
                "30s",
                "--set",
                "brokers.inside.jvm=" + jvm,
                "--set",
                "brokers.outside.process-exporter=" + groups.address(),
                "--set",
                "brokers.outside.process-group=mq")
            .measured();
    long resident = residentBytes(broker);
    JsonNode resources = result.json().path("resources");
    double cores = resources.at("/inside/cpuCoresMean").asDouble();
    assertThat(cores).isPositive();
    assertThat(resources.at("/outside/cpuCoresMean").asDouble())
        .isCloseTo(cores, withinPercentage(10));
    for (String name : List.of("inside", "outside")) {
      assertThat(resources.path(name).path("rssBytesMax").asLong())
          .as("%s in %s", name, resources)
          .isCloseTo(resident, withinPercentage(10));
    }
    assertThat(resources.at("/inside/heapUsedBytesMax").asLong()).isBetween(1L << 20, 256L << 20);
    assertThat(resources.at("/inside/gcCount").isNumber()).isTrue();
    assertThat(resources.at("/outside/bytesWritten").asLong()).isPositive();
  }

  @Test
  void theBrokersOwnExporterIsReadAndTheHigherFigureIsUsed() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          byte[] page = "rocketmq_processor_watermark{processor=\"send\"} 123456\n".getBytes(UTF_8);
          exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    other.start();
    try {
      JsonNode run =
          run(
                  "--duration",
                  "5s",
                  "--set",
                  "brokers.broker-a.rocketmq=" + own,
                  "--set",
                  "brokers.broker-b.rocketmq=http://127.0.0.1:" + other.getAddress().getPort())
              .measured()
              .json();
      JsonNode broker = run.at("/resources/sources/0");
      assertThat(broker.path("source").asText()).isEqualTo("rocketmq");
      assertThat(broker.path("reads").asLong()).isPositive();
      assertThat(broker.path("missing")).isEmpty();
      assertThat(broker.has("lost")).isFalse();
      JsonNode figures = run.path("brokerFigures");
      assertThat(figures.at("/sendQueueRequests/max").asLong()).isEqualTo(123_456);
      assertThat(figures.at("/dispatchBehindBytes/max").asLong(-1)).isNotNegative();
    } finally {
      other.stop(0);
    }
  }

  /** Within 5 %, and what the busiest second makes of it at each end. */
  private static void assertClose(JsonNode its, JsonNode own, String figure, double second) {
    double expected = own.path(figure).asDouble();
    assertThat(its.path(figure).asDouble())
        .as("%s of %s and %s", figure, its, own)
        .isCloseTo(expected, within(0.05 * expected + 2 * second));
  }

  private static long residentBytes(ProcessHandle process) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anExporterThatIsKilledLeavesAGapAndAReason() throws Exception {
    Exporters.Exporter node = exporters.node();
    try (Bench bench =
        Bench.start(
            home,
            flags(
                    "--duration",
                    "0",
                    "--set",
                    "limits.figures-age=2s",
                    "--set",
                    "brokers.broker-a.node-exporter=" + node.address())
                .toArray(String[]::new))) {
      ResultDirectory running = bench.awaitMeasured("acked", 500);
      node.kill();
      // Written anew every ten seconds.
      bench.await(
          () ->
              running.has("run.json")
                  && !running.json().at("/resources/sources/0/lost").asText("").isEmpty());
      bench.signal("INT");
      JsonNode run = bench.end().endedWith(130).result().json();
      assertThat(run.path("verdict").path("reasons").findValuesAsText("code"))
          .contains("brokers.source-lost");
      assertThat(run.at("/resources/sources/0/lost").asText())
          .startsWith("no new figures for ")
          .endsWith(": no connection");
      assertThat(run.at("/resources/sources/0/failedReads").asLong()).isPositive();
      assertThat(run.at("/resources/hosts").size()).isZero();
    }
  }

  @Test
  void theExporterOfAnotherMachineIsNamed() throws Exception {
    JsonNode run =
        run(
                "--duration",
                "5s",
                "--set",
                "brokers.broker-a.node-exporter=" + exporters.idleNode().address())
            .measured()
            .json();
    assertThat(run.path("verdict").path("reasons").findValuesAsText("text"))
        .anyMatch(text -> text.contains("the machine of broker-a had 0 B of network traffic"));
  }

  @Test
  void whatCannotReportIsRefusedBeforeAnythingIsSent() throws Exception {
    int port = SmallCluster.freePort();
    assertThat(
            run("--set", "brokers.broker-a.node-exporter=http://127.0.0.1:" + port + "/metrics")
                .endedWith(3)
                .err())
        .contains("node-exporter of broker-a (http://127.0.0.1:" + port + "/metrics): ");
    Exporters.Exporter node = exporters.node();
    assertThat(run("--set", "brokers.broker-a.jvm=" + node.address()).endedWith(3).err())
        .contains("jvm of broker-a (" + node.address() + ") has no figures of the kind: ")
        .contains("jvm_memory_used_bytes");
    String server = exporters.server(node, "10s");
    assertThat(
            run(
                    "--set",
                    "brokers.broker-a.prometheus=" + server,
                    "--set",
                    "brokers.broker-a.selector=job=\"node\"")
                .endedWith(3)
                .err())
        .contains("up to 10 s old, and limits.figures-age is 5 s");
    assertThat(run("--set", "brokers.broker-a.memory=x").endedWith(2).err())
        .contains("brokers.broker-a.memory is no source of figures");
    assertThat(topics.exists("watched")).isFalse();
  }

  /**
   * Skips the tests, with the reason, where Prometheus and its exporters are not installed; with
   * {@code BENCH_REQUIRE_PROMETHEUS=1} in the environment they fail there.
   */
  static final class PrometheusInstalled implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean installed =
          Stream.of(Exporters.SERVER, Exporters.NODE_EXPORTER, Exporters.PROCESS_EXPORTER)
              .map(Path::of)
              .allMatch(Files::isExecutable);
      return Required.condition(
          installed
              ? Optional.empty()
              : Optional.of("Prometheus is not installed; scripts/prometheus/prepare installs it"),
          "BENCH_REQUIRE_PROMETHEUS");
    }
  }
}
