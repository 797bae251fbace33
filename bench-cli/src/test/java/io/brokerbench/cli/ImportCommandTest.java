package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void withoutARateTheHighestIsLookedFor() throws IOException {
    CommandOutput output =
        CommandOutput.of("import", file(THEIRS.replace("producerRate: 50000", "producerRate: 0")));
    assertThat(output.out()).contains("find:\n  start: 10000/s").doesNotContain("rate:");
    assertThat(output.err()).contains("run it with scripts/bench find");
    Path ours = Files.writeString(home.resolve("ours.yaml"), output.out());
    assertThat(CommandOutput.of("check", ours).code()).isEqualTo(ExitCode.VALID);
  }

  @Test
  void whatWouldBeAnotherLoadIsRefusedByName() throws IOException {
    CommandOutput output =
        CommandOutput.of(
            "import",
            file("producersPerTopic: x\ntopics: 100\nkeyDistributor: RANDOM_NANO\nodd: 1\n"));
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.out()).isEmpty();
    assertThat(output.err().lines())
        .map(line -> line.replace(home + "/", ""))
        .containsExactly(
            "theirs.yaml: topics must be 1, got 100: brokerbench sends to one topic",
            "theirs.yaml: keyDistributor must be NO_KEY, got RANDOM_NANO: brokerbench spreads"
                + " evenly over all queues",
            "theirs.yaml: odd: 1 has no counterpart",
            "theirs.yaml: messageSize is missing",
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
