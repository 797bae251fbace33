package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command with {@code cluster.host=container}: how it runs, and how it ends. */
@RequiresDocker
@Tag("alone")
final class ContainerCommandIT {

  private static final Duration LEFTOVERS = Duration.ofSeconds(20);

  private static final int DELAY_MILLIS = 20;
  private static final long DELAY_NANOS = DELAY_MILLIS * 1_000_000L;

  private final Set<String> before = Docker.holdings();

  @TempDir private Path home;

  @AfterEach
  void nothingIsLeft() {
    await().atMost(LEFTOVERS).untilAsserted(() -> assertThat(Docker.holdings()).isEqualTo(before));
  }

  @Test
  void resultsLookAsThoseOfProcessesAndLimitsAreTheContainers() throws Exception {
    try (Bench bench =
        Bench.start(
            home,
            flags(
                "5.5.0",
                "--flush sync --replication sync -w 4 -s 1024 --warmup 1s --duration 4s"
                    + " --set cluster.container.cpus=1.5 --set cluster.container.memory=700m"))) {
      bench.awaitSeconds(1);
      HostConfig limits =
          Docker.client().inspectContainerCmd(running("master").getId()).exec().getHostConfig();
      assertThat(limits.getNanoCPUs()).isEqualTo(1_500_000_000L);
      assertThat(limits.getMemory()).isEqualTo(700L << 20);

      ResultDirectory result = bench.end().measured();
      JsonNode run = result.json();
      Accounts.of(result).areComplete().replicaHoldsAcked();
      assertThat(run.at("/promise/copies").asInt()).isEqualTo(2);
      assertThat(run.at("/environment/cluster/host").asText()).isEqualTo("container");
      assertThat(run.at("/environment/cluster/cpus").asDouble()).isEqualTo(1.5);
      for (String node : List.of("namesrv", "master", "slave")) {
        JsonNode used = run.at("/resources/" + node);
        for (String figure : List.of("cpuCoresMean", "rssBytesMax", "heapUsedBytesMax")) {
          assertThat(used.path(figure).asDouble()).as("%s of %s", figure, used).isPositive();
        }
        if (used.has("bytesWritten") && !node.equals("namesrv")) {
          assertThat(used.path("bytesWritten").asLong()).isPositive();
        }
        assertThat(used.path("gcPauseMillisTotal").isNumber()).as("%s", used).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "KILL"})
  void howeverItEndsNothingIsLeft(String signal) throws Exception {
    try (Bench bench =
        Bench.start(
            home,
            flags(
                "5.5.0",
                "--warmup 0s --duration 60s --set cluster.container.replication-delay=5ms"))) {
      bench.awaitSeconds(1);
      assertThat(Docker.holdings()).hasSize(before.size() + 5);
      bench.signal(signal);
      bench.end().endedWith("INT".equals(signal) ? 130 : 137);
    }
  }

  @Test
  void whatHoldsReplicationUpHoldsUpWhoWaitsForIt() throws Exception {
    String delay = " --set cluster.container.replication-delay=%dms".formatted(DELAY_MILLIS);
    long synchronous = fastest("--replication sync --set cluster.container.network=pod");
    long delayed = fastest("--replication sync" + delay);
    long asynchronous = fastest("--replication async" + delay);
    assertThat(delayed - synchronous).isBetween(DELAY_NANOS * 9 / 10, DELAY_NANOS * 3);
    assertThat(asynchronous).isLessThan(DELAY_NANOS);
  }

  /** The shortest service time: neighbours add least to it. */
  private long fastest(String more) throws Exception {
    return Bench.run(
            Files.createTempDirectory(home, "run"),
            flags("5.5.0", "-w 1 --warmup 0s --duration 4s " + more))
        .measured()
        .latencies("service")
        .getMinValue();
  }

  @Test
  void releaseFourNamesTheSlaveThatIsNotThere() throws Exception {
    try (Bench bench =
        Bench.start(
            home,
            flags(
                "4.9.7",
                "--replication sync -w 2 --warmup 0s --duration 12s"
                    + " --set cluster.container.network=pod"))) {
      bench.awaitSeconds(2);
      Docker.client().killContainerCmd(running("slave").getId()).exec();
      JsonNode sends = bench.end().result().json().path("sends");
      assertThat(sends.at("/byStatus/SLAVE_NOT_AVAILABLE").asLong())
          .as("sends %s", sends)
          .isPositive();
      assertThat(sends.at("/unknown/SLAVE_NOT_AVAILABLE").asLong()).isPositive();
    }
  }

  @Test
  void anImageThatIsNowhereIsToldInOneLine() throws Exception {
    assertRefused(
        "cluster.container.image=localhost:1/nosuch:1",
        "image localhost:1/nosuch:1 is not here and cannot be pulled: ");
  }

  @Test
  void anImageThatIsNoBrokerIsToldInOneLine() throws Exception {
    assertRefused(
        "cluster.container.image=" + Docker.toxiproxy(),
        "image %s is no RocketMQ: it sets no ROCKETMQ_HOME".formatted(Docker.toxiproxy()));
  }

  @Test
  void anImageOfAnotherReleaseIsToldInOneLine() throws Exception {
    assertRefused(
        "cluster.container.image=" + Docker.rocketMq("4.9.7"),
        "holds RocketMQ 4.9.7, but cluster.version is 5.5.0");
  }

  @Test
  void aPortThatIsTakenIsToldInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertRefused(
          "cluster.port=" + taken.getLocalPort(),
          "of which another process has " + taken.getLocalPort());
    }
  }

  private void assertRefused(String setting, String reason) throws Exception {
    Outcome outcome = Bench.run(home, flags("5.5.0", "--duration 1s --set " + setting));
    outcome.endedWith(3);
    assertThat(outcome.err()).contains(reason).hasLineCount(1);
  }

  private static String[] flags(String release, String more) {
    return Stream.concat(Stream.of(Docker.flags(release)), Stream.of(more.split(" ", -1)))
        .toArray(String[]::new);
  }

  /** The container of the only cluster, by its role. */
  private static Container running(String role) {
    return Docker.client()
        .listContainersCmd()
        .withLabelFilter(List.of("io.brokerbench"))
        .exec()
        .stream()
        .filter(container -> container.getNames()[0].endsWith("-" + role))
        .findFirst()
        .orElseThrow();
  }
}
