package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.producer.ProducerMain;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that is refused with one line and exit code 2, before anything is started. */
@Timeout(120)
final class BadInputTest {

  private final Path directory;

  BadInputTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Path yaml(String text) throws IOException {
    return Files.writeString(directory.resolve("load.yaml"), text);
  }

  private static void assertRefused(CommandOutput shown, String problem) {
    assertThat(shown.code()).as(shown.out() + shown.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines()).singleElement().asString().contains(problem);
    assertThat(shown.out()).isEmpty();
  }

  private static CommandOutput of(String command, String arguments, Object... more) {
    List<Object> all =
        Arrays.stream(arguments.split(" ", -1))
            .map(each -> (Object) (each.equals("EMPTY") ? "" : each))
            .collect(Collectors.toCollection(ArrayList::new));
    all.addAll(List.of(more));
    return CommandOutput.of(command, all.toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "run, ''",
    "run, 'matrix: {flush: [async, sync]}'",
    "find, 'find: {start: 10000000/s}'",
  })
  void messagesThatDoNotFitOnTheDiskOfTheBrokersAreRefused(String command, String section)
      throws IOException {
    Path results = directory.resolve("results");
    Path data = Files.createDirectory(directory.resolve("data"));
    Path file =
        yaml(
            String.format(
                Locale.ROOT,
                """
                load: {rate: 10000000/s, duration: 24h, warmup: 1s}
                message: {size: 1KiB}
                cluster: {topology: 1m, heap: 256m, data-directory: "%s"}
                output: {directory: "%s"}
                %s
                """,
                data,
                results,
                section));
    assertRefused(
        CommandOutput.of(command, file),
        "cluster.data-directory: " + data + " needs 804.7 TiB for the bodies of");
    assertThat(results).doesNotExist();
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void everythingThatIsWrongIsToldAtOnceAndNothingStarts() throws IOException {
    Path results = directory.resolve("results");
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandOutput shown =
          of(
              "producer",
              "-w 0 --frobnicate=1 --flush maybe --duration 5 --broker-version 5.5.1",
              "--set",
              "cluster.port=" + busy.getLocalPort(),
              "--set",
              "cluster.heap=900g",
              "--out",
              results);
      assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(shown.out()).isEmpty();
      assertThat(shown.err().lines())
          .hasSize(7)
          .anyMatch(line -> line.startsWith("--frobnicate: there is no such flag"))
          .anyMatch(line -> line.startsWith("-w: load.threads must be") && line.contains("\"0\""))
          .anyMatch(line -> line.startsWith("--flush: cluster.flush must be one of async, sync"))
          .anyMatch(line -> line.startsWith("--duration: load.duration") && line.contains("\"5\""))
          .anyMatch(line -> line.contains("\"5.5.1\"; the nearest is 5.5.0"))
          .anyMatch(line -> line.contains("cluster.port " + busy.getLocalPort() + " needs ports"))
          .anyMatch(
              line -> line.matches("--set: cluster.heap needs 36\\d\\d\\.\\d GiB of memory .*"));
    }
    assertThat(results).doesNotExist();
  }

  @Test
  void resultsCannotGoWhereAFileIs() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertRefused(of("producer", "--out", file), "--out: output.directory must be a directory");
    assertRefused(of("producer", "--out", file), file.toRealPath().toString());
  }

  @Test
  void aClusterOfOthersCannotBeConfigured() {
    assertRefused(
        of("producer", "-n 127.0.0.1:1 --flush sync"), "--flush: cluster.flush cannot be set");
  }

  @Test
  void aCleanupNeedsACluster() {
    assertRefused(
        of("cleanup", "--remove"), "-n: must name the cluster to clean up, as host:port;host:port");
    assertRefused(of("cleanup", "-n nowhere"), "cluster.addresses");
  }

  @Test
  void workersOfOtherMachinesNeedAClusterThatTheyReach() {
    assertRefused(
        of("producer", "--workers 2"),
        "workers.count needs an external cluster (-n) or workers.local=true: clusters that"
            + " brokerbench starts listen on loopback");
  }

  @ParameterizedTest
  @CsvSource({
    "--driver memory --workers 2 --local, connections.count must be 0 with workers",
    "--set connections.subscribe=false, connections.subscribe must be true with driver rocketmq",
    "--driver mqtt --set mqtt.client=paho, connections.count must be 0 with mqtt.client=paho",
  })
  void clientsAlongsideTheLoadAreRefusedWhereNoneConnect(String arguments, String problem) {
    assertRefused(of("producer", "--set connections.count=5 " + arguments), "--set: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--set cluster.topology=1m | kill master at 10s | faults.1.at must be before the end",
        "--set cluster.topology=1m | kill slave at 3s | got \"slave\"",
        "--set cluster.topology=1m | kill controller leader at 3s | got \"controller leader\"",
        "--set cluster.topology=1m | fill-disk master at 3s for 2s | needs cluster.host=container",
        "--set cluster.topology=1m | kill master at 3s restart 4s; pause master at 5s for 1s"
            + " | has two faults of master at once: \"kill master\" at 3.0 s, and \"pause master\"",
        "-n 127.0.0.1:1 | kill master at 3s | needs a cluster that brokerbench starts",
      })
  void aFaultThatCannotBeInjectedIsRefused(String flags, String faults, String problem) {
    Path results = directory.resolve("results");
    List<Object> more = new ArrayList<>(List.of("--out", results));
    for (String fault : faults.split("; ", -1)) {
      more.addAll(List.of("--fault", fault));
    }
    assertRefused(of("producer", "--rate 100/s --duration 10s " + flags, more.toArray()), problem);
    assertThat(results).doesNotExist();
  }

  /** As an unset variable in a script leaves it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-n",
        "-t",
        "-ak",
        "-w",
        "-y",
        "--name",
        "--driver",
        "--broker-version",
        "--rate",
        "--flush",
        "--replication",
        "--seed",
        "--out",
        "--workload",
        "--json",
        "--accept"
      })
  void anEmptyValueOfAFlagIsRefused(String flag) {
    assertRefused(
        of("producer", flag + " EMPTY", "--set", "load.messages=1"),
        flag + ": is empty; give it a value or leave it out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "night", "find"})
  void onlySuspectIsAcceptedByEveryCommandThatRuns(String command) throws IOException {
    Path file = yaml("driver: memory\nload: {rate: 100/s, duration: 1s}\n");
    assertRefused(
        CommandOutput.of(command, file, "--accept", "invalid"),
        "--accept: must be suspect, got \"invalid\"");
  }

  @ParameterizedTest
  @CsvSource({
    "consumer, -g EMPTY, -g",
    "producer, --out=, --out",
    "producer, -n=, -n",
    "producer, --namesrvAddr EMPTY, -n",
    "run, load.yaml --out EMPTY, --out",
    "check, load.yaml --scale EMPTY, --scale",
    "night, load.yaml --repeat EMPTY, --repeat",
    "run, EMPTY, FILE.yaml",
    "cluster, status --out EMPTY, --out",
    "doctor, --json EMPTY, --json",
    "doctor, --directory EMPTY, --directory",
    "compare, a b --html EMPTY, --html",
    "report, a --out EMPTY, --out",
    "plan, --from EMPTY --peak 1/s, --from",
    "worker, --join EMPTY, --join",
  })
  void anEmptyValueIsRefusedByEveryCommand(String command, String arguments, String flag) {
    assertRefused(of(command, arguments), flag + ": is empty; give it a value or leave it out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster.addresses",
        "cluster.host",
        "cluster.version",
        "cluster.java",
        "cluster.data-directory",
        "cluster.container.image",
        "output.directory",
        "topic.name",
        "rocketmq.client",
        "tls.authorities",
      })
  void anEmptySettingIsRefused(String key) {
    CommandOutput shown = CommandOutput.of("producer", "--set", key + "=");
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines()).singleElement().asString().startsWith("--set: " + key + " ");
  }

  @ParameterizedTest
  @CsvSource({
    "mqtt, mqtt.subscribe-topic",
    "mqtt, mqtt.topic",
    "mqtt, cluster.metrics-addresses",
    "rabbitmq, rabbitmq.user",
    "rabbitmq, rabbitmq.virtual-host",
    "rabbitmq, cluster.home",
    "rabbitmq, cluster.metrics-addresses",
  })
  void anEmptySettingOfAnyDriverIsRefused(String driver, String key) {
    CommandOutput shown =
        CommandOutput.of("producer", "--driver", driver, "--set", key + "=", "-n", "127.0.0.1:9");
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err()).contains("--set: " + key + " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 for 5s | needs cluster.metrics-addresses, from which alarms are known; name them, or set it to none",
        "full | must be none, or a limit and a time such as 100k for 5s, got \"full\"",
      })
  void alarmsThatAreNotKnownCannotEndTheLoad(String limit, String problem) {
    CommandOutput shown =
        CommandOutput.of(
            "producer",
            "--driver",
            "rabbitmq",
            "-n",
            "127.0.0.1:9",
            "--set",
            "abort.alarms=" + limit);
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(shown.err().lines().filter(line -> line.contains("abort.alarms")))
        .containsExactly("--set: abort.alarms " + problem);
  }

  @ParameterizedTest
  @CsvSource({
    "-y true --set load.mode=sync, load.mode, -y",
    "-y true --set mode=sync, load.mode, -y",
    "--set load.mode=async -y false, load.mode, -y",
    "--flush sync --set cluster.flush=async, cluster.flush, --flush",
    "-a true --set client.acl.enabled=false, client.acl.enabled, -a",
  })
  void aFlagAndASettingThatContradictEachOtherAreRefused(String flags, String key, String flag) {
    CommandOutput shown = of("producer", flags);
    assertRefused(shown, "--set: " + key + " ");
    assertThat(shown.err()).contains(" by " + flag);
  }

  @Test
  void aFlagAndASettingThatAgreeAreTaken() throws IOException {
    Path file = yaml("driver: memory\n");
    assertThat(CommandOutput.of("check", file, "--scale", "0.5", "--set", "scale=0.5").code())
        .isEqualTo(ExitCode.VALID);
    assertRefused(CommandOutput.of("check", file, "--scale", "0.5", "--set", "scale=1"), "scale");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# load: {threads: 3}\n", "{}", "null", "~", "---\n", "[]"})
  void aFileWithoutSettingsIsRefused(String text) throws IOException {
    Path file = yaml(text);
    for (String command : List.of("check", "run", "find")) {
      CommandOutput shown =
          CommandOutput.of(command, file, "--set", "driver=memory", "--set", "duration=1s");
      assertRefused(shown, file.toString());
    }
    assertRefused(
        CommandOutput.of(
            "producer", "--workload", file, "--driver", "memory", "--set", "load.messages=1"),
        file.toString());
    assertRefused(CommandOutput.of("import", file), file.toString());
  }

  @Test
  void aMatrixOfMoreRunsThanAnybodyWaitsForIsRefused() throws IOException {
    String list =
        IntStream.rangeClosed(1, 380).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    Path file =
        yaml(
            String.format(
                Locale.ROOT,
                "driver: memory\nmatrix: {threads: [%s], message.size: [%s], repeat: 1000}\n",
                list,
                list));
    assertRefused(CommandOutput.of("check", file), "144,400 cells");
    assertRefused(CommandOutput.of("run", file), "at most 1,000");
  }

  @Test
  void theNumberOfRunsIsLimitedWhereverItIsSaid() throws IOException {
    Path file = yaml("driver: memory\nmatrix: {threads: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}\n");
    assertRefused(CommandOutput.of("check", file, "--repeat", "1000"), "11,000 runs");
  }

  @Test
  void aMatrixWhoseSizeNoNumberHoldsIsRefused() throws IOException {
    String factors =
        IntStream.range(0, 16)
            .mapToObj(i -> String.format(Locale.ROOT, "  f%d: [%s]\n", i, "1, ".repeat(99) + "1"))
            .collect(Collectors.joining());
    assertRefused(CommandOutput.of("check", yaml("driver: memory\nmatrix:\n" + factors)), "cells");
  }

  @Test
  void aFileThatIsTooLargeIsNotParsed() throws IOException {
    Path file = yaml("driver: memory\n" + "# filler\n".repeat(6_000_000));
    for (String command : List.of("check", "run", "find", "import")) {
      assertRefused(CommandOutput.of(command, file), "must not be larger than 1 MiB");
    }
    assertRefused(
        CommandOutput.of(
            "producer", "--workload", file, "--driver", "memory", "--set", "load.messages=1"),
        "must not be larger than 1 MiB");
    assertRefused(CommandOutput.of("check", "/dev/zero"), "must not be larger than 1 MiB");
  }

  @Test
  void aliasesThatMultiplyAreRefused() throws IOException {
    StringBuilder text = new StringBuilder("driver: memory\na0: &a0 {x: 1, y: 2, z: 3}\n");
    for (int i = 1; i <= 16; i++) {
      text.append(
          String.format(
              Locale.ROOT, "a%d: &a%d {x: *a%d, y: *a%d, z: *a%d}\n", i, i, i - 1, i - 1, i - 1));
    }
    Path file = yaml(text.toString());
    for (String command : List.of("check", "run")) {
      CommandOutput shown = CommandOutput.of(command, file);
      assertThat(shown.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(shown.err().lines().count()).isLessThan(2_000);
    }
    String lists =
        "producersPerTopic: 1\n"
            + text.toString().replace("{x: ", "[").replace("}", "]").replaceAll("[yz]: ", "");
    assertThat(CommandOutput.of("import", yaml(lists)).code()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void whereNoFileCanBeIsSaidBeforeAnythingIsMeasured() throws IOException {
    Path runs = Files.createDirectory(directory.resolve("runs"));
    new WrittenRun("producer").into(runs, "20260101T000000Z-producer");
    for (String place : List.of("/proc/x", "/proc/version", directory + "/none/x", "/dev/full")) {
      assertRefused(
          CommandOutput.doctor("--json", place), "--json: " + place + " cannot be written");
      assertRefused(CommandOutput.compare(runs, runs, "--json", place), "--json: " + place);
      assertRefused(CommandOutput.compare(runs, runs, "--html", place), "--html: " + place);
    }
    assertRefused(
        CommandOutput.report(runs, "--out", "/proc/x"), "--out: /proc/x cannot be written");
    assertRefused(
        CommandOutput.report(runs, "--format", "junit", "--out", "/proc/x"),
        "--out: /proc/x cannot be written");
    assertRefused(
        CommandOutput.report(runs, "--format", "svg", "--out", "/proc/x"),
        "--out: /proc/x cannot be written");
  }

  @Test
  void whereNoResultsCanBeIsSaidBeforeAnythingIsMeasured() throws IOException {
    Path file = yaml("driver: memory\nload: {messages: 10, duration: 0, warmup: 0}\n");
    assertRefused(
        CommandOutput.of("run", file, "--out", "/proc"), "output.directory must be writable");
    assertRefused(
        CommandOutput.of("producer", "--driver", "memory", "-q", "10", "--out", "/proc/x/y"),
        "output.directory must be writable");
    assertRefused(
        CommandOutput.of("cluster", "up", "--out", "/proc/x"), "output.directory must be writable");
    assertRefused(
        CommandOutput.of("producer", "--set", "cluster.data-directory=/proc"),
        "cluster.data-directory must be a directory one can write to");
  }

  @Test
  void aSecretCannotBeAFactor() throws IOException {
    assertRefused(
        CommandOutput.of("check", yaml("driver: mqtt\nmatrix: {mqtt.password: [k4Marker, b]}\n")),
        "matrix.mqtt.password cannot be a factor");
  }

  @Test
  void keysWithoutSignedRequestsAreWarnedOf() throws Exception {
    Map<String, String> environment = Map.of("AK", "x", "SK", "y");
    List<String> keys = List.of("-ak", "env:AK", "-sk", "env:SK");
    assertThat(ProducerMain.command().check(keys, environment).warnings())
        .containsExactly("warning: -ak and -sk without -a true: requests are not signed");
    assertThat(
            ProducerMain.command()
                .check(List.of("-ak", "env:AK", "-a", "true"), environment)
                .warnings())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-e 5, warning: -e without -d true: messages are not delayed",
    "-ct LZ4 -ch 100, warning: -ct and -ch without -c true: bodies are not compressed",
    "-e 5 -d true -cl 9 -c true, ''",
  })
  void flagsWithoutEffectAreWarnedOf(String flags, String warning) throws Exception {
    List<String> warnings =
        ProducerMain.command().check(List.of(flags.split(" ", -1)), Map.of()).warnings();
    assertThat(String.join("\n", warnings)).isEqualTo(warning);
  }

  @Test
  void literalSecretsAreWarnedOf() throws Exception {
    assertThat(
            ProducerMain.command()
                .check(List.of("-ak", "k4Marker", "-sk", "k4Marker", "-a", "true"), Map.of())
                .warnings())
        .hasSize(2)
        .allSatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("warning: -")
                    .endsWith("give it as env:NAME, file:PATH or prompt:NAME")
                    .doesNotContain("k4Marker"));
  }
}
