package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.command.ExitCode;
import io.brokerbench.find.SearchResult;
import io.brokerbench.find.Trial;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slave of RocketMQ that replicates asynchronously is killed while {@code find} searches. */
@Tag("nightly")
final class FindFaultIT {

  private static final Duration PATIENCE = Duration.ofSeconds(150);

  /** Below those that the other tests' clusters choose among. */
  private static final int PORT = 19_540;

  private final Path home;
  private final Path results;

  FindFaultIT(@TempDir Path home) throws IOException {
    this.home = home.toRealPath();
    this.results = this.home.resolve("results");
  }

  @AfterEach
  void endAll() {
    processes("").forEach(ProcessHandle::destroyForcibly);
  }

  /** Those whose command line names the test's directory and this. */
  private List<ProcessHandle> processes(String what) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(
            process -> {
              String command = commandLine(process);
              return command.contains(home + "/") && command.contains(what);
            })
        .toList();
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Seconds that the only run so far has on disk. */
  private long rows() throws IOException {
    Optional<Path> intervals = RunFiles.named("intervals.csv", results).stream().findFirst();
    return intervals.isEmpty() ? 0 : Files.readAllLines(intervals.get()).size() - 1L;
  }

  @Test
  void aTrialWhoseSlaveDiesIsNoEvidence() throws Exception {
    Files.createDirectory(home.resolve("data"));
    Path file =
        Files.writeString(
            home.resolve("load.yaml"),
            String.format(
                Locale.ROOT,
                """
            load: {duration: 10s, warmup: 1s, threads: 4, settle: 5s}
            message: {size: 100}
            limits: {generator-cpu: 1, generator-starved: 1, hiccup-p99: 10s, gc: 1}
            cluster:
              replication: async
              data-directory: %s
              heap: 256m
              jvm-flags: %s
              start-timeout: 150s
              port: %d
            find: {start: 50/s, lowest: 50/s, highest: 50/s, probes: 2, curve: false}
            """,
                home.resolve("data"),
                TestJvm.FLAGS,
                PORT));
    Path output = home.resolve("output");
    Process find = BenchProcess.start(output, "find", file, "--out", results);
    try {
      await().atMost(PATIENCE).until(() -> rows() >= 3);
      List<ProcessHandle> slaves = processes("/slave.conf");
      assertThat(slaves).hasSize(1);
      slaves.get(0).destroyForcibly();
      int code = find.waitFor();

      String shown = Files.readString(output);
      assertThat(code).as(shown).isIn(ExitCode.RUN_INVALID.code(), ExitCode.LIMIT_MISSED.code());
      Path directory =
          Objects.requireNonNull(RunFiles.named("find.json", results).get(0).getParent());
      List<Trial> trials = SearchResult.read(directory).probes();
      assertThat(trials).as(shown).hasSize(2);
      Trial faulty = trials.get(0);
      assertThat(faulty.result()).endsWith(".INVALID");
      assertThat(faulty.sustained()).isFalse();
      assertThat(faulty.unanswered()).isTrue();
      assertThat(faulty.verdict()).isEqualTo(Status.INVALID);
      assertThat(faulty.reasons()).anyMatch(reason -> reason.contains("slave ended"));
      assertThat(shown).contains("void; INVALID: ", "slave ended with exit code 137");
      // Once more at the same rate, on brokers that live.
      assertThat(trials.get(1).reasons()).noneMatch(reason -> reason.contains("ended"));
    } finally {
      find.destroyForcibly();
    }
  }
}
