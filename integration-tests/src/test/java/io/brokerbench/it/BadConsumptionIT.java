package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid settings of consumers and transactions. */
@Tag("nightly")
final class BadConsumptionIT {

  @TempDir private Path home;

  // Only the output of the process; the tests of the commands cover the other refusals.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "consumer; -f SQL92 -e FILE --set cluster.properties.enablePropertyFilter=false;"
            + " consume.filter.type must not be sql92 with cluster.properties",
        "consumer; --model pop --broker-version 4.9.7;"
            + " needs brokers that assign queues, from release 5 on; cluster.version is 4.9.7",
        "tproducer; -sr 0.7 -su 0.5; transaction.send-unknown must not exceed 1 together with",
      })
  void whatNoBrokerIsNeededForIsRefusedAtOnceInOneLine(String command, String flags, String line)
      throws Exception {
    Path file = Files.writeString(home.resolve("expression"), "a = 1");
    Outcome outcome =
        Bench.run(
                command.equals("consumer") ? Bench.CONSUMER : Bench.TRANSACTION_PRODUCER,
                home,
                flags.replace("FILE", file.toString()).split(" ", -1))
            .endedWith(2);
    assertThat(outcome.out()).isEmpty();
    assertOneLine(outcome).startsWith("-").contains(line);
  }

  @Test
  void whatOnlyTheBrokersKnowIsToldInOneLineAndNothingIsLeft() throws Exception {
    Path directory = Files.createDirectory(home.resolve("cluster"));
    Path file = Files.writeString(home.resolve("expression"), "a = 1");
    try (Cluster cluster = OwnCluster.start(directory, "cluster.topology=1m");
        Topics topics = new Topics(cluster.address())) {
      topics.createReadOnly("closed");

      assertFails(cluster, "-t sql -g g1 --producers 1 -f SQL92 -e " + file)
          .contains("enablePropertyFilter=true");
      assertThat(topics.exists("sql")).as("topic sql").isFalse();

      assertFails(cluster, "-t closed -g g2 --producers 1").contains("closed");

      assertFails(cluster, "-t missing -g g3").contains("there is no topic missing");
      assertThat(topics.exists("missing")).as("topic missing").isFalse();

      assertFails(cluster, "-t pop -g g4 --producers 1 --model pop").contains("timerWheelEnable");
      assertThat(topics.exists("pop")).as("topic pop").isFalse();

      assertFails(cluster, "-t later -g g5 --producers 1 --set message.deliver-after=1s")
          .contains("message.deliver-after needs timerWheelEnable=true");
      assertThat(topics.exists("later")).as("topic later").isFalse();

      for (int i = 1; i <= 5; i++) {
        assertThat(topics.exists("%RETRY%g" + i)).as("group g%d", i).isFalse();
      }
      assertThat(topics.exists("closed")).isTrue();
    }
    assertThat(directory).isEmptyDirectory();
  }

  private AbstractStringAssert<?> assertFails(Cluster cluster, String flags) throws Exception {
    return assertOneLine(
        Bench.run(
                Bench.CONSUMER,
                Files.createTempDirectory(home, "run"),
                ("-n " + cluster.address() + " " + flags).split(" ", -1))
            .endedWith(3));
  }

  private static AbstractStringAssert<?> assertOneLine(Outcome outcome) {
    assertThat(outcome.results()).doesNotExist();
    return assertThat(outcome.err().lines()).as("%s", outcome).singleElement().asString();
  }
}
