package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * End-to-end latencies between two workers with different clocks: the consumer's is in a time
 * namespace, a thousand seconds ahead. A proxy delays everything that the broker sends.
 */
@Tag("nightly")
final class TwoClocksIT {

  private static final Path MOSQUITTO = Path.of("/usr/sbin/mosquitto");
  private static final Path UNSHARE = Path.of("/usr/bin/unshare");
  private static final long AHEAD_SECONDS = 1_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration DELAY = Duration.ofMillis(400);

  private final Path home;
  private final List<Process> started = new ArrayList<>();
  private int broker;

  TwoClocksIT(@TempDir Path home) {
    this.home = home;
  }

  @BeforeEach
  void startBroker() throws Exception {
    if (!"1".equals(System.getenv("BENCH_REQUIRE_MOSQUITTO"))) {
      assumeThat(MOSQUITTO).as("scripts/mosquitto/prepare installs it").isExecutable();
    }
    assumeThat(UNSHARE).isExecutable();
    Process probe = aheadOfTime("true").start();
    assumeThat(probe.waitFor()).as("this account may create time namespaces").isZero();
    broker = FreePort.choose();
    Path configuration =
        Files.writeString(
            home.resolve("mosquitto.conf"),
            "listener " + broker + " 127.0.0.1\nallow_anonymous true\nsys_interval 1\n");
    start(new ProcessBuilder(MOSQUITTO.toString(), "-c", configuration.toString()), "broker");
    await().atMost(PATIENCE).until(() -> accepts(broker));
  }

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  private static ProcessBuilder aheadOfTime(String... command) {
    List<String> all =
        new ArrayList<>(
            List.of(
                UNSHARE.toString(),
                "--time",
                "--monotonic",
                String.valueOf(AHEAD_SECONDS),
                "--fork",
                "--kill-child"));
    all.addAll(List.of(command));
    return new ProcessBuilder(all);
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private Process start(ProcessBuilder command, String name) throws IOException {
    Process process =
        command.redirectErrorStream(true).redirectOutput(home.resolve(name).toFile()).start();
    started.add(process);
    return process;
  }

  /** Runs two workers, of which the second has its own clock; returns the result. */
  private RunResult run(int port, String placement) throws Exception {
    Path launcher = home.resolve("bench");
    BenchProcess.writeLauncher(launcher);
    int controller = FreePort.choose();
    String join = "127.0.0.1:" + controller;
    Path results = home.resolve("results");
    Process run =
        start(
            new ProcessBuilder(
                launcher.toString(),
                "consumer",
                "--driver",
                "mqtt",
                "-n",
                "127.0.0.1:" + port,
                "--workers",
                "2",
                "--listen",
                join,
                "--producers",
                "2",
                "--clients",
                "2",
                "--rate",
                "50/s",
                "--warmup",
                "0s",
                "--duration",
                "4s",
                "--set",
                "topic.queues=2",
                "--set",
                "mqtt.qos=1",
                "--set",
                "load.mode=async",
                "--set",
                "workers.placement=" + placement,
                "--out",
                results.toString()),
            "controller");
    // The first to join has the first part of the senders, and of workers apart all of them.
    start(new ProcessBuilder(launcher.toString(), "worker", "--join", join), "first");
    await().atMost(PATIENCE).until(() -> output("controller").contains("1 of 2 workers"));
    start(aheadOfTime(launcher.toString(), "worker", "--join", join), "second");
    assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as(output("controller"))
        .isTrue();
    assertThat(run.exitValue()).as(output("controller")).isIn(0, 4);
    return RunFile.read(Entries.only(results).resolve(RunFile.NAME));
  }

  private String output(String name) throws IOException {
    return Files.readString(home.resolve(name));
  }

  /** The clock of the second worker, compared with the controller's. */
  private static ClockComparison ahead(RunResult run) {
    return requireNonNull(requireNonNull(run.workers()).get(1).clock());
  }

  private static Latency latency(RunResult run, Metric metric) {
    return requireNonNull(run.latency().get(metric));
  }

  @Test
  void aDelayOnTheWayToTheConsumerIsInTheLatencyWithinItsError() throws Exception {
    try (DelayingProxy proxy = new DelayingProxy(broker, DELAY)) {
      RunResult run = run(proxy.port(), "apart");
      assertThat(run.audit().delivered()).isEqualTo(200);
      assertThat(run.audit().lost()).isZero();
      ClockComparison clock = ahead(run);
      assertThat(clock.last().offsetNanos())
          .as("%s", clock)
          .isBetween(
              TimeUnit.SECONDS.toNanos(AHEAD_SECONDS) - clock.last().errorNanos(),
              TimeUnit.SECONDS.toNanos(AHEAD_SECONDS) + clock.last().errorNanos());
      assertThat(clock.steps()).isZero();
      Latency endToEnd = latency(run, Metric.END_TO_END);
      long error = requireNonNull(endToEnd.errorNanos());
      assertThat(error).isPositive();
      assertThat(requireNonNull(endToEnd.p50Nanos()))
          .as("%s", run.latency())
          .isGreaterThanOrEqualTo(DELAY.toNanos() - error)
          // The answer to a message and its delivery leave the broker together.
          .isLessThanOrEqualTo(requireNonNull(latency(run, Metric.RESPONSE).maxNanos()) + error);
    }
  }

  @Test
  void pairedWorkersHaveNoErrorOfClocks() throws Exception {
    RunResult run = run(broker, "paired");
    assertThat(run.audit().delivered()).isEqualTo(200);
    assertThat(latency(run, Metric.END_TO_END).count()).isEqualTo(200);
    assertThat(latency(run, Metric.END_TO_END).errorNanos()).isNull();
    assertThat(ahead(run).last().offsetNanos())
        .isGreaterThan(TimeUnit.SECONDS.toNanos(AHEAD_SECONDS - 1));
  }
}
