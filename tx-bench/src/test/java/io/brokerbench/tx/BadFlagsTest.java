package io.brokerbench.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.Execution;
import io.brokerbench.testkit.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refused in one line a problem, before anything starts. */
final class BadFlagsTest {

  private static final Tool TPRODUCER = new Tool(TransactionProducerMain::command);

  @Test
  void aDriverWithoutTransactionsIsRefusedByName() {
    assertThat(TPRODUCER.run("--driver", "mqtt").refusals())
        .anySatisfy(line -> assertThat(line).contains("MQTT has no transactions"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "-w 0 | -w: load.threads must be a whole number from 1 to 4,096, got \"0\"",
        "-c 0.5 | -c: there is no such flag",
        "-r 1000 | -r: there is no such flag",
        "-s 36"
            + " | -s: message.size must be at least 40 for transactions: a message carries the"
            + " outcome of its transaction",
        "-sr 1.5 | -sr: transaction.send-rollback must be a fraction from 0 to 1, got \"1.5\"",
        "-su -0.1 | -su: transaction.send-unknown must be a fraction from 0 to 1, got \"-0.1\"",
        "-cr x | -cr: transaction.check-rollback must be a fraction from 0 to 1, got \"x\"",
        "-cu 20% | -cu: transaction.check-unknown must be a fraction from 0 to 1, got \"20%\"",
        "-sr 0.6 -su 0.6"
            + " | -su: transaction.send-unknown must not exceed 1 together with"
            + " transaction.send-rollback, got 1.2",
        "-cr 0.75 -cu 0.5"
            + " | -cu: transaction.check-unknown must not exceed 1 together with"
            + " transaction.check-rollback, got 1.25",
        "-b 17"
            + " | -b: cannot be given: messages carry the number of their run, and check-backs for"
            + " those of any other run are answered with unknown",
        "-i x | -i: load.pause must be a duration",
        "-i -5 | -i: load.pause must be a duration",
        "-i 5 --rate 100/s | -i: load.pause must be 0 with a load.rate",
        "-ri 50 | -ri: output.report-interval must be at least 1000 ms, got \"50ms\"",
        "--work soon | --work: transaction.work must be a time such as 0 or 5ms",
        "--consumers -1 | --consumers: consume.threads must be a whole number from 0 to 1,000",
        "--in-flight 5 | --in-flight: load.in-flight needs load.mode=async",
        "--transaction-timeuot 5s"
            + " | --transaction-timeuot: there is no such flag; did you mean"
            + " --transaction-timeout?",
        "--set message.batch=2 | --set: message.batch must be 1 for transactions",
        "--set load.mode=oneway | --set: load.mode must be sync for transactions",
      })
  void aProblemIsOneLine(String args, String line) {
    assertThat(TPRODUCER.inMemory(args.strip().split(" ")).refusals())
        .singleElement()
        .asString()
        .startsWith(line.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "--transaction-timeout 5"
            + " | --transaction-timeout: must be a duration with its unit, such as 5s or 5ms, got"
            + " \"5\"",
        "--transaction-timeout 0 | --transaction-timeout: must be at least 1 ms, got \"0\"",
        "--check-interval soon"
            + " | --check-interval: must be a duration such as 500ms, 30s or 2m, got \"soon\"",
        "--check-interval 5us | --check-interval: must be at least 1 ms, got \"5us\"",
        "-n 127.0.0.1:1 --check-interval 5s"
            + " | --check-interval: cluster.properties.transactionCheckInterval cannot be set for"
            + " an external cluster",
        "-n 127.0.0.1:1 --transaction-timeout 5s"
            + " | --transaction-timeout: cluster.properties.transactionTimeOut cannot be set for"
            + " an external cluster",
      })
  void soIsOneOfTheBrokers(String args, String line) {
    assertThat(TPRODUCER.run(args.strip().split(" ")).refusals()).containsExactly(line.strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-sr 2", "-sr=2", "--sr 2", "--sr=2"})
  void everySpellingOfAFlagIsTheSameFlag(String args) {
    assertThat(TPRODUCER.inMemory(args.split(" ")).refusals())
        .containsExactly(
            "-sr: transaction.send-rollback must be a fraction from 0 to 1, got \"2\"");
  }

  @Test
  void longNamesAreThoseOfTheOriginal() {
    assertThat(TPRODUCER.inMemory("--send rollback rate=2", "--check unknown rate=3").refusals())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("-sr: transaction.send-rollback "),
            line -> assertThat(line).startsWith("-cu: transaction.check-unknown "));
  }

  @Test
  void helpShowsEveryFlagAndStartsNothing() {
    Execution execution = TPRODUCER.inMemory("-h", "-sr", "2");
    assertThat(execution.code()).isEqualTo(ExitCode.VALID);
    assertThat(execution.err()).isEmpty();
    assertThat(execution.out())
        .contains("Usage: bench tproducer", "-sr, --sr", "-cu, --cu", "-i, --i", "--check-interval")
        .contains("-n, --n, --namesrv", "--consumers", "--transaction-timeout");
  }
}
