package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose RabbitMQ nodes fail. */
@Tag("nightly")
@RequiresRabbitMq
final class RabbitMqFailuresIT {

  private static final Duration DEATH = Duration.ofMinutes(2);

  @TempDir private Path home;

  @Test
  void withConfirmsAndAMajorityNothingIsLostWithANode() throws Exception {
    ResultDirectory result = killed("--set rabbitmq.queue-type=quorum --set load.in-flight=5each");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
    assertThat(accounts.count("delivered")).isEqualTo(accounts.acked()).isPositive();
    accounts.everyFirstSightIsALatency();
  }

  @Test
  void withoutConfirmsWhatANodeTookAwayIsNamed() throws Exception {
    ResultDirectory result = killed("--set load.in-flight=none");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.acked()).isZero();
    Set<Header.Name> missing = result.named("indeterminate");
    assertThat((long) missing.size()).isEqualTo(accounts.count("indeterminate")).isPositive();
  }

  @Test
  void killingTheBenchmarkUnderLoadLeavesNoNodeAndNoData() throws Exception {
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            home,
            "--driver rabbitmq --set cluster.nodes=1 --rate 500/s --warmup 1s --duration 60s"
                .split(" ", -1))) {
      bench.awaitSeconds(2);
      // A node in a long garbage collection, or with a full output pipe, would not end by itself.
      Processes.signal("STOP", bench.processes().beam("r1"));
      bench.signal("KILL");
      assertThat(bench.end().exitCode()).isEqualTo(137);
    }
  }

  /** The result of a run with one of its three nodes killed. */
  private ResultDirectory killed(String flags) throws Exception {
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            home,
            ("--driver rabbitmq --rate 400/s --warmup 1s --duration 8s --set load.threads=6"
                    + " --set load.mode=async --set topic.queues=3 --set consume.clients=3"
                    + " --set consume.threads=1 --set consume.drain=8s "
                    + flags)
                .split(" ", -1))) {
      bench.awaitSeconds(4);
      ProcessHandle node = bench.processes().beam("r2");
      Processes.signal("KILL", node);
      await().atMost(DEATH).until(() -> !node.isAlive());
      ResultDirectory result = bench.end().endedWith(4).result();
      assertThat(result.reasons())
          .anyMatch(reason -> reason.contains("r2 ended with exit code 137 (SIGKILL)"));
      assertThat(result.path().resolve("logs").resolve("r2")).isDirectory();
      return result;
    }
  }
}
