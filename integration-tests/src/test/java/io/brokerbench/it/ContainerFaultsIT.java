package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.Statistics;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.results.ProcessFigure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults of containers, and their effect on the figures. */
@Tag("nightly")
@RequiresDocker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ContainerFaultsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cluster cluster;

  @TempDir private Path home;

  ContainerFaultsIT() throws Exception {
    cluster =
        OwnCluster.start(
            Docker.settings("5.5.0", "cluster.container.network=pod", "cluster.topology=1m"));
  }

  @AfterAll
  void end() {
    Docker.closeLeavesNothing(cluster);
  }

  /** A fault that stops a cluster temporarily, and its repair. */
  enum Fault {
    FREEZE {
      @Override
      void begin(Cluster cluster) {
        Docker.pause(Docker.container(cluster, "master"));
      }

      @Override
      void end(Cluster cluster) {
        Docker.client().unpauseContainerCmd(Docker.container(cluster, "master")).exec();
      }
    },
    DISCONNECT {
      @Override
      void begin(Cluster cluster) {
        Docker.disconnect(Docker.pod(cluster));
      }

      @Override
      void end(Cluster cluster) {
        Docker.connect(Docker.pod(cluster));
      }
    };

    abstract void begin(Cluster cluster);

    abstract void end(Cluster cluster);
  }

  @ParameterizedTest
  @EnumSource
  void whoIsGoneForAWhileIsSeenToBeAndNothingIsForgotten(Fault fault) throws Exception {
    try (Bench bench =
        Bench.start(
            Files.createDirectory(home.resolve("run")),
            String.format(
                    Locale.ROOT,
                    "-n %s -t fault-%s -w 2 --warmup 0s --duration 0 --set load.pause=4ms"
                        + " --set abort.errors=none --set client.send-timeout=1s"
                        + " --set load.failure-pause=500ms",
                    cluster.address(),
                    fault)
                .split(" ", -1))) {
      ResultDirectory running = bench.awaitSeconds(2);
      int before = running.rows().size();
      fault.begin(cluster);
      try {
        await().atMost(PATIENCE).until(() -> stands(running));
      } finally {
        fault.end(cluster);
      }
      await().atMost(PATIENCE).until(() -> running.goesOnAfterFailures(before));
      bench.signal("INT");
      ResultDirectory result = bench.end().endedWith(130).result();
      Accounts accounts = Accounts.of(result).areComplete();
      assertThat(accounts.acked()).isPositive();
      assertThat(accounts.unknown() + accounts.rejected()).isPositive();
    }
  }

  /** Whether messages were acknowledged first, and then none for some seconds. */
  private static boolean stands(ResultDirectory running) {
    List<Boolean> acked = running.rows().stream().map(row -> row.count("acked") > 0).toList();
    return acked.contains(true)
        && acked.size() > 4
        && acked.subList(acked.size() - 4, acked.size()).stream().noneMatch(some -> some);
  }

  @Test
  void figuresOfAContainerAreTheEnginesOwn() throws Exception {
    Node master = cluster.nodes().get(1);
    Map<ProcessFigure, Long> earlier = master.usage();
    Statistics output = Docker.statistics(Docker.container(cluster, "master"));
    Map<ProcessFigure, Long> later = master.usage();
    assertThat(output.getCpuStats().getCpuUsage().getTotalUsage())
        .isBetween(earlier.get(ProcessFigure.CPU_NANOS), later.get(ProcessFigure.CPU_NANOS));
    assertThat(later.get(ProcessFigure.RSS_BYTES))
        .isBetween(64L << 20, output.getMemoryStats().getUsage() + (64L << 20));
    // Unknown without permission to read it.
    assertThat(later.get(ProcessFigure.WRITTEN_BYTES)).isNotEqualTo(0L);
  }

  @Test
  void aSlowDiskIsWaitedForBySynchronousFlushOnly() throws Exception {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    int writesPerSecond = 50;
    int seconds = 4;
    String limit = "cluster.container.write-iops=" + writesPerSecond;
    long synchronous =
        run(limit, seconds + "s", "--flush", "sync", "--set", "cluster.topology=1m").sum("acked");
    long asynchronous =
        run(limit, seconds + "s", "--flush", "async", "--set", "cluster.topology=1m").sum("acked");
    // Each message takes at least one write; the throttle and the last row may last slightly
    // longer.
    assertThat(synchronous).isPositive().isLessThan((seconds + 2L) * writesPerSecond);
    assertThat(asynchronous).isGreaterThan(synchronous);
  }

  private ResultDirectory run(String setting, String duration, String... flags) throws Exception {
    Outcome outcome =
        Bench.run(
            Files.createTempDirectory(home, "run"),
            Stream.of(
                    Docker.flags("5.5.0", setting),
                    new String[] {"-w", "1", "--set", "load.pause=2ms", "--warmup", "0s"},
                    new String[] {"--duration", duration},
                    flags)
                .flatMap(Stream::of)
                .toArray(String[]::new));
    // Docker's directory may not be on a disk of this machine.
    assumeThat(outcome.err()).doesNotContain("the disk behind");
    return outcome.measured();
  }
}
