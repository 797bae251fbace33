package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.clocks.ChronyTracking;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.tables.LatencyTag;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.testkit.DelayingProxy;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.FreePort;
import io.brokerbench.testkit.Required;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * End-to-end latencies between two workers with different clocks: the consumer's is in a time
 * namespace, a thousand seconds ahead. A proxy may delay everything that the broker sends.
 */
@Tag("nightly")
final class TwoClocksIT {

  private static final Path MOSQUITTO = Path.of("/usr/sbin/mosquitto");
  private static final Path UNSHARE = Path.of("/usr/bin/unshare");

  /** With these, an account other than root may create time namespaces on most systems. */
  private static final List<String> AS_ROOT = List.of("--user", "--map-root-user");

  private static final long AHEAD_SECONDS = 1_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration DELAY = Duration.ofMillis(30);

  /** What the {@code chronyc} of the second worker says; that of the first finds no chronyd. */
  private static final String CHRONYC =
      "C0A80001,192.168.0.1,2,1785672000.123456789,-0.000010000,0.000001000,0.000020000,1.5,0.0,"
          + "0.01,0.002000000,0.000400000,64.0,Normal";

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
    Required.orSkip(namespaceProblem(), "BENCH_REQUIRE_TIME_NAMESPACES");
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

  /** The reason why no process can have a clock of its own here, if there is one. */
  private static Optional<String> namespaceProblem() throws IOException, InterruptedException {
    if (!Files.isExecutable(UNSHARE)) {
      return Optional.of("there is no " + UNSHARE + ", of util-linux");
    }
    Process probe = aheadOfTime("true").redirectErrorStream(true).start();
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return probe.waitFor() == 0
        ? Optional.empty()
        : Optional.of("this account may not create time namespaces: " + output.strip());
  }

  private static ProcessBuilder aheadOfTime(String... command) {
    List<String> all = new ArrayList<>(List.of(UNSHARE.toString()));
    if (!System.getProperty("user.name").equals("root")) {
      all.addAll(AS_ROOT);
    }
    all.addAll(List.of("--time", "--monotonic", String.valueOf(AHEAD_SECONDS)));
    all.addAll(List.of("--fork", "--kill-child"));
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

  /** Starts a worker, in whose machine a script stands for {@code chronyc}. */
  private void startWorker(ProcessBuilder command, String name, String chronyc) throws IOException {
    Path programs = Files.createDirectories(home.resolve("programs-of-" + name));
    BenchProcess.writeScript(programs.resolve("chronyc"), chronyc);
    command.environment().merge("PATH", programs.toString(), (path, first) -> first + ":" + path);
    start(command, name);
  }

  /**
   * Has two workers, of which the second has its own clock, take part in a run; returns its
   * directory.
   */
  private Path run(int port, String placement) throws Exception {
    Path launcher = home.resolve("bench");
    BenchProcess.writeLauncher(launcher);
    int controller = FreePort.choose();
    String join = "127.0.0.1:" + controller;
    Path results = Files.createTempDirectory(home, "results");
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
                "consume.drain=50s",
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
    String[] worker = {launcher.toString(), "worker", "--join", join};
    startWorker(new ProcessBuilder(worker), "first", "exit 1\n");
    await().atMost(PATIENCE).until(() -> output("controller").contains("1 of 2 workers"));
    startWorker(aheadOfTime(worker), "second", "echo " + CHRONYC + "\n");
    assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as(output("controller"))
        .isTrue();
    assertThat(run.exitValue()).as(output("controller")).isIn(0, 4);
    return Entries.only(results);
  }

  private String output(String name) throws IOException {
    return Files.readString(home.resolve(name));
  }

  /** Checks that messages were received and none was lost; returns the result. */
  private static RunResult complete(Path directory) throws IOException {
    RunResult run = RunFile.read(directory.resolve(RunFile.NAME));
    assertThat(run.audit().delivered()).isPositive();
    assertThat(run.audit().lost()).isZero();
    return run;
  }

  private static Latency endToEnd(RunResult run) {
    return requireNonNull(run.latency().get(Metric.END_TO_END));
  }

  /** Checks that the stated interval contains what the second clock is ahead. */
  private static void assertAhead(RunResult run) {
    ClockComparison clock = requireNonNull(requireNonNull(run.workers()).get(1).clock());
    assertThat(clock.last().offsetNanos() - TimeUnit.SECONDS.toNanos(AHEAD_SECONDS))
        .as("%s", clock)
        .isBetween(-clock.last().errorNanos(), clock.last().errorNanos());
    assertThat(clock.steps()).isZero();
  }

  /** The end-to-end latencies of a run, with those that are below the error. */
  private static Histogram latencies(Path directory) throws IOException {
    Histogram all = new Histogram(3);
    try (HistogramLogReader log =
        new HistogramLogReader(directory.resolve(LatencyTag.FILE).toFile())) {
      for (EncodableHistogram next = log.nextIntervalHistogram();
          next != null;
          next = log.nextIntervalHistogram()) {
        if (LatencyTag.measured(Metric.END_TO_END).equals(next.getTag())) {
          all.add((Histogram) next);
        }
      }
    }
    return all;
  }

  /**
   * A busy machine adds to latencies, but not more than the whole run took, which is less than the
   * clocks are apart.
   */
  @Test
  void aDelayOnTheWayToTheConsumerIsInEveryLatencyWithinTheStatedError() throws Exception {
    try (DelayingProxy proxy = DelayingProxy.of(broker, DELAY)) {
      long fromNanos = System.nanoTime();
      Path directory = run(proxy.port(), "apart");
      long tookNanos = System.nanoTime() - fromNanos;
      RunResult run = complete(directory);
      assertAhead(run);
      long errorNanos = requireNonNull(endToEnd(run).errorNanos());
      Histogram latencies = latencies(directory);
      assertThat(latencies.getTotalCount()).isEqualTo(endToEnd(run).count()).isPositive();
      long least = latencies.highestEquivalentValue(latencies.getMinValue());
      assertThat(least).isGreaterThanOrEqualTo(DELAY.toNanos() - errorNanos);
      long most = latencies.lowestEquivalentValue(latencies.getMaxValue());
      assertThat(most).isLessThanOrEqualTo(tookNanos + errorNanos);
    }
  }

  @Test
  void pairedWorkersHaveNoErrorOfClocks() throws Exception {
    RunResult run = complete(run(broker, "paired"));
    assertThat(endToEnd(run).count()).isEqualTo(run.audit().delivered());
    assertThat(endToEnd(run).errorNanos()).isNull();
    assertAhead(run);
    assertThat(requireNonNull(run.workers()))
        .extracting(WorkerUse::chrony)
        .containsExactly(null, ChronyTracking.of(-10_000, 400_000, 2_000_000, "Normal"));
  }
}
