package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ImportCommandTest {

  private static final String THEIRS =
      """
      name: 1 topic, 16 partitions, 1 KB
      topics: 1
      partitionsPerTopic: 16
      keyDistributor: "NO_KEY"
      messageSize: 1024
      payloadFile: "payload/payload-1Kb.data"
      subscriptionsPerTopic: 2
      consumerPerSubscription: 3
      producersPerTopic: 4
      producerRate: 50000
      consumerBacklogSizeGB: 1
      testDurationMinutes: 15
      """;

  private final Path home;

  ImportCommandTest(@TempDir Path home) {
    this.home = home;
  }

  private Path file(String yaml) throws IOException {
    return Files.writeString(home.resolve("theirs.yaml"), yaml);
  }

  @Test
  void theWorkloadIsOneThatCheckTakes() throws IOException {
    CommandOutput output = CommandOutput.of("import", file(THEIRS));
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.err())
        .isEqualTo(
            "left out: payloadFile: payload/payload-1Kb.data: brokerbench sends random bodies\n");
    Path ours = Files.writeString(home.resolve("ours.yaml"), output.out());
    assertThat(CommandOutput.of("check", ours).out())
        .contains(
            "tool: consumer",
            "name: 1-topic-16-partitions-1-KB",
            "load.threads: 4",
            "load.rate: 50000/s",
            "load.duration: 15m",
            "message.size: 1024",
            "topic.queues: 16",
            "consume.groups: 2",
            "consume.clients: 3",
            "consume.backlog: 1048576");
  }

  @Test
  void eachOfSeveralTopicsHasItsProducersAndPartitions() throws IOException {
    CommandOutput output =
        CommandOutput.of("import", file(THEIRS.replace("topics: 1\n", "topics: 100\n")));
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.err())
        .contains("topics: all senders send to all topics, and all consumers receive from all\n");
    Path ours = Files.writeString(home.resolve("ours.yaml"), output.out());
    assertThat(CommandOutput.of("check", ours).out())
        .contains(
            "load.threads: 400",
            "load.rate: 50000/s",
            "topic.count: 100",
            "topic.queues: 16",
            "consume.groups: 2",
            "consume.clients: 3");
  }

  @Test
  void withoutARateTheHighestIsLookedFor() throws IOException {
    CommandOutput output =
        CommandOutput.of("import", file(THEIRS.replace("producerRate: 50000", "producerRate: 0")));
    assertThat(output.out()).contains("find:\n  start: 10000/s").doesNotContain("rate:");
    assertThat(output.err()).contains("run it with scripts/bench find");
    Path ours = Files.writeString(home.resolve("ours.yaml"), output.out());
    assertThat(CommandOutput.of("check", ours).code()).isEqualTo(ExitCode.VALID);
  }

  /** Names as in the files that OpenMessaging Benchmark comes with, the longest among them. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "Simple Workload 1 producer on 1 topic, Simple-Workload-1-producer-on-1-topic",
        "1000k rate 4 producers and 4 consumers on 1 topic / 100 partition,"
            + " 1000k-rate-4-producers-and-4-consumers-on-1-topic-100-partition",
        "1000k rate 4 producers and 4 consumers on 1 topic / 10000 partition,"
            + " 1000k-rate-4-producers-and-4-consumers-on-1-topic-10000-partitio",
        "Backlog for 200k rate 4 producers and 4 consumers on 1 topic / 100 partition,"
            + " Backlog-for-200k-rate-4-producers-and-4-consumers-on-1-topic-100",
        "主题, null",
        "'', null"
      })
  void checkTakesEveryName(String theirs, @Nullable String ours) throws IOException {
    CommandOutput output =
        CommandOutput.of(
            "import", file(THEIRS.replaceFirst("name: .*", "name: \"" + theirs + '"')));
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.err().contains("name: shortened to 64 characters: " + ours))
        .isEqualTo(ours != null && ours.length() < theirs.replace(" / ", " ").length());
    CommandOutput check =
        CommandOutput.of("check", Files.writeString(home.resolve("ours.yaml"), output.out()));
    assertThat(check.code()).isEqualTo(ExitCode.VALID);
    assertThat(check.out()).contains("\nname: " + (ours == null ? "" : ours + "\n"));
  }

  @Test
  void whatCheckWouldRefuseIsRefused() throws IOException {
    CommandOutput output =
        CommandOutput.of(
            "import",
            file(
                THEIRS
                    .replace("messageSize: 1024", "messageSize: 9999999999")
                    .replace("producersPerTopic: 4", "producersPerTopic: 4097")));
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.out()).isEmpty();
    assertThat(output.err().lines())
        .map(line -> line.replace(home + "/", ""))
        .containsExactly(
            "theirs.yaml: message.size must be from 1 to 1,073,741,824 bytes, got \"9999999999\"",
            "theirs.yaml: load.threads must be a whole number from 0 to 4,096, got \"4097\"");
  }

  @Test
  void whatWouldBeAnotherLoadIsRefusedByName() throws IOException {
    CommandOutput output =
        CommandOutput.of(
            "import",
            file("producersPerTopic: x\ntopics: 0\nkeyDistributor: RANDOM_NANO\nodd: 1\n"));
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.out()).isEmpty();
    assertThat(output.err().lines())
        .map(line -> line.replace(home + "/", ""))
        .containsExactly(
            "theirs.yaml: keyDistributor must be NO_KEY, got RANDOM_NANO: brokerbench spreads"
                + " evenly over all queues",
            "theirs.yaml: odd: 1 has no counterpart",
            "theirs.yaml: messageSize is missing",
            "theirs.yaml: topics must be a whole number from 1 on, got 0",
            "theirs.yaml: producersPerTopic must be a whole number from 1 on, got x",
            "theirs.yaml: testDurationMinutes is missing",
            "theirs.yaml: partitionsPerTopic is missing");
  }

  @Test
  void whatIsNoWorkloadIsToldInOneLine() throws IOException {
    assertThat(CommandOutput.of("import", file("a: [")).err())
        .contains("is no YAML: ")
        .hasLineCount(1);
    assertThat(CommandOutput.of("import", file("a: 1")).err()).contains("has no producersPerTopic");
    assertThat(CommandOutput.of("import", home).err())
        .contains(": cannot be read (")
        .hasLineCount(1);
    assertThat(CommandOutput.of("import", home.resolve("none")).err())
        .isEqualTo(home.resolve("none") + ": there is no such file\n");
  }
}
