package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.model.HostConfig;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of the command with {@code cluster.host=container}, and their end. */
@Tag("ci")
@RequiresDocker
final class ContainerCommandIT {

  private static final Duration LEFTOVERS = Duration.ofMinutes(2);

  private final Set<String> before = Docker.holdings();

  @TempDir private Path home;

  @AfterEach
  void nothingIsLeft() {
    await()
        .atMost(LEFTOVERS)
        .untilAsserted(
            () -> {
              assertThat(Docker.orphans()).isEmpty();
              // A test beside this one may have had some before that it has removed meanwhile.
              assertThat(before).containsAll(Docker.holdings());
            });
  }

  // On the host's network, where the brokers would notice the removal of other containers'
  // interfaces.
  @Tag("nightly")
  @Test
  @Tag("alone")
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
          Docker.client().inspectContainerCmd(id(bench, "master")).exec().getHostConfig();
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

  @Tag("nightly")
  @Test
  void gRpcClientsReachTheProxyInItsContainer() throws Exception {
    ResultDirectory result = throughAProxy(Bench.PRODUCER, "-w 4 -s 256 --warmup 1s --duration 2s");
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.acked()).isPositive();
    assertThat(result.json().at("/resources/proxy/cpuCoresMean").asDouble()).isPositive();
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "pop, message.deliver-after=1s..3s",
    "simple, message.keys=true",
    "orderly, message.shards=2"
  })
  void gRpcConsumersReceiveThroughTheProxyInItsContainer(String model, String setting)
      throws Exception {
    ResultDirectory result =
        throughAProxy(
            Bench.CONSUMER,
            "--producers 2 --rate 100/s --size 256 --warmup 1s --duration 3s --model "
                + model
                + " --set "
                + setting);
    Accounts.of(result).areComplete().everythingCame();
  }

  @Tag("nightly")
  @Test
  void gRpcTransactionsEndThroughTheProxyInItsContainer() throws Exception {
    ResultDirectory result =
        throughAProxy(
            Bench.TRANSACTION_PRODUCER,
            "-w 2 -s 256 -sr 0.2 -su 0.2 --warmup 0 --duration 0 --set load.messages=100");
    Accounts.of(result).everyTransactionEnded();
    assertThat(result.json().at("/transactions/checkedCommitted").asLong()).isPositive();
  }

  private ResultDirectory throughAProxy(String mainClass, String more) throws Exception {
    String flags =
        " --set client=grpc --set cluster.topology=1m --set cluster.container.network=pod --set "
            + Bench.DRAIN;
    return Bench.run(mainClass, home, flags("5.5.0", more + flags)).measured();
  }

  @Test
  void killedItLeavesNothing() throws Exception {
    leavesNothing("KILL");
  }

  @Tag("nightly")
  @Test
  void interruptedItLeavesNothing() throws Exception {
    leavesNothing("INT");
  }

  private void leavesNothing(String signal) throws Exception {
    try (Bench bench =
        Bench.start(
            home,
            flags(
                "5.5.0",
                "--warmup 0s --duration 60s --set cluster.container.replication-delay=5ms"))) {
      bench.awaitSeconds(1);
      assertThat(Docker.containersOf(bench.pid())).hasSize(5);
      bench.signal(signal);
      bench.end().endedWith("INT".equals(signal) ? 130 : 137);
    }
  }

  @Tag("nightly")
  @Test
  void releaseFourNamesTheSlaveThatIsNotThere() throws Exception {
    try (Bench bench =
        Bench.start(
            home,
            flags(
                "4.9.7",
                "--replication sync -w 2 --warmup 0s --duration 120s -ri 1000"
                    + " --set cluster.container.network=pod"))) {
      bench.awaitSeconds(2);
      Docker.client().killContainerCmd(id(bench, "slave")).exec();
      bench.awaitOutput("SLAVE_NOT_AVAILABLE");
      bench.signal("INT");
      JsonNode sends = bench.end().endedWith(130).result().json().path("sends");
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
        String.format(
            Locale.ROOT, "image %s is no RocketMQ: it sets no ROCKETMQ_HOME", Docker.toxiproxy()));
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

  /** The container of a node. */
  private static String id(Bench bench, String node) {
    return Docker.containersOf(bench.pid()).stream()
        .filter(container -> container.getNames()[0].endsWith("-" + node))
        .findFirst()
        .orElseThrow()
        .getId();
  }
}
