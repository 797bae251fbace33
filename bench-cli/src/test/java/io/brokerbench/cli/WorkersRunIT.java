package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.brokerbench.results.Audit;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.TestJvm;
import io.brokerbench.units.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with workers on this machine, with every kind of broker. */
@Tag("ci")
@Execution(ExecutionMode.CONCURRENT)
final class WorkersRunIT {

  private static final String ROCKETMQ =
      "cluster.topology=1m topic.queues=6 consume.threads=2 consume.model=";

  /** Not a multiple of the number of queues, so that a sender's messages are dealt unevenly. */
  private static final int MESSAGES = 607;

  private final Path home;

  WorkersRunIT(@TempDir Path home) {
    this.home = home;
  }

  private RunResult run(String driver, String placement, String settings) throws Exception {
    Path output = home.resolve("output");
    Path results = home.resolve("results");
    List<Object> arguments =
        new ArrayList<>(
            List.of("consumer", "--driver", driver, "--workers", "2", "--local", "--out", results));
    arguments.addAll(List.of("--worker-share", "local-1=3", "--producers", "4", "--clients", "4"));
    String common =
        "workers.placement=%s load.rate=200/s load.warmup=0s load.messages=%d consume.drain=50s"
            + " client.send-timeout=30s cluster.start-timeout=150s";
    for (String setting : (Text.of(common, placement, MESSAGES) + " " + settings).split(" ", -1)) {
      arguments.addAll(List.of("--set", setting));
    }
    if (driver.equals("rocketmq")) {
      arguments.addAll(List.of("--set", "cluster.heap=256m", "--set", TestJvm.CLUSTER_FLAGS));
    }
    int code = BenchProcess.start(output, arguments.toArray()).waitFor();
    assertThat(code).as(Files.readString(output)).isIn(0, 4);
    return RunFile.read(Entries.only(results).resolve(RunFile.NAME));
  }

  /** Checks that every message was received once, by name, and that each worker had its share. */
  private static void assertAccount(RunResult run) {
    Audit audit = run.audit();
    assertThat(audit.attempted()).as("%s", audit).isEqualTo(MESSAGES);
    assertThat(audit.acked()).as("%s", audit).isEqualTo(MESSAGES);
    assertThat(audit.delivered()).as("%s", audit).isEqualTo(MESSAGES);
    assertThat(audit.lost()).as("%s", audit).isZero();
    assertThat(audit.agreesWithBroker()).as("%s", audit).isNotEqualTo(false);
    // By --worker-share; each sender has a quarter of the messages, and the first three one more.
    assertThat(workers(run))
        .extracting(WorkerUse::senders, WorkerUse::clients, WorkerUse::sent)
        .containsExactly(tuple(3, 3, 3L * (MESSAGES / 4 + 1)), tuple(1, 1, (long) MESSAGES / 4));
    assertThat(workers(run))
        .allSatisfy(worker -> assertThat(requireNonNull(worker.clock()).readings()).isPositive());
  }

  private static List<WorkerUse> workers(RunResult run) {
    return requireNonNull(run.workers());
  }

  private void assertPaired(String driver, String settings) throws Exception {
    RunResult run = run(driver, "paired", settings);
    assertAccount(run);
    assertThat(workers(run))
        .allSatisfy(worker -> assertThat(worker.received()).isEqualTo(worker.sent()));
  }

  @Test
  void aPairedWorkerReceivesWhatItSends() throws Exception {
    assertPaired("rocketmq", ROCKETMQ + "concurrent");
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "rocketmq, " + ROCKETMQ + "pull-subscribe",
    "rabbitmq, cluster.nodes=1 rabbitmq.members=1 topic.queues=6 consume.threads=1",
    "mqtt, topic.queues=8 mqtt.publishers=4 mqtt.qos=1 consume.threads=1"
  })
  void aPairedWorkerOfEveryDriverReceivesWhatItSends(String driver, String settings)
      throws Exception {
    assertPaired(driver, settings);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "rabbitmq, cluster.nodes=1 rabbitmq.members=1 topic.queues=6 consume.threads=2",
    "mqtt, topic.queues=8 mqtt.publishers=8 mqtt.qos=1 consume.threads=2"
  })
  void everyMessageOfMixedWorkersIsReceived(String driver, String settings) throws Exception {
    RunResult run = run(driver, "mixed", settings);
    assertAccount(run);
    assertThat(workers(run)).allSatisfy(worker -> assertThat(worker.received()).isPositive());
  }
}
