package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.find.SearchResult;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.FreePort;
import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code find} with a preset on a cluster that another program started, whose machine an exporter
 * reports: it ends at the same resource as on a cluster of brokerbench.
 */
@Tag("nightly")
final class FindForeignIT {

  private static final Path NODE_EXPORTER = Path.of("/usr/bin/prometheus-node-exporter");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Below those that the other tests' clusters choose among. */
  private static final int PORT = 19_600;

  private static final String SMALL =
      "{port: %d, topology: 1m, heap: 256m, jvm-flags: '"
          + TestJvm.FLAGS
          + "', start-timeout: 150s, data-directory: %s}";

  private final Path home;
  private @Nullable Process exporter;

  FindForeignIT(@TempDir Path home) throws IOException {
    this.home = home.toRealPath();
  }

  @AfterEach
  void end() throws Exception {
    cluster("down");
    if (exporter != null) {
      exporter.destroyForcibly().waitFor();
    }
  }

  private String cluster(String action, String... assignments) throws Exception {
    Path output = Files.createTempFile(home, action, ".out");
    Object[] args =
        Stream.concat(
                Stream.of("cluster", "--out", home.resolve("cluster"), action),
                Stream.of(assignments).flatMap(each -> Stream.of("--set", each)))
            .toArray();
    BenchProcess.start(output, args).waitFor();
    return Files.readString(output);
  }

  private int exporter() throws IOException {
    int port = FreePort.choose();
    exporter =
        new ProcessBuilder(NODE_EXPORTER.toString(), "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("exporter").toFile())
            .start();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              new Socket(InetAddress.getLoopbackAddress(), port).close();
              return true;
            });
    return port;
  }

  /** Searches below a bound of the processors that no rate keeps. */
  private SearchResult find(String name, String cluster) throws Exception {
    Path file =
        Files.writeString(
            home.resolve(name + ".yaml"),
            """
            cluster: %s
            load: {threads: 4, warmup: 1s, duration: 6s}
            limits: {generator-cpu: 1, generator-starved: 1, hiccup-p99: 10s, gc: 1, foreign-cpu: 1}
            find: {preset: safe, limits: {cpu: 1%%}, start: 500/s, probes: 2, curve: false}
            """
                .formatted(cluster));
    Path output = home.resolve(name + ".out");
    Path results = home.resolve(name);
    BenchProcess.start(output, "find", file, "--out", results).waitFor();
    List<Path> found = Entries.of(results);
    assertThat(found).as(Files.readString(output)).hasSize(1);
    return SearchResult.read(found.get(0));
  }

  @Test
  void endsAtTheSameResourceAsOnAClusterOfBrokerbench() throws Exception {
    if (!"1".equals(System.getenv("BENCH_REQUIRE_PROMETHEUS"))) {
      assumeThat(NODE_EXPORTER).isExecutable();
    }
    Path data = Files.createDirectory(home.resolve("data"));
    SearchResult own = find("own", SMALL.formatted(PORT + 50, data));
    assertThat(own.failedAbove()).anyMatch(text -> text.matches("cpu [0-9.]+ % > 1 %"));

    cluster(
        "up",
        "cluster.data-directory=" + data,
        "cluster.topology=1m",
        "cluster.heap=256m",
        TestJvm.CLUSTER_FLAGS,
        "cluster.start-timeout=150s",
        "cluster.port=" + PORT);
    SearchResult foreign =
        find(
            "foreign",
            String.format(
                Locale.ROOT,
                "{host: external, addresses: '127.0.0.1:%d'}%nbrokers: [{name: broker-a,"
                    + " node-exporter: 'http://127.0.0.1:%d/metrics'}]",
                PORT,
                exporter()));
    assertThat(foreign.notJudged()).doesNotContain("cpu", "memory", "disk", "iowait");
    assertThat(foreign.failedAbove())
        .anyMatch(text -> text.matches("cpu of broker-a [0-9.]+ % > 1 %"));
  }
}
