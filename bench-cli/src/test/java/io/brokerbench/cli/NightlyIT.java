package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scripts/nightly.sh} with the real tools and the broker in memory. */
final class NightlyIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A rate that any machine keeps, judged by what no neighbour can spoil. */
  private static final List<String> RUN =
      List.of(
          "--driver",
          "memory",
          "--rate",
          "200/s",
          "--set",
          "limits.achieved=0.01",
          "--set",
          "limits.generator-cpu=1");

  private final Path home;
  private final Path history;
  private final List<Process> started = new ArrayList<>();

  NightlyIT(@TempDir Path home) {
    this.home = home;
    this.history = home.resolve("history");
  }

  /** How a script ended. */
  private record Ended(int code, String out, String err) {}

  /** Runs a command's main class from the classes of this test instead of building them. */
  @BeforeEach
  void writeLauncher() throws IOException {
    BenchProcess.writeLauncher(home.resolve("bench"));
    writeScript(
        "microbench",
        """
        [ "$1 $2" = "--quick --out" ]
        echo '[{"benchmark": "a.Codec.encode", "mode": "avgt", "primaryMetric":
          {"scoreUnit": "ns/op", "rawData": [[10, 10, 10]]}}]' >"$3"
        """);
  }

  private void writeScript(String name, String lines) throws IOException {
    BenchProcess.writeScript(home.resolve(name), lines);
  }

  /** Two runs tell nothing once a neighbour slows one of them down: each is said to be as fast. */
  private void pinRates() throws IOException {
    Files.move(home.resolve("bench"), home.resolve("measure"));
    writeScript(
        "bench",
        String.format(
            Locale.ROOT,
            """
        '%s/measure' "$@"
        code=$?
        if [ "${*: -2:1}" = --out ]; then
          sed -Ei 's/("(acked|received)PerSecond" *: *)[0-9.]+/\\1200.0/' "${*: -1}"/*/run.json
        fi
        exit $code
        """,
            home));
  }

  @AfterEach
  void endAll() {
    started.forEach(
        process -> {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        });
  }

  @Test
  void aNightIsAcceptedUntilOneIsSlower() throws IOException, InterruptedException {
    pinRates();
    Ended first = night("--tools", "producer consumer", "--microbench", "quick");
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    String one = accepted();
    assertThat(first.out())
        .contains("run 1/4: producer as-is, 1 of 2\n")
        .containsPattern("run 2/4: consumer as-is, 1 of 2, \\d+ min left\n")
        .contains("run 3/4: producer as-is, 2 of 2, ")
        .containsPattern("producer +2 +acked +200 ")
        .containsPattern("consumer +2 +received +200 ")
        .contains("accepted: night " + one + ", the first; there was nothing to compare it with");
    assertThat(history.resolve(one)).isDirectory();

    Ended second = night("--tools", "producer consumer", "--microbench", "quick");
    assertThat(second.code()).as(second.out() + second.err()).isZero();
    String two = accepted();
    assertThat(two).isNotEqualTo(one);
    assertThat(second.out())
        .containsPattern("rate of 2 cells .* same within 20 %")
        .containsPattern("Codec.encode +10.00 +10.00 .* same within 5 %")
        .contains("accepted: night " + two + ", in place of " + one);
    assertThat(history.resolve(two).resolve("microbench.json")).exists();

    pretendItWasFaster(history.resolve(two));
    Ended third = night("--tools", "producer consumer");
    assertThat(third.code()).as(third.out() + third.err()).isEqualTo(5);
    assertThat(third.out())
        .containsPattern("acked/s .* slower: REGRESSION \\(limit 20 %\\)")
        .containsPattern("REGRESSION: night \\w+ is not accepted; the accepted one remains " + two);
    assertThat(accepted()).isEqualTo(two);
    assertThat(nights()).hasSize(3).noneMatch(name -> name.endsWith(".INCOMPLETE"));

    Ended fewer = night("--tools", "consumer", "--limit", "rate=90%");
    assertThat(fewer.code()).as(fewer.out() + fewer.err()).isEqualTo(3);
    assertThat(fewer.out()).contains("producer: only in BASE").contains("it lacks cells of " + two);
    assertThat(accepted()).isEqualTo(two);
  }

  private boolean aRunMeasures() throws IOException {
    if (nights().isEmpty()) {
      return false;
    }
    try (Stream<Path> entries = Files.list(history.resolve(nights().get(0)))) {
      return entries.anyMatch(Files::isDirectory);
    }
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

  @Test
  void aNightWithoutAValidRunOfACellIsNotAccepted() throws IOException, InterruptedException {
    Ended ended = night("--tools", "producer", "--", "--set", "limits.generator-cpu=0.00001");
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(3);
    assertThat(ended.out())
        .contains("failed: producer, 1 of 2: INVALID")
        .contains("failed: producer, 2 of 2: INVALID")
        .contains("not accepted: fewer than 2 usable runs of producer");
    assertThat(history.resolve("accepted")).doesNotExist();
    assertThat(nights()).hasSize(1);
  }

  @Test
  void anInterruptedNightIsKeptUnderAnotherNameAndLeavesNothingRunning()
      throws IOException, InterruptedException {
    Process night = start("--tools", "producer", "--duration", "300s");
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(night.isAlive()).as(Files.readString(home.resolve("stderr"))).isTrue();
              return aRunMeasures();
            });
    List<ProcessHandle> all = night.descendants().toList();
    assertThat(all).isNotEmpty();
    new ProcessBuilder("kill", "-INT", Long.toString(night.pid())).start().waitFor();
    Ended ended = end(night);
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(130);
    assertThat(ended.err()).contains("interrupted: kept as").contains("not accepted");
    assertThat(all).noneMatch(ProcessHandle::isAlive);
    assertThat(nights()).singleElement().asString().endsWith(".INCOMPLETE");
    assertThat(history.resolve("accepted")).doesNotExist();
  }

  @Test
  void aRunThatASignalCutShortIsRunAgainAndNotCounted() throws IOException, InterruptedException {
    Files.move(home.resolve("bench"), home.resolve("measure"));
    writeScript(
        "bench",
        String.format(
            Locale.ROOT,
            """
        '%1$s/measure' "$@"
        code=$?
        if [ "${*: -2:1}" = --out ] && [ ! -e '%1$s/cut' ]; then
          touch '%1$s/cut'
          run=$(echo "${*: -1}"/*-producer*)
          sed -zEi 's/("status" *: *)"[a-z]+"(,\\s*"reasons" *: *)\\[[^]]*\\]/\\1"suspect"\\2[{"code": "load.interrupted", "text": "cut short by a signal during the audit"}]/' "$run/run.json"
          [ "$run" = "${run%%.SUSPECT}.SUSPECT" ] || mv "$run" "$run.SUSPECT"
          exit 143
        fi
        exit $code
        """,
            home));
    Ended ended = night("--tools", "producer");
    assertThat(ended.out())
        .contains("a signal cut the run short (exit code 143): it is run again")
        .doesNotContain("failed: producer");
    try (Stream<Path> files = Files.walk(history)) {
      assertThat(files.filter(file -> file.endsWith("run.json"))).hasSize(3);
    }
  }

  @Test
  void flagsThatARunRefusesEndTheNightAtOnce() throws IOException, InterruptedException {
    Ended ended = night("--tools", "producer", "--modes", "sync/sync");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("cluster.replication");
    assertThat(nights()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--repeat 0",
        "--repeat x",
        "--limit 10",
        "--limit p98=5%",
        "--tools",
        "--tools=consumers",
        "--modes on/off",
        "--microbench slow",
        "--duratoin 5s",
        "stray",
        "--history"
      })
  void slipsAreToldInOneLineBeforeAnythingRuns(String options)
      throws IOException, InterruptedException {
    Ended ended =
        end(
            script(
                "nightly.sh",
                Stream.concat(Stream.of("--history=" + history), Stream.of(options.split(" ")))
                    .toList()));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).singleElement().asString().startsWith("nightly.sh: ");
    assertThat(history).doesNotExist();
  }

  @Test
  void anAcceptedNightThatIsNotThereIsTold() throws IOException, InterruptedException {
    Files.createDirectories(history);
    Files.writeString(history.resolve("accepted"), "20260101T000000Z\n");
    Ended ended = night("--tools", "producer");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("names \"20260101T000000Z\", which is not there");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "compare", "producer --flush sync", "producer --set cluster.flush=sync"})
  void modesRefusesWhatItCannotRun(String args) throws IOException, InterruptedException {
    Ended ended = end(script("modes.sh", List.of(args.split(" "))));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err().lines()).hasSize(1);
  }

  @Test
  void modesEndsAtOnceWithFlagsThatARunRefuses() throws IOException, InterruptedException {
    Ended ended =
        end(script("modes.sh", List.of("producer", "--driver", "memory", "--out", home + "/r")));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).contains("async/async").doesNotContain("sync/sync");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--fast", "--rocketmq 3.5.8", "--rocketmq", "--out x.txt", "stray"})
  void microbenchRefusesWhatItCannotRun(String args) throws IOException, InterruptedException {
    Ended ended = end(script("microbench.sh", List.of(args.split(" "))));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err().lines()).singleElement().asString().startsWith("microbench.sh: ");
  }

  private Ended night(String... options) throws IOException, InterruptedException {
    return end(start(options));
  }

  /** A night of runs of a second; options, and behind {@code --} more flags of the runs. */
  private Process start(String... options) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of("--history", history.toString(), "--repeat", "2", "--duration", "1s"));
    all.addAll(List.of("--warmup", "0", "--modes", "as-is", "--limit", "rate=20%"));
    List<String> given = List.of(options);
    int dashes = given.indexOf("--");
    all.addAll(dashes < 0 ? given : given.subList(0, dashes));
    all.add("--");
    all.addAll(RUN);
    all.addAll(dashes < 0 ? List.of() : given.subList(dashes + 1, given.size()));
    return script("nightly.sh", all);
  }

  private Process script(String name, List<String> args) throws IOException {
    // A shell that was started as a background job could not heed Ctrl-C.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.add(Path.of("..", "scripts", name).toRealPath().toString());
    command.addAll(args);
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().put("BENCH", home.resolve("bench").toString());
    builder.environment().put("MICROBENCH", home.resolve("microbench").toString());
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
