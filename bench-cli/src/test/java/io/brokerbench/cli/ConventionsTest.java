package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.Reporting;
import io.brokerbench.stored.LatestResult;
import io.brokerbench.stored.RunSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of other tools expect of a command line. */
final class ConventionsTest {

  /** Limits that every run exceeds by a pause of its JVM, and by nothing that is worse. */
  private static final String[] SUSPECT = {
    "--set",
    "limits.hiccup-p99=1us",
    "--set",
    "limits.achieved=0.01",
    "--set",
    "limits.generator-cpu=1"
  };

  private final Path home;

  ConventionsTest(@TempDir Path home) {
    this.home = home;
  }

  private CommandOutput producer(String... more) {
    List<Object> args = new ArrayList<>();
    Stream.of("--driver memory -w 1 --rate 100/s --warmup 0 --duration 1s --out".split(" ", -1))
        .forEach(args::add);
    args.add(home.resolve("results"));
    args.addAll(List.of(more));
    return CommandOutput.of("producer", args.toArray());
  }

  private Path workload(String more) throws IOException {
    return Files.writeString(
        home.resolve("load.yaml"), "driver: memory\nload: {warmup: 0, duration: 1s}\n" + more);
  }

  @Test
  void theResultIsAloneOnStandardOutput() throws Exception {
    CommandOutput output = producer("--json", "-");
    assertThat(output.err()).contains("estimate: ", "acknowledged in the memory");
    assertThat(output.out()).isEqualTo(Files.readString(home.resolve("results/latest/run.json")));
    assertThat(new ObjectMapper().readTree(output.out()).path("verdict").path("status").asText())
        .isIn("valid", "suspect", "invalid");
  }

  @Test
  void theResultIsAlsoInAFileAndQuietIsTheSummaryAlone() throws Exception {
    Path file = home.resolve("result.json");
    CommandOutput output = producer("--json=" + file, "--quiet");
    assertThat(file).hasSameTextualContentAs(home.resolve("results/latest/run.json"));
    assertThat(output.out())
        .contains("acknowledged in the memory")
        .doesNotContain("estimate", "Current Time", "\u001b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--json no/such/directory/x | --json: no/such/directory/x cannot be written; name a file in a"
            + " directory that exists and is writable",
        "--json - --repeat 2 | --json: has the result of one run, not of 2; each is in its directory, as"
            + " run.json",
        "--accept invalid | --accept: must be suspect, got \"invalid\"",
      })
  void whatCannotBeReportedIsRefused(String flags, String problem) {
    CommandOutput output = producer(flags.split(" ", -1));
    assertThat(output.err()).isEqualTo(problem + "\n");
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void aSuspectRunIsAcceptedOnlyOnRequest() throws Exception {
    CommandOutput refused = producer(SUSPECT);
    assertThat(refused.code()).as(refused.out()).isEqualTo(ExitCode.RUN_INVALID);
    String[] asked =
        Stream.concat(Stream.of(SUSPECT), Stream.of("--accept", "suspect")).toArray(String[]::new);
    CommandOutput accepted = producer(asked);
    assertThat(accepted.code()).as(accepted.out()).isEqualTo(ExitCode.VALID);
    assertThat(accepted.out()).contains("SUSPECT");
  }

  @Test
  void theNewestResultHasALinkThatIsNoFurtherRun() throws Exception {
    producer("--name", "one");
    producer("--name", "two");
    Path results = home.resolve("results");
    assertThat(results.resolve(LatestResult.NAME)).isSymbolicLink();
    assertThat(results.resolve("latest").toRealPath().getFileName().toString()).contains("-two");
    assertThat(RunSet.read(results).runs()).hasSize(2);
    try (Stream<Path> entries = Files.list(results)) {
      assertThat(entries).hasSize(3);
    }
  }

  @Test
  void aDirectoryOfTheUserWithThatNameStays() throws Exception {
    Path own = Files.createDirectories(home.resolve("results/latest"));
    producer();
    assertThat(own).isDirectory().isEmptyDirectory();
  }

  @Test
  void anUnfinishedDirectoryGetsNoLink() throws Exception {
    LatestResult.is(Files.createDirectories(home.resolve("a.INCOMPLETE/run")));
    assertThat(home.resolve("a.INCOMPLETE/latest")).doesNotExist();
  }

  @Test
  void theHelpOfAToolShowsDefaultsAndNoSecret() {
    assertThat(CommandOutput.help("producer"))
        .contains("Number of sender threads (default: 64)")
        .contains("64, 10 each, 10% (default: 64)")
        .contains("Number of runs, on fresh brokers unless external (default: 1)")
        .contains("Secret key of the ACL\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run         | (default: the file's, or producer) | (default: the file's, or rocketmq)",
        "find        | (default: the file's, or 30s)      | (default: results)",
        "check       | (default: the file's, or closed)   | (default: the file's, or async)",
        "night       | (default: history)                 | (default: 20% and p99=50%)",
        "history     | (default: history.html in DIR)     | (default: 5%)",
        "reproduce   | (default: results)                 | (default: the file's, or rocketmq)",
        "cluster     | (default: results)                 | (default: the file's, or async)",
        "plan        | (default: 30)                      | (default: as there, or 1)",
        "compare     | (default: off)                     | Example:",
        "report      | (default: standard output          | Examples:",
        "serve       | (default: results)                 | (default: a free one)",
        "doctor      | (default: the system's temporary   | Examples:",
        "worker      | (default: the host's name)         | Examples:",
        "cleanup     | (default: rocketmq)                | Examples:",
        "completion  | (default: bash)                    | Examples:",
        "import      | A workload of OpenMessaging        | Example:",
      })
  void theHelpOfACommandShowsDefaultsAndAnExample(String command, String value, String other) {
    assertThat(CommandOutput.help(command).replaceAll("\\s+", " "))
        .contains(value, other, "bench " + command + " ")
        .containsPattern("Examples?: bench|Examples?: source");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "find", "night", "reproduce"})
  void everyCommandThatRunsAWorkloadTakesTheCommonFlags(String command) {
    assertThat(CommandOutput.help(command))
        .contains("--driver", "--duration", "--rate", "--flush", "--seed", "--metrics-port")
        .contains("Cluster:\n", "Load:\n", "Several machines:\n", "Output:\n")
        .contains(Reporting.JSON, Reporting.QUIET, Reporting.ACCEPT, Reporting.LIVE);
  }

  @Test
  void aCommandHasNoFlagThatItIgnoresOrRefuses() {
    assertThat(CommandOutput.help("find")).doesNotContain("--repeat=", "--scale=");
    assertThat(CommandOutput.help("check"))
        .contains("--driver", "--duration", "--workers", "--repeat=", "--scale=")
        .doesNotContain("--out", "Output:", "--accept", Reporting.JSON, Reporting.LIVE);
    assertThat(CommandOutput.help("cluster"))
        .contains("--driver", "--flush", "--broker-version", "--out=")
        .doesNotContain("Load:", "Several machines:", "Output:", "--accept", Reporting.LIVE);
    assertThat(CommandOutput.of("cluster", "status", "--rate", "5/s").code())
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  /** "cluster down DIR" would end the cluster of another directory. */
  @ParameterizedTest
  @CsvSource({
    "status, other-results, other-results",
    "down, other-results, other-results",
    "down, --flush=sync, --flush",
    "down, --set=flush=sync, --set",
  })
  void theEndOfAClusterTakesNoSettings(String action, String argument, String shown) {
    CommandOutput refused = CommandOutput.of("cluster", action, "--out", home, argument);
    assertThat(refused.code()).as(refused.out()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err())
        .startsWith("cluster " + action + ": takes no settings, got " + shown + "; ")
        .hasLineCount(1);
  }

  @Test
  void aCommonFlagOverridesTheFile() throws Exception {
    CommandOutput output =
        CommandOutput.of("check", workload(""), "--rate", "70/s", "--duration=3s", "--local");
    assertThat(output.out())
        .contains("load.rate: 70/s", "load.duration: 3s", "workers.local: true");
    assertThat(CommandOutput.of("cluster", "up", "--driver", "rabbitmq", "--flush", "later").err())
        .startsWith("--flush: there is no setting cluster.flush here");
  }

  @Test
  void settingsOfWorkersAreWarnedOfWhereThereAreNone() throws Exception {
    assertThat(CommandOutput.of("check", workload(""), "--listen", "127.0.0.1:7700").err())
        .isEqualTo(
            "warning: workers.listen without workers.count (--workers): this process generates the"
                + " load\n");
    assertThat(CommandOutput.of("check", workload("workers: {count: 2, local: true}\n")).err())
        .isEmpty();
  }

  @Test
  void whoStartsAClusterIsWarnedOfASecretOnTheCommandLine() {
    CommandOutput output =
        CommandOutput.of(
            "cluster",
            "up",
            "--out",
            home,
            "--set",
            "cluster.host=external",
            "--set",
            "cluster.addresses=127.0.0.1:1",
            "--set",
            "client.acl.secret-key=k4Marker");
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.err())
        .contains("warning: --set: client.acl.secret-key is a secret, and every user")
        .contains("brokerbench does not start an external cluster")
        .doesNotContain("k4Marker");
  }

  @Test
  void alarmsOfAnExternalClusterEndTheLoadWhereTheyAreKnown() throws Exception {
    Path file =
        Files.writeString(
            home.resolve("load.yaml"),
            "driver: rabbitmq\ncluster: {host: external, addresses: \"127.0.0.1:1\"}\n");
    assertThat(CommandOutput.of("check", file).out()).contains("abort.alarms: none\n");
    for (String key : List.of("cluster.metrics-addresses", "metrics-addresses")) {
      assertThat(CommandOutput.of("check", file, "--set", key + "=127.0.0.1:2").out())
          .contains("abort.alarms: 0 for 5s\n");
    }
  }

  @Test
  void aWorkloadIsReportedLikeItsTool() throws Exception {
    CommandOutput output =
        CommandOutput.of(
            "run",
            workload("load.threads: 1\n"),
            "--rate=100/s",
            "--quiet",
            "--json",
            "-",
            "--out",
            home.resolve("results"));
    assertThat(output.out()).as(output.err()).startsWith("{").endsWith("}\n");
    assertThat(output.err()).contains("acknowledged in the memory").doesNotContain("estimate");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate 5/s | --rate: load.rate is a factor of the file's matrix",
        "--json - | --json: has the result of one run, not of a matrix; each is in its directory, as"
            + " run.json",
      })
  void aFlagThatContradictsTheMatrixIsRefused(String flags, String problem) throws Exception {
    List<Object> args = new ArrayList<>(List.of(workload("matrix: {load.rate: [10/s, 20/s]}\n")));
    args.addAll(List.of(flags.split(" ", -1)));
    assertThat(CommandOutput.of("run", args.toArray()).err()).isEqualTo(problem + "\n");
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(CommandOutput.of("--version").out())
        .matches("brokerbench \\d+\\.\\d+\\.\\d+\\S*, build [0-9a-f]{12}, Java \\d+.*\n");
  }

  @Test
  void fishCompletesCommandsAndFlags() {
    assertThat(CommandOutput.of("completion", "fish").out())
        .contains(
            "complete -c bench -n __fish_use_subcommand -a report -d '",
            "complete -c bench -n '__fish_seen_subcommand_from producer' -l duration -r -d 'Measured",
            "-s n -l n -l namesrvAddr -l namesrv -r -d 'Addresses");
    assertThat(CommandOutput.of("completion").out()).contains("complete -F");
  }
}
