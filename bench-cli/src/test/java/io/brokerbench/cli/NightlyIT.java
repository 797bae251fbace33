package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code night} and the launchers, with the real tools and the broker in memory. */
@Tag("ci")
final class NightlyIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A stand-in for scripts/microbench.sh. */
  static final String MICROBENCH =
      """
      echo '[{"benchmark": "a.Codec.encode", "mode": "avgt", "primaryMetric":
        {"scoreUnit": "ns/op", "rawData": [[10, 10, 10]]}}]' >"$3"
      echo '{}' >"${3%.json}.environment.json"
      """;

  private final Path home;
  private final Path history;
  private final List<Process> started = new ArrayList<>();
  private String jvmOptions = "";
  private String microbenchmarks = "";

  NightlyIT(@TempDir Path home) {
    this.home = home;
    this.history = home.resolve("history");
  }

  /** How a process ended. */
  private record Ended(int code, String out, String err) {}

  /** Launches the classes of this test instead of building them. */
  @BeforeEach
  void writeScripts() throws IOException {
    Path scripts = Files.createDirectory(home.resolve("scripts"));
    BenchProcess.writeLauncher(scripts.resolve("bench"));
    for (String launcher : List.of("modes.sh", "nightly.sh")) {
      Files.copy(Path.of("..", "scripts", launcher), scripts.resolve(launcher));
    }
    Files.createSymbolicLink(home.resolve("workloads"), Path.of("..", "workloads").toRealPath());
    BenchProcess.writeScript(scripts.resolve("microbench.sh"), MICROBENCH);
  }

  @AfterEach
  void endAll() {
    started.forEach(BenchProcess::kill);
  }

  /** A rate that any machine keeps, judged by what no neighbour can spoil. */
  private Path workload(String tools) throws IOException {
    return Files.writeString(
        home.resolve("test.yaml"),
        String.format(
            Locale.ROOT,
            """
            driver: memory
            load: {rate: 200/s, duration: 1s, warmup: 0}
            limits: {achieved: 0.01, generator-cpu: 1}
            matrix: {tool: [%s], repeat: 2}
            %s
            """,
            tools,
            microbenchmarks));
  }

  @Tag("nightly")
  @Test
  void aNightIsAcceptedUntilOneIsSlower() throws IOException, InterruptedException {
    // Two runs tell nothing once a neighbour slows one of them down.
    jvmOptions = "-D" + PinnedRate.PROPERTY + "=200";
    microbenchmarks = "microbench: [Codec]";
    Ended first = night("producer,consumer");
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    String one = accepted();
    assertThat(first.out())
        .containsPattern("run 1/4: tool=\\w+, 1 of 2\n")
        .containsPattern("run 2/4: tool=\\w+, 1 of 2, \\d+ min left\n")
        .containsPattern("run 3/4: tool=\\w+, 2 of 2, ")
        .containsPattern("producer +2 +200 ")
        .containsPattern("consumer +2 +200 ")
        .contains("accepted: night " + one + ", the first; there was nothing to compare it with");
    assertThat(history.resolve(one)).isDirectory();
    assertThat(history.resolve(one).resolve("night.txt"))
        .content()
        .contains("night " + one, "commit ", "compared with nothing", "accepted: night " + one);

    Ended second = night("producer,consumer");
    assertThat(second.code()).as(second.out() + second.err()).isZero();
    String two = accepted();
    assertThat(two).isNotEqualTo(one);
    assertThat(second.out())
        .containsPattern("rate of 2 cells .* same within 20 %")
        .containsPattern("Codec.encode +10.00 +10.00 .* same within 5 %")
        .contains("accepted: night " + two + ", in place of " + one);
    assertThat(history.resolve(two).resolve("microbench.json")).exists();

    pretendItWasFaster(history.resolve(two));
    Ended third = night("producer,consumer");
    assertThat(third.code()).as(third.out() + third.err()).isEqualTo(5);
    assertThat(third.out())
        .containsPattern("acked/s .* slower: REGRESSION \\(limit 20 %\\)")
        .containsPattern("REGRESSION: night \\S+ is not accepted; the accepted one remains " + two);
    assertThat(accepted()).isEqualTo(two);
    assertThat(nights()).hasSize(3).noneMatch(name -> name.endsWith(".INCOMPLETE"));

    Ended fewer = night("consumer", "--limit", "rate=90%");
    assertThat(fewer.code()).as(fewer.out() + fewer.err()).isEqualTo(3);
    assertThat(fewer.out()).contains("producer: only in BASE").contains("it lacks cells of " + two);
    assertThat(accepted()).isEqualTo(two);
  }

  private static void pretendItWasFaster(Path night) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    try (Stream<Path> runs = Files.list(night)) {
      for (Path file : runs.map(run -> run.resolve("run.json")).filter(Files::exists).toList()) {
        ObjectNode json = (ObjectNode) mapper.readTree(file.toFile());
        ObjectNode throughput = json.withObject("/throughput");
        throughput.put("ackedPerSecond", 10 * throughput.path("ackedPerSecond").asDouble());
        Files.writeString(file, json.toString());
      }
    }
  }

  @Tag("nightly")
  @Test
  void aNightWithoutAValidRunOfACellIsNotAccepted() throws IOException, InterruptedException {
    Ended ended = night("producer", "--", "--set", "limits.generator-cpu=0.00001");
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(3);
    assertThat(ended.out().lines().filter(line -> line.startsWith("failed: ")))
        .hasSize(2)
        .allMatch(line -> line.matches(".*-c01-producer(-\\d+)?\\.INVALID.*"));
    assertThat(ended.out()).contains("not accepted: fewer than 2 usable runs of c01-producer");
    assertThat(history.resolve("accepted")).doesNotExist();
    assertThat(nights()).hasSize(1);
  }

  @Test
  void aBudgetDropsRepeatsButNoCell() throws IOException, InterruptedException {
    Ended ended = night("producer,consumer", "--budget", "1ms");
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out())
        .contains(
            "run 2/4: ", "budget of 1 s: the last repeat is dropped, because one takes about ")
        .doesNotContain("run 3/4: ");
    assertThat(history.resolve(accepted()).resolve("night.txt"))
        .content()
        .contains("budget 1ms: 1 of 2 repeats\n");
    assertThat(RunFiles.named("run.json", history)).hasSize(2);
  }

  @Tag("nightly")
  @Test
  void anInterruptedNightLeavesNothingRunningAndIsResumed()
      throws IOException, InterruptedException {
    String[] options = {"--repeat", "1", "--set", "duration=15s"};
    Process night = start("producer", options);
    await().atMost(PATIENCE).until(() -> aRunMeasures(night));
    interrupt(night);
    assertThat(nights()).singleElement().asString().endsWith("-test.INCOMPLETE");
    assertThat(history.resolve("accepted")).doesNotExist();

    String interrupted = nights().get(0);
    Ended resumed = night("producer", options);
    assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
    assertThat(accepted()).isEqualTo(interrupted.replace(".INCOMPLETE", ""));
    assertThat(nights()).containsExactly(accepted());
  }

  @Tag("nightly")
  @Test
  void interruptedMicrobenchmarksAreRunAgain() throws IOException, InterruptedException {
    microbenchmarks = "microbench: [Codec]";
    Path script = home.resolve("scripts").resolve("microbench.sh");
    Path started = home.resolve("started");
    BenchProcess.writeScript(script, "touch \"$3\" '" + started + "'\nexec sleep 600\n");
    Process night = start("producer", "--repeat", "1");
    await().atMost(PATIENCE).until(() -> Files.exists(started));
    interrupt(night);
    assertThat(RunFiles.named("run.json", history)).isEmpty();

    BenchProcess.writeScript(script, MICROBENCH);
    Ended resumed = night("producer", "--repeat", "1");
    assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
    assertThat(nights()).containsExactly(accepted());
    assertThat(history.resolve(accepted()).resolve("microbench.json")).content().contains("Codec");
  }

  @Tag("nightly")
  @Test
  void aRunThatASignalCutShortIsRunAgainAndNotCounted() throws IOException, InterruptedException {
    Process night = start("producer", "--repeat", "1", "--set", "duration=15s");
    await().atMost(PATIENCE).until(() -> aRunMeasures(night));
    assertThat(night.children().filter(ProcessHandle::destroy)).hasSize(1);
    Ended ended = end(night);
    assertThat(ended.out())
        .contains("a signal cut the run short (exit code 143): it is run again")
        .doesNotContain("failed: ");
    assertThat(RunFiles.named("run.json", history)).hasSize(2);
  }

  /** Interrupts a night, which says how it is resumed and leaves no process. */
  private void interrupt(Process night) throws IOException, InterruptedException {
    List<ProcessHandle> all = night.descendants().toList();
    assertThat(all).isNotEmpty();
    new ProcessBuilder("kill", "-INT", Long.toString(night.pid())).start().waitFor();
    Ended ended = end(night);
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(130);
    assertThat(ended.err()).contains("interrupted: kept as").contains("the same command resumes");
    assertThat(all).noneMatch(ProcessHandle::isAlive);
  }

  private boolean aRunMeasures(Process night) throws IOException {
    assertThat(night.isAlive()).as(Files.readString(home.resolve("stderr"))).isTrue();
    return RunFiles.measure(history);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--repeat 0               | --repeat: must be a whole number",
        "--repeat x               | --repeat: must be a whole number",
        "--budget 5               | --budget: must be a duration with its unit, such as 5s",
        "--budget 0s              | --budget: must be above 0, got \"0s\"",
        "--limit 10               | --limit: must be a share",
        "--limit p98=5%           | --limit: must be a share",
        "--tool consumer          | --tool: tool is a factor of the file's matrix",
        "--set tool=consumer      | --set: tool is a factor of the file's matrix",
        "--duratoin 5s            | --duratoin",
        "stray                    | stray: does not follow a flag",
        "--history                | --history",
        "-- -w                    | --threadCount",
        "-- --duratoin 5s         | --duratoin: there is no such flag; did you mean --duration?",
        "-- --replication sync    | cluster.replication",
        "-- --out elsewhere       | output.directory: cannot be given behind --",
        "-- --set directory=x     | output.directory: cannot be given behind --",
        "-- --repeat 2            | load.repeat: cannot be given behind --",
        "-- --name x              | name: cannot be given behind --",
        "-- --workload other.yaml | --workload: cannot be given behind --",
        "-- --help                | --help: cannot be given behind --",
      })
  void slipsAreOneLineBeforeAnythingRuns(String options, String line) throws IOException {
    List<Object> args = new ArrayList<>();
    args.addAll(List.of(workload("producer, consumer"), "--history=" + history));
    args.addAll(List.of(options.split(" ")));
    CommandOutput slip = CommandOutput.of("night", args.toArray());
    assertThat(slip.code()).as(slip.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(slip.out()).isEmpty();
    assertThat(slip.err().lines()).singleElement().asString().contains(line);
    assertThat(history).doesNotExist();
  }

  @Test
  void anAcceptedNightThatIsNotThereIsReported() throws IOException {
    Files.createDirectories(history);
    Files.writeString(history.resolve("accepted"), "20260101T000000Z\n");
    CommandOutput ended = CommandOutput.of("night", workload("producer"), "--history", history);
    assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ended.err()).contains("names \"20260101T000000Z\", which is not there");
    assertThat(nights()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "modes.sh",
        "modes.sh compare",
        "modes.sh producer --flush sync",
        "modes.sh producer --set cluster.flush=sync",
        "nightly.sh -- --flush sync",
      })
  void launchersRefuseWhatTheyCannotRun(String command) throws IOException, InterruptedException {
    Ended ended = end(process("scripts/" + command));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).as(ended.err()).hasSize(1);
  }

  @Test
  void modesRunsNothingWithFlagsThatARunRefuses() throws IOException, InterruptedException {
    Ended ended = end(process("scripts/modes.sh producer --driver memory"));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(home.resolve("results")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--fast", "--rocketmq 3.5.8", "--rocketmq", "--out x.txt", "stray"})
  void microbenchRefusesWhatItCannotRun(String args) throws IOException, InterruptedException {
    Path script = Path.of("..", "scripts", "microbench.sh").toRealPath();
    Ended ended = end(process(script + " " + args));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err().lines()).singleElement().asString().startsWith("microbench.sh: ");
  }

  private Ended night(String tools, String... options) throws IOException, InterruptedException {
    return end(start(tools, options));
  }

  /** A night of runs of a second; options, and behind {@code --} flags of the runs. */
  private Process start(String tools, String... options) throws IOException {
    return process(
        String.format(
            Locale.ROOT,
            "scripts/bench night %s --history %s --limit rate=20%% %s",
            workload(tools),
            history,
            String.join(" ", options)));
  }

  private Process process(String commandLine) throws IOException {
    // A shell that was started as a background job could not heed Ctrl-C.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(List.of(commandLine.strip().split(" ")));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().put("BENCH_JAVA_OPTS", jvmOptions);
    builder.environment().put("BENCH_HOME", home.toString());
    builder.environment().remove("NAMESRV_ADDR");
    builder.redirectOutput(home.resolve("stdout").toFile());
    builder.redirectError(home.resolve("stderr").toFile());
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private Ended end(Process process) throws IOException, InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return new Ended(
        process.exitValue(),
        Files.readString(home.resolve("stdout")),
        Files.readString(home.resolve("stderr")));
  }

  private String accepted() throws IOException {
    return Files.readString(history.resolve("accepted")).strip();
  }

  /** Names of the nights in the history. */
  private List<String> nights() throws IOException {
    if (!Files.exists(history)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(history)) {
      return entries
          .filter(Files::isDirectory)
          .map(entry -> entry.getFileName().toString())
          .sorted()
          .toList();
    }
  }
}
