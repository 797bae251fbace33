package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.common.message.MessageQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a cluster of others, whose topic and groups are in use. */
@Tag("nightly")
final class ForeignClusterIT {

  private static final String OFFLINE = "reports";

  private final Path home;
  private final Cluster cluster;
  private final Topics topics;
  private final ProductionTraffic traffic;

  ForeignClusterIT(@TempDir Path directory) throws Exception {
    this.home = Files.createDirectory(directory.resolve("runs"));
    this.cluster =
        OwnCluster.start(Files.createDirectory(directory.resolve("broker")), "cluster.topology=1m");
    this.topics = new Topics(cluster.address());
    topics.createOnRegistered(ProductionTraffic.TOPIC);
    this.traffic = new ProductionTraffic(cluster.address());
  }

  @BeforeEach
  void goOffline() throws Exception {
    traffic.consumeOnce(cluster.address(), OFFLINE);
  }

  @AfterEach
  void end() throws Exception {
    traffic.close();
    topics.close();
    cluster.close();
  }

  private Outcome run(String tool, String flags) throws Exception {
    return run(tool, List.of(flags.split(" ", -1)));
  }

  private Outcome run(String tool, List<String> flags) throws Exception {
    List<String> all = new ArrayList<>(List.of("-n", cluster.address()));
    all.addAll(flags);
    return Bench.run(tool, Files.createTempDirectory(home, "run"), all.toArray(String[]::new));
  }

  @Test
  void toolsInTheirDefaultFormLeaveTrafficOfOthersAlone() throws Exception {
    Map<MessageQueue, Long> offline = topics.offsets(OFFLINE);
    Set<String> names = topics.names();
    for (String tool :
        List.of(Bench.PRODUCER, Bench.BATCH_PRODUCER, Bench.TRANSACTION_PRODUCER, Bench.CONSUMER)) {
      run(tool, "--warmup 0 --duration 2s").measured();
    }
    run(Bench.PRODUCER, "--warmup 0 --duration 2s --set consume.threads=2").measured();

    assertThat(offline).isNotEmpty();
    assertThat(topics.offsets(OFFLINE)).isEqualTo(offline);
    assertThat(topics.names()).isEqualTo(names);
    traffic.assertUndisturbed(topics);
  }

  @Test
  void whatCouldHurtOthersNeedsTheWord() throws Exception {
    String orders = "-t orders --warmup 0 --duration 2s -g ";
    Map<MessageQueue, Long> offline = topics.offsets(OFFLINE);

    assertThat(run(Bench.CONSUMER, orders + OFFLINE).endedWith(3).err())
        .isEqualToIgnoringNewLines(
            "the consumer group reports has offsets, which this run would move; name a new one by"
                + " consume.group (-g), or set consume.use-existing=true (--use-existing)");
    assertThat(run(Bench.CONSUMER, orders + "fresh -r 0.5").endedWith(2).err())
        .contains("consume.fail rejects messages of other clients", "--use-existing");
    // Its members would lose messages to the run, with the word too.
    for (String word : List.of("", " --use-existing")) {
      assertThat(run(Bench.CONSUMER, orders + "billing" + word).endedWith(3).err())
          .contains("the consumer group billing has 1 other consumers");
    }
    assertThat(topics.offsets(OFFLINE)).isEqualTo(offline);
    assertThat(topics.groups()).doesNotContain("fresh");

    ResultDirectory rejecting =
        run(Bench.CONSUMER, orders + "fresh -r 0.5 --use-existing").measured();
    assertThat(rejecting.json().at("/consumption/foreign").asLong()).isPositive();
    assertThat(topics.groups()).doesNotContain("fresh");
    ResultDirectory moved = run(Bench.CONSUMER, orders + OFFLINE + " --use-existing").measured();
    assertThat(moved.json().at("/consumption/foreign").asLong()).isPositive();
    assertThat(topics.offsets(OFFLINE)).isNotEqualTo(offline);
    assertThat(topics.groups()).contains(OFFLINE);
    traffic.assertUndisturbed(topics);
  }

  /**
   * The bound of the error that the run states; the clocks would drift apart by 30 ms in a minute.
   * On a busy machine some readings take milliseconds, in either run.
   */
  @Test
  void theErrorOfTheBrokersClockDoesNotGrowWithTheRun() throws Exception {
    long atTheStart = storeToConsumerErrorNanos("1s");
    long afterAMinute = storeToConsumerErrorNanos("60s");
    assertThat(atTheStart).isPositive();
    assertThat(afterAMinute).isPositive().isLessThanOrEqualTo(atTheStart + 20_000_000);
  }

  private long storeToConsumerErrorNanos(String duration) throws Exception {
    return run(
            Bench.PRODUCER,
            "-t clocks --rate 100/s --warmup 5s --set consume.threads=1 --duration " + duration)
        .measured()
        .json()
        .at("/latency/s2c/errorNanos")
        .asLong();
  }

  @Test
  void publishedCommandLinesRunUnchanged() throws Exception {
    Map<String, String> lines =
        Map.of(
            Bench.PRODUCER, "--w=8 --s=1024",
            Bench.TRANSACTION_PRODUCER, "--w=8 --s=2048",
            Bench.CONSUMER, "-t orders -g audit");
    for (Map.Entry<String, String> line : lines.entrySet()) {
      try (Bench bench =
          Bench.start(
              line.getKey(),
              Files.createTempDirectory(home, "run"),
              Map.of("NAMESRV_ADDR", cluster.address()),
              line.getValue().split(" ", -1))) {
        bench.awaitSeconds(2);
        bench.signal("INT");
        Outcome outcome = bench.end();
        assertThat(outcome.endedWith(130).out())
            .contains("external cluster " + cluster.address() + " (from NAMESRV_ADDR)");
        assertThat(outcome.result().rows()).isNotEmpty();
      }
    }
    traffic.assertUndisturbed(topics);
  }
}
