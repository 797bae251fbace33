package io.brokerbench.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.Execution;
import io.brokerbench.testkit.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refused in one line a problem, before anything starts. */
final class BadFlagsTest {

  private static final Tool CONSUMER = new Tool(ConsumerMain::command);

  /** Each finds its driver, and so the flag that is wrong. */
  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocketmq", "rabbitmq", "mqtt"})
  void everyDriverIsOnTheClassPath(String driver) {
    assertThat(CONSUMER.run("--driver", driver, "--rate", "fast").refusals())
        .anySatisfy(line -> assertThat(line).startsWith("--rate: load.rate must be"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "-w 0 | -w: consume.threads must be at least 1 for a consumer",
        "-w -1 | -w: consume.threads must be a whole number from 0 to 1,000, got \"-1\"",
        "-w abc | -w: consume.threads must be a whole number from 0 to 1,000, got \"abc\"",
        "-g a/b | -g: consume.group must be 1 to 120 letters, digits, %, ",
        "-p maybe | -p: must be true or false, got \"maybe\"",
        "-f XML" + " | -f: consume.filter.type must be one of none, tag, sql92, got \"xml\"",
        "-f TAG | -f: consume.filter.type needs consume.filter.expression",
        "-e pom.xml | -e: consume.filter.expression needs consume.filter.type: tag or sql92",
        "-f TAG -e no-such-file | -e: no-such-file: there is no such file",
        "-f TAG -e . | -e: .: cannot be read (Is a directory)",
        "-r 1.5 | -r: consume.fail must be a fraction from 0 to 1, got \"1.5\"",
        "-r x | -r: consume.fail must be a fraction from 0 to 1, got \"x\"",
        "-ri 50 | -ri: output.report-interval must be at least 1000 ms, got \"50ms\"",
        "--from middle | --from: consume.from must be one of last, first, got \"middle\"",
        "--backlog abc"
            + " | --backlog: consume.backlog must be a number of messages, a time such as 30s, or"
            + " none, got \"abc\"",
        "--backlog 0 | --backlog: consume.backlog must be a number of messages",
        "--backlog -5 | --backlog: consume.backlog must be a number of messages",
        "--backlog 100 --producers 0 | --backlog: consume.backlog needs senders",
        "--work soon | --work: consume.work must be a time such as 0 or 5ms",
        "--work 9ms..1ms | --work: consume.work must be a time such as 0 or 5ms",
        "--drain 0 | --drain: consume.drain must be at least 1000 ms, got \"0\"",
        "--clients 0 | --clients: consume.clients must be a whole number from 1 to 10,000",
        "--producers -1 | --producers: load.threads must be a whole number from 0 to 4,096",
        "--size 0 | --size: message.size must be from 1 to 1,073,741,824 bytes, got \"0\"",
        "--backlogs 5 | --backlogs: there is no such flag; did you mean --backlog?",
        "--threadCuont=5 | --threadCuont: there is no such flag; did you mean --threadCount?",
        "-s 128 | -s: there is no such flag",
        "--set consume.thread=5"
            + " | --set: there is no setting consume.thread here; did you mean consume.threads?",
        "--model pop | --model: there is no setting consume.model here",
      })
  void aProblemIsOneLine(String args, String line) {
    assertThat(CONSUMER.inMemory(args.strip().split(" ")).refusals())
        .singleElement()
        .asString()
        .startsWith(line.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "--model push"
            + " | --model: consume.model must be one of concurrent, orderly, pull-subscribe,"
            + " pull-assign, pop, simple, got \"push\"",
        "--read-from disk"
            + " | --read-from: consume.read-from must be one of auto, master, slave, got \"disk\"",
        "-g no.dots | -g: consume.group must be 1 to 120 letters",
        "-g TOOLS_CONSUMER | -g: consume.group must not be a group of RocketMQ's own",
        "-t no.dots | -t: topic.name must be",
        "-t SCHEDULE_TOPIC_XXXX | -t: topic.name must not be a topic of RocketMQ's own",
        "-c maybe | -c: consume.client-rebalance must be true or false, got \"maybe\"",
        "-m maybe | -m: client.trace must be true or false, got \"maybe\"",
        "-n here | -n: cluster.addresses must be host:port or host:port;host:port, got \"here\"",
        "-n 127.0.0.1:1 --flush sync | --flush: cluster.flush cannot be set",
        "-n 127.0.0.1:1 --backlog 5 | --backlog: consume.backlog needs senders",
        "-n 127.0.0.1:1 --rate 1000/s | --rate: load.rate needs senders: set load.threads",
        "--model pull-assign --set require.settle-p99=5ms"
            + " | --set: require.settle-p99 must be none: the client acknowledges no message;",
      })
  void soIsOneOfTheBrokersAndTheirClient(String args, String line) {
    assertThat(CONSUMER.run(args.strip().split(" ")).refusals())
        .singleElement()
        .asString()
        .startsWith(line.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-r 2", "-r=2", "-r2", "--r 2", "--r=2", "--fail=2", "--fail 2", "-fail 2"})
  void everySpellingOfAFlagIsTheSameFlag(String args) {
    assertThat(CONSUMER.inMemory(args.split(" ")).refusals())
        .containsExactly("-r: consume.fail must be a fraction from 0 to 1, got \"2\"");
  }

  @Test
  void allProblemsAreToldAtOnce() {
    assertThat(
            CONSUMER
                .inMemory(
                    "-w",
                    "x",
                    "-g",
                    "a b",
                    "-r",
                    "2",
                    "--backlog",
                    "abc",
                    "-e",
                    "none",
                    "--nonsuch")
                .refusals())
        .hasSize(7);
  }

  @Test
  void theNumberOfAGroupStandsBehindTheGivenName() {
    assertThat(CONSUMER.inMemory("-p", "true", "-g", "a/b").refusals())
        .singleElement()
        .asString()
        .matches("-g: consume.group must be .*, got \"a/b_\\d{1,2}\"");
  }

  @Test
  void aFilterFileIsReadWhereItIs(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("expression"), "");
    assertThat(CONSUMER.inMemory("-f", "TAG", "-e", file.toString()).refusals())
        .containsExactly("-f: consume.filter.type needs consume.filter.expression");
  }

  @Test
  void theNameServersOfTheEnvironmentAreSomebodyElses() {
    assertThat(CONSUMER.run(Map.of("NAMESRV_ADDR", "127.0.0.1:1"), "--backlog", "5").refusals())
        .singleElement()
        .asString()
        .startsWith("--backlog: consume.backlog needs senders");
  }

  @Test
  void helpShowsEveryFlagAndStartsNothing() {
    Execution execution = CONSUMER.inMemory("--help", "-w", "0");
    assertThat(execution.code()).isEqualTo(ExitCode.VALID);
    assertThat(execution.err()).isEmpty();
    assertThat(execution.out())
        .contains("Usage: bench consumer", "-w, --w, --threadCount", "-e, --e, --expression")
        .contains("-n, --n, --namesrv", "--clientRebalanceEnable", "--backlog", "--drain")
        .contains("bench consumer -n namesrv:9876 -t brokerbench-trial --producers 4 --rate 100/s");
  }
}
