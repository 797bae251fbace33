package io.brokerbench.cli;

import static io.brokerbench.cli.CommandOutput.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlanCommandTest {

  private static final String FOUND =
      """
      {"schemaVersion": 1, "identity": "x", "lowPerSecond": %d, "highPerSecond": 21000,
       "confirmed": true, "failedAbove": ["cpu 80 %% > 75 %%"], "limitedByGenerator": false,
       "notJudged": [], "load": {"messageBytes": 500, "masters": 2, "slaves": 2, "groups": 1},
       "probes": [], "curve": [], "kneePerSecond": null}
      """;

  @Test
  void aPeakIsDividedAmongMasters() {
    CommandOutput output =
        plan("--safe-load=40k/s", "--peak=100k/s", "--size=500", "--network=10G");
    assertThat(output.err()).isEmpty();
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.line("masters"))
        .isEqualTo("masters 4, each 25,000 msg/s at the peak of 100,000");
    assertThat(output.line("slaves")).isEqualTo("slaves 4, 1 for each");
    assertThat(output.line("name servers"))
        .isEqualTo("name servers 3, whatever the load: each has all routes, so that 2 may fail");
    assertThat(output.line("limit")).isEqualTo("limit the safe load");
    assertThat(output.line("safe load"))
        .isEqualTo(
            "safe load 40,000 msg/s for a master with 1 slave and 1 consumer group, messages of 500"
                + " B, as stated");
    assertThat(output.line("in use"))
        .startsWith("in use 63 % of the load that is safe, 3 % of the network card; 30 % of each");
    assertThat(output.line("producers")).isEqualTo("producers 125.5 Mbit/s");
    assertThat(output.line("of 10,000.0 Mbit/s each way")).endsWith("1 % 3 %");
    assertThat(output.line("extrapolated")).contains("one master was measured");
  }

  @Test
  void theCardCanBeTheLimit() {
    CommandOutput output =
        plan("--safe-load=90k", "--peak=60k", "--size=500", "--slaves=2", "--headroom", "0%");
    assertThat(output.line("masters")).startsWith("masters 1,");
    assertThat(output.line("limit")).startsWith("limit the network card, full at 66,");
    assertThat(output.out()).contains("is arithmetic");
    assertThat(plan("--safe-load=90k", "--peak=60k", "--size=500", "--slaves=2").line("masters"))
        .startsWith("masters 2,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--headroom=-5|--headroom must be 0 to below 100 percent, got -5.0",
        "--headroom=100|--headroom must be 0 to below 100",
        "--headroom=NaN|--headroom must be a share such as 30%, got \"NaN%\"",
        "--headroom=much|--headroom must be a share such as 30%, got \"much\"",
        "--peak=0|--peak must be 1/s to 1000M/s",
        "--peak=-5/s|--peak must be 1/s",
        "--peak=fast|--peak must be a rate such as 2000/s",
        "--safe-load=0|--safe-load must be 1/s",
        "--safe-load=x|--safe-load must be a rate",
        "--size=0|--size must be 1 to 1g, got 0",
        "--size=1.5|--size must be a size such as 1024",
        "--slaves=-1|--slaves must be 0 to 100, got -1",
        "--slaves=two|'--slaves'",
        "--name-servers=0|--name-servers must be 1 to 100, got 0",
        "--groups=1001|--groups must be 0 to 1000",
        "--network=0|--network must be 1k to 10000G",
        "--network=wide|--network must be bits per second such as 1G or 100M, got \"wide\"",
        "--from=results|needs --from DIR or --safe-load RATE, one of them"
      })
  void badInputIsRefusedInOneLine(String flag, String why) {
    String name = flag.substring(0, flag.indexOf('='));
    List<String> args = new ArrayList<>(List.of("--safe-load=40k", "--peak=100k", "--size=500"));
    args.removeIf(each -> each.startsWith(name + "="));
    args.add(flag);
    CommandOutput output = plan(args.toArray());
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.out()).isEmpty();
    assertThat(output.err().lines()).hasSize(1).first().asString().contains(why);
  }

  @Test
  void whatIsNeededIsAskedFor() {
    CommandOutput output = plan("--peak", "100k");
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.err().lines())
        .containsExactly("plan: needs --from DIR or --safe-load RATE, one of them");
    assertThat(plan("--peak", "100k", "--safe-load", "40k").err().lines())
        .containsExactly("plan: needs --size BYTES with --safe-load");
  }

  /** What follows from the generator's limit would be masters for nothing. */
  @Test
  void aSearchThatEndedAtTheGeneratorIsRefused(@TempDir Path directory) throws IOException {
    String found = String.format(Locale.ROOT, FOUND, 20_000);
    Files.writeString(
        directory.resolve("find.json"),
        found.replace("\"limitedByGenerator\": false", "\"limitedByGenerator\": true"));
    CommandOutput output = plan("--from", directory, "--peak", "70k/s");
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.out()).isEmpty();
    assertThat(output.err().lines())
        .singleElement()
        .asString()
        .contains("the rate says nothing of the brokers");
  }

  @Test
  void whatFindFoundIsPlannedWithAsItWasMeasured(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("find.json"), String.format(Locale.ROOT, FOUND, 20_000));
    CommandOutput output = plan("--from", directory, "--peak", "70k/s", "--network", "10G");
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.line("masters")).startsWith("masters 10, each 7,000 msg/s");
    assertThat(output.line("slaves")).isEqualTo("slaves 20, 2 for each");
    assertThat(output.line("safe load"))
        .startsWith("safe load 10,000 msg/s for a master with 2 slaves and 1 consumer group,")
        .contains("messages of 500 B, confirmed by find in ");
    assertThat(output.line("extrapolated"))
        .contains("2 masters were measured together; 10 are assumed to sustain 5.0 times as much");
    assertThat(plan("--from", directory, "--peak", "70k/s", "--slaves=1").out())
        .contains("2 slaves was measured; with 1 slave a master is assumed to sustain the same");
  }

  /** 1 master bears 10,000/s and 2 bear 16,000/s: 3 bear 20,000/s, and none bear 40,000/s. */
  @Test
  void searchesWithOneAndTwoMastersShowWhatAnotherMasterAdds(@TempDir Path results)
      throws IOException {
    String slaves = "\"masters\": 2, \"slaves\": 2";
    String two =
        String.format(Locale.ROOT, FOUND, 16_000).replace(slaves, "\"masters\": 2, \"slaves\": 1");
    String one =
        String.format(Locale.ROOT, FOUND, 10_000)
            .replace("21000", "10500")
            .replace(slaves, "\"masters\": 1, \"slaves\": 1");
    Path alone = Files.createDirectory(results.resolve("one"));
    Path together = Files.createDirectory(results.resolve("two"));
    Files.writeString(alone.resolve("find.json"), one);
    Files.writeString(together.resolve("find.json"), two);
    CommandOutput output =
        plan("--from", alone, "--from", together, "--peak=20k/s", "--headroom=0");
    assertThat(output.err()).isEmpty();
    assertThat(output.line("masters")).startsWith("masters 3, each 6,667 msg/s");
    assertThat(output.line("scaling"))
        .isEqualTo(
            "scaling 2 masters sustained 1.60 times the load of one [1.52, 2.10], by find in two");
    assertThat(output.line("extrapolated"))
        .contains(
            "1 and 2 masters were measured; 3 are assumed to sustain 2.0 times as much as one");
    assertThat(output.line("in use")).startsWith("in use 100 % of the load that is safe");
    assertThat(plan("--from", alone, "--from", together, "--peak=60k/s").err().lines())
        .singleElement()
        .asString()
        .startsWith("--peak must be below 28,000/s, got 60,000/s: 2 masters sustained 1.60 times");
    assertThat(plan("--from", together, "--from", alone, "--peak=20k/s").err().lines())
        .containsExactly(
            "--from: the first of two searches needs one master, and the second several; got 2 and"
                + " 1");
    // The lower ends of the intervals are what the searches show to have been served.
    Files.writeString(alone.resolve("find.json"), served(one, 9_500));
    Files.writeString(together.resolve("find.json"), served(two, 15_000));
    assertThat(plan("--from", alone, "--from", together, "--peak=20k/s").line("scaling"))
        .contains("1.60 times the load of one [1.43, 2.21]");
    Files.writeString(together.resolve("find.json"), two.replace("500", "1000"));
    assertThat(plan("--from", alone, "--from", together, "--peak=20k/s").err().lines())
        .singleElement()
        .asString()
        .startsWith(
            "--from: two searches may differ in their number of masters alone; got messages of");
  }

  @Test
  void searchesOfDifferentPromisesAreNotOnePlan(@TempDir Path results) throws IOException {
    Path alone = search(results.resolve("one"), 1, false);
    Path together = search(results.resolve("two"), 2, true);
    CommandOutput mixed = plan("--from", alone, "--from", together, "--peak=10k/s");
    assertThat(mixed.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(mixed.err().lines())
        .containsExactly(
            "--from: two searches may differ in their number of masters alone; got messages of 500"
                + " B, slaves 2, consumer groups 1, driver rocketmq, acknowledged from memory on 1"
                + " broker and messages of 500 B, slaves 2, consumer groups 1, driver rocketmq,"
                + " acknowledged from disk on 1 broker");
    search(together, 2, false);
    CommandOutput same = plan("--from", alone, "--from", together, "--peak=10k/s");
    assertThat(same.code()).as(same.err()).isEqualTo(ExitCode.VALID);
  }

  private static Path search(Path directory, int masters, boolean onDisk) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve("find.json"),
        String.format(Locale.ROOT, FOUND, 20_000)
            .replace("\"masters\": 2", "\"masters\": " + masters)
            .replace(
                "\"groups\": 1",
                "\"groups\": 1, \"driver\": \"rocketmq\", \"promise\": {\"acknowledged\": true,"
                    + " \"onDisk\": "
                    + onDisk
                    + ", \"copies\": 1, \"inProcessMemory\": false}"));
    return directory;
  }

  /** Nodes of RabbitMQ that all lead queues have each other's copies, and no slaves. */
  @ParameterizedTest
  @CsvSource({"3, 2, true", "3, 1, false", "1, 2, false"})
  void copiesThatMastersHaveOfEachOtherAreSaidToBeLeftOut(
      int masters, int copies, boolean said, @TempDir Path directory) throws IOException {
    Files.writeString(
        directory.resolve("find.json"),
        String.format(Locale.ROOT, FOUND, 20_000)
            .replace(
                "\"masters\": 2, \"slaves\": 2, \"groups\": 1",
                String.format(
                    Locale.ROOT,
                    """
                    "masters": %d, "slaves": 0, "groups": 1, "driver": "rabbitmq", "promise":
                    {"acknowledged": true, "onDisk": true, "copies": %d, "inProcessMemory": false}
                    """,
                    masters,
                    copies)));
    CommandOutput output = plan("--from", directory, "--peak=10k/s");
    assertThat(output.code()).as(output.err()).isEqualTo(ExitCode.VALID);
    assertThat(output.out().contains("not counted  copies of what other masters lead"))
        .isEqualTo(said);
  }

  private static String served(String found, int perSecond) {
    String knee = "\"kneePerSecond\": null";
    return found.replace(knee, knee + ", \"servedPerSecond\": " + perSecond);
  }

  @Test
  void aSearchThatFoundNothingIsNoPlan(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("find.json"), String.format(Locale.ROOT, FOUND, 0));
    assertThat(plan("--from", directory, "--peak", "70k/s").err().lines())
        .containsExactly(
            String.format(
                Locale.ROOT, "--from: %s holds no sustainable rate to plan with", directory));
    Files.writeString(directory.resolve("find.json"), String.format(Locale.ROOT, FOUND, 1));
    assertThat(plan("--from", directory, "--peak", "70k/s").err().lines())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "--from: %s holds a rate below 1/s for each master, too low to plan with",
                directory));
    CommandOutput none = plan("--from", directory.resolve("none"), "--peak", "70k/s");
    assertThat(none.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("find.json cannot be read");
  }

  @Test
  void helpTellsTheFlags() {
    assertThat(plan("--help").code()).isEqualTo(ExitCode.VALID);
    assertThat(plan("--help").out()).contains("--headroom=PERCENT", "--network=BITS/s");
  }
}
