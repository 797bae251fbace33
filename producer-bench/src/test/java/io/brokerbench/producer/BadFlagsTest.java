package io.brokerbench.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.Execution;
import io.brokerbench.testkit.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refused in one line a problem, before anything starts. */
final class BadFlagsTest {

  private static final Tool PRODUCER = new Tool(ProducerMain::command);
  private static final Tool BATCH_PRODUCER = new Tool(BatchProducerMain::command);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "-w 0 | -w: load.threads must be a whole number from 1 to 4,096, got \"0\"",
        "-w abc | -w: load.threads must be a whole number from 1 to 4,096, got \"abc\"",
        "-w 5000 | -w: load.threads must be a whole number from 1 to 4,096, got \"5000\"",
        "-s -1 | -s: message.size must be from 1 to 1,073,741,824 bytes, got \"-1\"",
        "-k maybe | -k: message.keys must be true, false, or a distribution such as zipf(1000), got"
            + " \"maybe\"",
        "-y maybe | -y: load.mode must be one of sync, async, oneway, got \"-y maybe\"",
        "-q -5 | -q: load.messages must be a whole number from 0 to 9,223,372,036,854,775,807, got"
            + " \"-5\"",
        "-l x | -l: message.tags must be a whole number from 0 to 1,000,000, got \"x\"",
        "-p 40000 | -p: message.properties must be from 0 to 32,767 bytes, got \"40000\"",
        "-ri 50 | -ri: output.report-interval must be at least 1000 ms, got \"50ms\"",
        "--duration 5"
            + " | --duration: load.duration must be a duration with its unit, such as 5s or 5ms,"
            + " got \"5\"",
        "--rate 0 | --rate: load.rate must be above 0/s and at most 10M/s, got \"0\"",
        "--repeat 0 | --repeat: load.repeat must be a whole number from 1 to 1,000, got \"0\"",
        "--in-flight 0 -y true"
            + " | --in-flight: load.in-flight must be a whole number from 1 to 1,000,000 for all"
            + " senders together, one such as 10 each, or a share of each sender's messages per"
            + " second such as 10%, got \"0\"",
        "--seed x"
            + " | --seed: seed must be a whole number from -9,223,372,036,854,775,808 to"
            + " 9,223,372,036,854,775,807, got \"x\"",
        "--name a/b"
            + " | --name: name must be 1 to 64 letters, digits, dots, hyphens or underscores, got"
            + " \"a/b\"",
        "--live | --live: the class path has no server of pages; start this command by scripts/bench",
        "--duratoin 5s | --duratoin: there is no such flag; did you mean --duration?",
        "--treadCount=5 | --treadCount: there is no such flag; did you mean --threadCount?",
        "5 | 5: does not follow a flag",
        "--set load.thread=5"
            + " | --set: there is no setting load.thread here; did you mean load.threads?",
        "--set nonsense | --set: must be key=value, got \"nonsense\"",
        "--driver rabbit | driver must be one of",
        "-d true | -d: there is no setting message.delay here",
      })
  void aProblemIsOneLine(String args, String line) {
    assertThat(PRODUCER.inMemory(args.strip().split(" ")).refusals())
        .singleElement()
        .asString()
        .startsWith(line.strip());
  }

  @Test
  void aLimitOfWhatTheBrokersDoNotReportIsRefused() {
    assertThat(PRODUCER.inMemory("--set", "abort.alarms=0 for 5s").refusals())
        .containsExactly(
            "--set: abort.alarms must be none with driver memory, whose brokers report no alarms");
  }

  @Test
  void messagesForLaterNeedBrokersThatKeepThem() {
    assertThat(PRODUCER.run("--driver", "mqtt", "--set", "message.deliver-after=1s").refusals())
        .contains(
            "--set: message.deliver-after must be 0 with driver mqtt, whose brokers deliver"
                + " messages at once");
  }

  @Test
  void aFlushModeThatDoesNotExistIsRefused() {
    assertThat(PRODUCER.run("--flush", "maybe").refusals())
        .contains("--flush: cluster.flush must be one of async, sync, got \"maybe\"");
  }

  @Test
  void aBodyLargerThanTheClientTakesIsRefused() {
    assertThat(PRODUCER.run("-s", "5m").refusals())
        .anyMatch(
            line -> line.startsWith("-s: message.size ") && line.contains(" 4,194,304 bytes"));
  }

  @Test
  void allProblemsAreToldAtOnce(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("w.yaml"), "load:\n  thread: 1\n");
    Execution execution =
        PRODUCER.inMemory(
            "--workload",
            file.toString(),
            "-w",
            "0",
            "--rate",
            "0",
            "--nonsuch",
            "7",
            "--set",
            "x",
            "--out",
            file.toString());
    assertThat(execution.refusals())
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith("--nonsuch: there is no such flag"),
            line -> assertThat(line).startsWith("-w: load.threads "),
            line -> assertThat(line).startsWith("--rate: load.rate "),
            line -> assertThat(line).startsWith("--set: must be key=value"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "--out: output.directory must be a directory, but %s is a file; name"
                            + " another",
                        file),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "%s:2: there is no setting load.thread here; did you mean load.threads?",
                        file));
  }

  @Test
  void aMissingValueAndAMissingFileAreTold() {
    assertThat(PRODUCER.inMemory("--duration").refusals())
        .singleElement()
        .asString()
        .contains("--duration");
    assertThat(PRODUCER.inMemory("--workload", "no-such.yaml").refusals())
        .containsExactly("no-such.yaml: there is no such file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-w 0",
        "-w=0",
        "-w0",
        "--w 0",
        "--w=0",
        "--threadCount 0",
        "-threadCount=0",
        "--thread 0"
      })
  void everySpellingOfAFlagIsTheSameFlag(String args) {
    assertThat(PRODUCER.inMemory(args.split(" ")).refusals())
        .containsExactly("-w: load.threads must be a whole number from 1 to 4,096, got \"0\"");
  }

  @Test
  void theLastOfTwoCounts() {
    assertThat(PRODUCER.inMemory("-w", "4", "--w=0").refusals()).hasSize(1);
    assertThat(PRODUCER.inMemory("-w", "0", "--threadCount", "4", "-s", "0").refusals())
        .singleElement()
        .asString()
        .startsWith("-s: ");
  }

  @Test
  void theNameServersOfTheEnvironmentAreTakenUnlessOthersAreGiven() {
    Map<String, String> environment = Map.of("NAMESRV_ADDR", "localhost");
    Execution byEnvironment = PRODUCER.run(environment);
    assertThat(byEnvironment.refusals())
        .containsExactly(
            "NAMESRV_ADDR: cluster.addresses must be host:port or host:port;host:port, got"
                + " \"localhost\"");
    Execution byFlag = PRODUCER.run(environment, "-n", "here");
    assertThat(byFlag.refusals())
        .containsExactly(
            "-n: cluster.addresses must be host:port or host:port;host:port, got \"here\"");
    for (String key : List.of("cluster.addresses", "addresses")) {
      assertThat(PRODUCER.run(environment, "--set", key + "=here").refusals())
          .containsExactly(
              "--set: cluster.addresses must be host:port or host:port;host:port, got \"here\"");
    }
    for (String elsewhere : List.of("--driver memory", "--set cluster.host=process")) {
      List<String> flags = new ArrayList<>(List.of("-w", "0"));
      flags.addAll(List.of(elsewhere.split(" ", -1)));
      assertThat(PRODUCER.run(environment, flags.toArray(String[]::new)).refusals())
          .as(elsewhere)
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.0.1:9876", "127.0.0.1:9876;192.168.1.2:9876", "no.such.host.invalid:1"})
  void exportedNameServersOfOtherMachinesGetNoLoadUnlessTheyAreNamed(String addresses) {
    Map<String, String> environment = Map.of("NAMESRV_ADDR", addresses);
    assertThat(PRODUCER.run(environment).refusals())
        .containsExactly(
            "NAMESRV_ADDR is "
                + addresses
                + ", which is another machine: add -n '"
                + addresses
                + "' to put load on that cluster, or unset NAMESRV_ADDR");
    assertThat(PRODUCER.run(environment, "-n", addresses, "-w", "0").refusals())
        .singleElement()
        .asString()
        .startsWith("-w: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:9876", "127.0.0.1:9876;[::1]:9877", "127.1.2.3:1;"})
  void exportedNameServersOfThisMachineAreTaken(String addresses) {
    assertThat(PRODUCER.run(Map.of("NAMESRV_ADDR", addresses), "-w", "0").refusals())
        .noneMatch(line -> line.contains("another machine"));
  }

  @Test
  void whatWeStartIsNotAskedOfSomebodyElsesCluster() {
    assertThat(PRODUCER.run("-n", "127.0.0.1:9876", "--flush", "sync").refusals())
        .singleElement()
        .asString()
        .startsWith("--flush: cluster.flush ");
  }

  @Test
  void batchProducerIsRefusedInTheSameWords() {
    Execution execution = BATCH_PRODUCER.inMemory("-b", "2000", "-q", "5");
    assertThat(execution.refusals())
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "-b: message.batch must be a whole number from 1 to 1,024, got \"2000\""),
            line -> assertThat(line).startsWith("-q: there is no such flag"));
  }

  @Test
  void helpShowsEveryFlagAndStartsNothing() {
    for (String flag : new String[] {"-h", "--help"}) {
      Execution execution = PRODUCER.inMemory(flag, "-w", "0");
      assertThat(execution.code()).isEqualTo(ExitCode.VALID);
      assertThat(execution.err()).isEmpty();
      assertThat(execution.out())
          .contains("Usage: bench producer", "--threadCount", "--duration", "--workload", "--set")
          .contains("-ri, --ri, --reportInterval");
    }
  }
}
