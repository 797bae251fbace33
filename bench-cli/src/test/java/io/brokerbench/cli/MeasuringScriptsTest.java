package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts that measure by several runs, and keep their output where that is asked for; with
 * programs that measure nothing and do not wait.
 */
@Timeout(120)
final class MeasuringScriptsTest {

  /** A run whose figure is its number; it goes on until the script has done its part. */
  private static final String RUN =
      """
      [ "$1" != worker ] || exit 0
      echo 'waiting for 1 workers at 127.0.0.1:1'
      echo 'worker-1 at 127.0.0.1 joined, 1 of 1 workers'
      while [ $# -gt 0 ]; do
        case $1 in --name) name=$2 ;; --out) out=$2 ;; esac
        shift
      done
      : >"$TMPDIR/done"
      echo run >>"$TMPDIR/runs"
      number=$(wc -l <"$TMPDIR/runs")
      result=$out/20261130T00000${number}Z-$name
      mkdir -p "$result"
      echo '  "achievedPerSecond" : '"${number}00.0," >"$result/run.json"
      {
        echo toSeconds,phase,attempted,acked,rejected
        echo 1,measured,9,8,"$number"
      } >"$result/intervals.csv"
      until [ "$(wc -l <"$TMPDIR/done")" -ge 2 ]; do env PATH=/usr/bin:/bin sleep 0.02; done
      """;

  /** A Maven that builds nothing and fails, with a code. */
  private static final String FAILED_BUILD =
      """
      echo 'Apache Maven 3.9.9'
      [ "$1" = -v ] || exit %d
      """;

  private final Path programs;
  private final Path temporary;

  MeasuringScriptsTest(@TempDir Path home) throws IOException {
    programs = Files.createDirectory(home.resolve("programs"));
    temporary = Files.createDirectory(home.resolve("temporary"));
    program("bench", RUN);
    program("sleep", "");
  }

  private void program(String name, String lines) throws IOException {
    BenchProcess.writeScript(programs.resolve(name), lines);
  }

  private record Ended(int code, String output) {}

  private Ended call(Map<String, String> environment, String script, String... flags)
      throws Exception {
    ProcessBuilder call =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(Path.of("../scripts", script).toAbsolutePath().toString()),
                        Stream.of(flags))
                    .toList())
            .directory(temporary.toFile())
            .redirectErrorStream(true);
    call.environment().put("PATH", programs + ":" + System.getenv("PATH"));
    call.environment().put("TMPDIR", temporary.toString());
    call.environment().put("BENCH", programs.resolve("bench").toString());
    call.environment().putAll(environment);
    Process process = call.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    return new Ended(process.waitFor(), output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"controller.sh", "live.sh", "stalls.sh"})
  void resultsOfAnEarlierCallAreNotTakenForItsOwn(String script, @TempDir Path kept)
      throws Exception {
    Files.createFile(kept.resolve("earlier"));
    // So that a script that goes on measures nothing.
    Ended ended = call(Map.of("KEEP", kept.toString(), "BENCH", "/bin/false"), script);
    assertThat(ended)
        .isEqualTo(
            new Ended(
                2, script + ": KEEP must be a new or an empty directory, got \"" + kept + "\""));
    assertThat(kept).isDirectoryContaining("glob:**/earlier");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 'WINDOW_SECONDS must be a whole number from 3 to 999999, got \"2\"'",
    "30, 1 2 1, 'a number of WORKERS is named twice, got \"1 2 1\"; REPEATS repeats each'",
  })
  void whatTheControllerCannotMeasureIsRefused(String window, String workers, String problem)
      throws Exception {
    Map<String, String> environment = Map.of("WINDOW_SECONDS", window, "BENCH", "/bin/false");
    Ended ended = call(environment, "controller.sh", workers.split(" ", -1));
    assertThat(ended).isEqualTo(new Ended(2, "controller.sh: " + problem));
  }

  @ParameterizedTest
  @ValueSource(strings = {"producer", "consumer", "tproducer"})
  void theHelpOfAComparisonComparesNothing(String tool) throws Exception {
    // So that a script that goes on compares nothing.
    program("mvn", Text.of(FAILED_BUILD, 1));
    Ended ended = call(Map.of(), "peers/rocketmq-" + tool + ".sh", "--help");
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output()).startsWith("rocketmq.sh producer|consumer|tproducer WIDTHS: ");
  }

  @ParameterizedTest
  @CsvSource({
    "run, run, PAIRS, 5x, 1",
    "run, run, WARMUP_SECONDS, -1, 0",
    "run, run, WINDOW_SECONDS, 3, 4",
    "rocketmq-consumer.sh, rocketmq.sh, PAIRS, 0, 1",
    "rabbitmq.sh, rabbitmq.sh, LIMIT, 1.5, 1",
    "mqtt.sh, mqtt.sh, WINDOW_SECONDS, 3, 4",
  })
  void aNumberThatCannotBeMeasuredIsRefusedBeforeAnythingStarts(
      String script, String name, String variable, String value, int least) throws Exception {
    // So that a script that goes on compares nothing.
    program("mvn", Text.of(FAILED_BUILD, 1));
    program("python3", "exit 1\n");
    Map<String, String> environment = Map.of(variable, value, "BENCH", "/bin/false");
    Ended ended = call(environment, "peers/" + script);
    String problem =
        Text.of(
            "%s: %s must be a whole number from %d to 999999, got \"%s\"",
            name, variable, least, value);
    assertThat(ended).isEqualTo(new Ended(2, problem));
    assertThat(temporary).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 'rocketmq-tproducer (2 of 2), ', 'run: failed: rocketmq-producer rocketmq-tproducer'",
    "130, 'rocketmq-producer (1 of 2), ', 'Apache Maven 3.9.9'",
  })
  void aComparisonThatFailsIsNotTheLastUnlessItWasInterrupted(
      int code, String started, String lastLine) throws Exception {
    program("mvn", Text.of(FAILED_BUILD, code));
    Ended ended = call(Map.of(), "peers/run", "rocketmq-producer", "rocketmq-tproducer");
    assertThat(ended.code()).as(ended.output()).isEqualTo(code);
    assertThat(ended.output()).contains(started).endsWith(lastLine);
  }

  @Test
  void aThreadThatEndsDoesNotEndTheMeasurementOfItsProcess() throws Exception {
    // As if a thread had ended after its directory was listed.
    program(
        "cat",
        """
        env PATH=/usr/bin:/bin cat "$@"
        case "$*" in */task/*) echo >>"$TMPDIR/done" && exit 1 ;; esac
        """);
    Map<String, String> once = Map.of("REPEATS", "1", "WARMUP_SECONDS", "1", "WINDOW_SECONDS", "3");
    Ended ended = call(once, "controller.sh", "1");
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output().lines().skip(1))
        .singleElement()
        .asString()
        .matches(" +1 +100 +\\d+\\.\\d\\d .*");
  }

  @Test
  void aCaseOfStallsThatIsNamedTwiceHasTheFiguresOfBothRuns() throws Exception {
    program("id", "echo 0\n");
    program("fsfreeze", "echo >>\"$TMPDIR/done\"\n");
    program("mountpoint", "exit 1\n");
    for (String name : List.of("mkfs.ext4", "mount", "truncate")) {
      program(name, "");
    }
    Ended ended = call(Map.of(), "stalls.sh", "4.5.1,16,1", "4.5.1,16,1");
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output().lines().skip(1))
        .satisfiesExactly(
            first -> assertThat(first).matches(" +4\\.5\\.1 +16 +1 +cache +1"),
            second -> assertThat(second).matches(" +4\\.5\\.1 +16 +1 +cache +2"));
  }
}
