package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code check} and {@code run} say of a workload file before anything is started. */
final class PreparedRunsTest {

  private static final Path PUBLICATIONS = Path.of("..", "workloads", "publications");

  private final Path directory;

  PreparedRunsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Path yaml(String text) throws IOException {
    return Files.writeString(directory.resolve("load.yaml"), text);
  }

  @Test
  void checkShowsWhatAllCellsShareAndWhatTheyAre() throws IOException {
    Path file =
        yaml(
            "driver: memory\nduration: 3s\nmatrix: {threads: [1, 2], repeat: 4, size: [40, 50]}\n");
    CommandOutput shown =
        CommandOutput.of("check", file, "--set", "load.pause=1ms", "--scale", "0.5");
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out())
        .contains("tool: producer\n", "load.duration: 3s\n", "load.pause: 1ms\n", "scale: 0.5\n")
        .contains("4 cells, 4 runs of each:\n", "c03-2-40  threads=2 size=40\n")
        .doesNotContain("load.threads: ", "message.size: ");
    assertThat(CommandOutput.of("check", file, "--repeat", "2").out())
        .contains("4 cells, 2 runs of each");
  }

  @Test
  void aToolMayBeAFactorAndFlagsReachEveryCell() throws IOException {
    Path file = yaml("driver: memory\nmatrix: {tool: [producer, consumer], size: [40]}\n");
    CommandOutput shown = CommandOutput.of("check", file, "--", "--seed", "3", "--rate", "5/s");
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out())
        .contains("seed: 3\n", "load.rate: 5/s\n")
        .contains("c01-producer-40  tool=producer size=40\n", "c02-consumer-40  tool=consumer")
        .doesNotContain("tool: ");
    Path other = yaml("driver: memory\nmatrix: {size: [40, 50]}\n");
    assertThat(CommandOutput.of("check", other, "--tool", "tproducer").out())
        .startsWith("tool: tproducer\n");
    Path modes = Path.of("..", "workloads", "modes.yaml");
    assertThat(CommandOutput.of("check", modes, "--tool", "consumer", "--", "-t", "mine").out())
        .contains("topic.name: mine\n", "4 cells, 1 runs of each:\n");
  }

  @Test
  void theNumberOfTopicsMayBeAFactor() throws IOException {
    Path file = yaml("driver: memory\nmatrix: {topic.count: [1, 10, 100]}\n");
    assertThat(CommandOutput.of("check", file).out())
        .contains("3 cells, ", "topic.count=1\n", "topic.count=100\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message.deliver-after: 1s | timerWheelEnable | message.deliver-after",
        "client.trace: true | traceTopicEnable | client.trace=true",
        "'tool: consumer\nconsume.model: pop' | timerWheelEnable | consume.model=pop",
        "'tool: consumer\nrocketmq.client: grpc' | timerWheelEnable | consume.model=pop",
        "'tool: consumer\nconsume.read-from: slave' | slaveReadEnable | consume.read-from=slave",
      })
  void checkNamesOnceWhatASettingNeedsOfTheBrokers(String text, String property, String setting)
      throws IOException {
    Path file = yaml(text + "\nmatrix: {size: [40, 50]}\n");
    CommandOutput shown = CommandOutput.of("check", file);
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.VALID);
    assertThat(shown.err())
        .containsOnlyOnce("cluster.properties." + property + "=true, because " + setting);
    assertThat(shown.out()).contains("cluster.properties." + property + ": true\n");
  }

  @Test
  void aSingleRunHasNoCells() throws IOException {
    CommandOutput shown = CommandOutput.of("check", yaml("driver: memory\nload.threads: 3\n"));
    assertThat(shown.out()).contains("load.threads: 3\n").doesNotContain("cells");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tool: sender | | tool must be one of producer, batchproducer, consumer, tproducer, got \"sender\"",
        "driver: memory | --repeat 0 | --repeat: must be a whole number from 1 to 1,000, got \"0\"",
        "driver: memory | --set thread=1 | --set: there is no setting thread here; did you mean threads?",
        "driver: memory | --scale 2 | scale must be above 0 and at most 1, got \"2\"",
        "'driver: memory\nmatrix: {threads: [0]}' | | load.threads must be a whole number from 1 to 4,096, got \"0\"",
        "'driver: memory\nmatrix: {threads: [1]}' | --set load.threads=2 | --set: threads is a factor of the file's matrix",
        "'driver: memory\nmatrix: {threads: [1]}' | --set repeat=2 | load.repeat cannot be set with a matrix",
        "'driver: memory\nload.repeat: 2' | --repeat 3 | --repeat: load.repeat is more than 1 already; give one of them",
        "'driver: memory\nload.repeat: 2' | --repeat 1 | --repeat: load.repeat is more than 1 already; give one of them",
        "'driver: memory\nmatrix: {tool: [sender]}' | | tool must be one of producer,",
        "'tool: consumer\nmatrix: {tool: [producer]}' | | load.yaml:1: tool is a factor of the matrix",
        "driver: memory | --tool sender | --tool: tool must be one of producer,",
        "'driver: memory\nmatrix: {threads: [1]}' | -- -w 2 | behind --: threads is a factor of the file's matrix",
        "'driver: memory\nmatrix: {load.threads: [1]}' | -- --set threads=2 | behind --: load.threads is a factor",
        "driver: memory | -- --name x | name: cannot be given behind --, for every run",
        "'driver: memory\nmatrix: {flush: [a]}' | | there is no setting flush here",
      })
  void whatCannotBeRunIsToldBeforeAnythingStarts(String text, String flags, String problem)
      throws IOException {
    List<Object> args = new ArrayList<>(List.of(yaml(text)));
    if (flags != null) {
      args.addAll(List.of(flags.split(" ", -1)));
    }
    for (String command : List.of("check", "run")) {
      CommandOutput shown = CommandOutput.of(command, args.toArray());
      assertThat(shown.code()).as(shown.out() + shown.err()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(shown.err().lines()).singleElement().asString().contains(problem);
      assertThat(shown.out()).isEmpty();
    }
  }

  /** RocketMQ's flag -p gives the group another number each time; its runs are resumed as well. */
  @Test
  void runsWithAnotherConsumerGroupAreTheSame() throws Exception {
    Path file = yaml("driver: memory\ntool: consumer\nmatrix: {size: [40, 50]}\n");
    assertThat(identity(file, "-g", "one")).isEqualTo(identity(file, "-g", "two"));
    assertThat(identity(file, "-w", "2")).isNotEqualTo(identity(file, "-w", "3"));
  }

  private static String identity(Path file, String... flags) throws SettingsException {
    RunArguments arguments = RunArguments.of(file, List.of());
    arguments.flags = List.of(flags);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return PreparedRuns.of(
            arguments, null, new ParsedCommand.Call(Map.of(), List.of(), nowhere, nowhere))
        .identity("");
  }

  @Test
  void resultsCannotGoIntoAFile() throws IOException {
    Path file = yaml("driver: memory\nmatrix: {threads: [1]}\n");
    CommandOutput shown = CommandOutput.of("run", file, "--out", file);
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err()).contains("output.directory must be a directory");
  }

  static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", "workloads"))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.startsWith(PUBLICATIONS))
          .toList();
    }
  }

  /** Matrices of up to a hundred cells, each of which is checked. */
  static List<Path> publications() throws IOException {
    try (Stream<Path> files = Files.walk(PUBLICATIONS)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("publications")
  void whatIsPublishedCanBeRun(Path file) {
    whatIsShippedCanBeRun(file);
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void whatIsShippedCanBeRun(Path file) {
    CommandOutput shown = CommandOutput.of("check", file);
    assumeThat(shown.err()).doesNotContain("is not installed here", "that is not rootless");
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.VALID);
  }

  @Test
  void theLauncherTellsItsCommandsAndCompletesThem() {
    assertThat(CommandOutput.of("--help").out())
        .contains("producer", "tproducer", "run", "check", "compare", "report", "doctor", "plan");
    assertThat(CommandOutput.of("completion").out()).contains("_complete_bench", "--scale");
    CommandOutput unknown = CommandOutput.of("produce");
    assertThat(unknown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(unknown.err()).contains("there is no command produce; did you mean producer?");
    assertThat(CommandOutput.of("").code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CommandOutput.help(""))
        .contains("First steps:")
        .contains(BenchMain.commands().keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matrix: {threads: [1]} | find takes no matrix",
        "scale: 0.5 | scale: find cannot scale the rates that it looks for",
        "scale.clients: 0.5 | scale.clients: find cannot scale the rates that it looks for",
        "load.threads: 0 | load.threads: must be at least 1 for find, got \"0\"",
        // This scale is none.
        "'scale: 1.0\nload.threads: 0' | load.threads: must be at least 1 for find, got \"0\"",
        "load.repeat: 3 | load.repeat: must be 1 for find, which repeats probes itself, got \"3\"",
        "find: {preset: slow} | find.preset must be one of safe, cpu-75, got \"slow\"",
      })
  void whatCannotBeSearchedForIsRefused(String text, String problem) throws IOException {
    CommandOutput shown =
        CommandOutput.of("find", yaml("tool: consumer\ndriver: memory\n" + text + "\n"));
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines()).singleElement().asString().contains(problem);
    assertThat(shown.out()).isEmpty();
  }

  /** That of the file is for the command run. */
  @ParameterizedTest
  @ValueSource(strings = {"--rate=5/s", "--set rate=5/s", "-- --set load.rate=5/s"})
  void aSearchRefusesARateThatItWouldReplace(String flags) throws IOException {
    List<Object> args = new ArrayList<>(List.of(yaml("driver: memory\nload.rate: 7/s\n")));
    args.addAll(List.of(flags.split(" ", -1)));
    CommandOutput shown = CommandOutput.of("find", args.toArray());
    assertThat(shown.code()).as(shown.out()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines())
        .singleElement()
        .asString()
        .startsWith("load.rate: find looks for the rate itself; ");
  }

  /** However long the probes are, they would be too short to judge. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message.deliver-after: 1s | with message.deliver-after",
        "message.size: 39 | with bodies below 40 bytes: which of them arrived is unknown",
        "'load.mode: oneway\nconsume.filter: {type: tag, expression: tag1}' | with a filter and"
            + " load.mode=oneway: which messages wait is unknown",
      })
  void aSearchWhoseBacklogIsUnknownIsRefused(String setting, String why) throws IOException {
    CommandOutput shown =
        CommandOutput.of("find", yaml("driver: memory\nconsume.threads: 1\n" + setting + "\n"));
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines())
        .containsExactly(
            "find.limits.backlog-growth: cannot be judged "
                + why
                + "; change that, or search without consumers (consume.threads=0)");
  }

  @Test
  void withoutConsumersThereIsNoTimeToTheReceipt() throws IOException {
    CommandOutput shown =
        CommandOutput.of("find", yaml("driver: memory\nfind: {limits: {end-to-end-max: 1s}}\n"));
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines())
        .containsExactly(
            "find.limits.end-to-end-max: needs consumers; set consume.threads, or leave it out");
  }

  @Test
  void brokersElsewhereHaveNoResourcesToBeJudgedBy() throws IOException {
    CommandOutput shown =
        CommandOutput.of(
            "find",
            yaml("cluster: {host: external, addresses: \"127.0.0.1:9\"}\nfind: {preset: safe}\n"));
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err()).contains("resources of brokers elsewhere cannot be seen from here");
  }

  @Test
  void aScaleAtWhichCellsAreTheSameIsRefused() throws IOException {
    Path file =
        yaml(
            """
            driver: memory
            load: {threads: 10, rate: 1000/s, mode: async}
            matrix: {in-flight: [1%, 2%, 50%]}
            """);
    assertThat(CommandOutput.of("check", file).code()).isEqualTo(ExitCode.VALID);
    assertThat(CommandOutput.of("check", file, "--set", "scale.clients=0.1").code())
        .isEqualTo(ExitCode.VALID);
    CommandOutput shown = CommandOutput.of("check", file, "--scale", "0.1");
    assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines())
        .singleElement()
        .asString()
        .contains("the cells in-flight=1% and in-flight=2% are the same at this scale");
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"2, 0.1", "3, 0.04", "4, 0.04", "5, 0.04"})
  void cellsOfAllFlowControlDifferAtTheScaleThatTheirFileNames(int benchmark, String scale)
      throws IOException {
    assertCellsDiffer(benchmark, scale);
  }

  @Test
  void cellsOfFlowControlDifferAtTheScaleThatTheirFileNames() throws IOException {
    assertCellsDiffer(1, "0.1");
  }

  private static void assertCellsDiffer(int benchmark, String scale) throws IOException {
    for (String name :
        List.of("rabbitmq-flow-control-%d.yaml", "variants/rabbitmq-flow-control-%d-fresh.yaml")) {
      Path file = PUBLICATIONS.resolve(name.replace("%d", "" + benchmark));
      assertThat(Files.readString(file)).contains("--set scale.clients=" + scale + "\n");
      CommandOutput shown = CommandOutput.of("check", file, "--set", "scale.clients=" + scale);
      assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.VALID);
      assertThat(shown.out()).contains("differs from the publication: ");
    }
  }
}
