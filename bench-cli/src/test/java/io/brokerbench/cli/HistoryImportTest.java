package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of JMH and of OpenMessaging Benchmark in a history. */
final class HistoryImportTest {

  private final Path directory;
  private final Path history;

  HistoryImportTest(@TempDir Path directory) {
    this.directory = directory;
    this.history = directory.resolve("history");
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** A benchmark as JMH writes it, whose only fork has three iterations. */
  private static String jmh(String mode, String unit, double score) {
    return String.format(
        Locale.ROOT,
        """
        [{"jmhVersion": "1.37", "benchmark": "a.Codec.encode", "mode": "%s", "threads": 1, "forks": 1,
          "jvm": "/opt/jdk/bin/java", "jvmArgs": ["-Xmx1g"], "jdkVersion": "17.0.15", "params": {"size": "128"},
          "primaryMetric": {"score": 1, "scoreUnit": "%s", "rawData": [[%f, %f, %f]]}, "secondaryMetrics": {}}]
        """,
        mode,
        unit,
        score,
        score * 1.01,
        score * 0.99);
  }

  private static String openMessaging(double rate, double p99) {
    return String.format(
        Locale.ROOT,
        """
        {"workload": "1 topic 1kb", "driver": "RocketMQ", "messageSize": 1024, "topics": 1, "partitions": 16,
         "producersPerTopic": 1, "consumersPerTopic": 1, "publishRate": [%f, %f], "publishErrorRate": [0, 0],
         "consumeRate": [%f, %f], "backlog": [0, 0], "aggregatedPublishLatency50pct": 1.5,
         "aggregatedPublishLatency99pct": %f, "aggregatedEndToEndLatency50pct": 2.0,
         "aggregatedEndToEndLatency99pct": 0.0}
        """,
        rate * 0.9,
        rate * 1.1,
        rate,
        rate,
        p99);
  }

  @Test
  void aBenchmarkOfJmhIsASeriesThatIsJudgedByItsUnit() throws IOException {
    for (int i = 0; i < 14; i++) {
      double slower = i < 8 ? 1 : 1.3;
      double noise = 1 + 0.01 * (i * 7 % 5 - 2);
      String day = String.format(Locale.ROOT, "2026-11-%02d", i + 1);
      add(file("time.json", jmh("avgt", "ns/op", 100 * slower * noise)), "--night", day);
      add(file("rate.json", jmh("thrpt", "ops/us", 10 / slower * noise)), "--night", day);
    }
    CommandOutput shown = history("show");
    assertThat(shown.code()).as(shown.out() + shown.err()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.out().lines().filter(line -> line.startsWith("REGRESSION, new: ")))
        .hasSize(2)
        .anyMatch(
            line ->
                line.matches(".*a\\.Codec\\.encode size=128 .*score: \\+\\d+ % .* 2026-11-09 .*"))
        .anyMatch(
            line ->
                line.matches(
                    ".*score: -\\d+ % .* since night 2026-11-09 \\(no recorded fact changed\\)"));
    assertThat(shown.out())
        .containsPattern("14 +1[23]\\d\\.?\\d* ns/op")
        .containsPattern("14 +7\\.\\d+ ops/us");
    assertThat(history("show", "--limit", "p50=off", "--limit", "rate=off").code())
        .isEqualTo(ExitCode.VALID);
    assertThat(history("report").code()).isEqualTo(ExitCode.VALID);
    JsonNode custom =
        new ObjectMapper()
            .readTree(
                export("github-action-benchmark").resolve("customBiggerIsBetter.json").toFile());
    assertThat(custom).hasSize(1);
    assertThat(custom.get(0).path("unit").asText()).isEqualTo("ops/us");
  }

  private Path export(String format) {
    Path exported = directory.resolve("exported");
    CommandOutput output = history("export", "--format", format, "--out", exported);
    assertThat(output.code()).as(output.err()).isEqualTo(ExitCode.VALID);
    return exported;
  }

  @Test
  void theNightIsThatOfTheNameAndFilesOfAStatedOneAreRepeats() throws IOException {
    Path one = file("1-topic-1kb-RocketMQ-2026-11-12-02-00-00.json", openMessaging(1000, 9));
    Path other = file("1-topic-1kb-RocketMQ-2026-11-13-02-00-00.json", openMessaging(1200, 8));
    CommandOutput own = add(one, other);
    assertThat(own.out())
        .contains("added: 1 topic 1kb RocketMQ, night 2026-11-12T02:00:00Z")
        .contains("added: 1 topic 1kb RocketMQ, night 2026-11-13T02:00:00Z");
    assertThat(add(one).out()).startsWith("there already: 1 topic 1kb RocketMQ");
    CommandOutput together = add(one, other, "--night", "2026-11-14T02:00:00Z");
    assertThat(together.out()).hasLineCount(1);
    CommandOutput shown = history("show");
    assertThat(shown.line("publish rate")).matches(".*RocketMQ publish rate 3 1,095/s .*");
    assertThat(shown.line("publish p99")).contains(" 8.485 ms ");
    assertThat(shown.line("end-to-end p50")).contains(" 2 ms ");
    assertThat(shown.out()).contains("consume rate").doesNotContain("end-to-end p99");
    try (Stream<Path> files = Files.list(history.resolve("figures"))) {
      assertThat(
              files.filter(file -> file.toString().contains("20261114")).findFirst().orElseThrow())
          .content()
          .contains("\"runs\" : 2", "\"unit\" : \"messages/s\"");
    }
  }

  @Test
  void theEnvironmentOfMicrobenchSaysWhenAndWhere() throws IOException {
    Path file = file("micro.json", jmh("avgt", "ns/op", 100));
    assertThat(add(file).err())
        .isEqualTo(
            file
                + ": neither the file nor its name says when it was measured; state the night by"
                + " --night, as in --night 2026-11-12\n");
    file(
        "micro.environment.json",
        "{\"began\": \"2026-11-12T03:04:05.678Z\", \"environment\": {\"host\": {\"kernel\": \"6.1\"}}}");
    assertThat(add(file).out())
        .startsWith("added: a.Codec.encode size=128, night 2026-11-12T03:04:05Z, series ");
  }

  /** As {@code bench night} keeps them. */
  @Test
  void theMicrobenchmarksOfANightAreAddedWithIt() throws IOException {
    Path night = new WrittenNights(directory).night(0, 1);
    Files.writeString(night.resolve("microbench.json"), jmh("avgt", "ns/op", 100));
    CommandOutput added = history("add", night);
    assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.VALID);
    assertThat(added.out())
        .contains("added: producer async/async, night 2026-11-01T02:00:00Z")
        .contains("added: a.Codec.encode size=128, night 2026-11-01T02:00:00Z");
    Path other = new WrittenNights(directory).night(1, 1);
    Files.copy(night.resolve("microbench.json"), other.resolve("microbench.json"));
    Files.writeString(
        other.resolve("microbench.environment.json"), "{\"began\": \"2026-11-02T01:10:00.5Z\"}");
    assertThat(history("add", other).out())
        .contains("added: producer async/async, night 2026-11-02T02:00:00Z")
        .contains("added: a.Codec.encode size=128, night 2026-11-02T01:10:00Z");
  }

  @Test
  void microbenchmarksThatCannotBeReadHideNoCell() throws IOException {
    Path night = new WrittenNights(directory).night(0, 1);
    Path file = Files.writeString(night.resolve("microbench.json"), "[{");
    CommandOutput added = history("add", night);
    assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.VALID);
    assertThat(added.out())
        .contains("added: producer async/async, night 2026-11-01T02:00:00Z")
        .contains("left out: the microbenchmarks: " + file + " cannot be read: ");
  }

  @Test
  void badInputIsOneLine() throws IOException {
    Path jmh = file("jmh.json", jmh("avgt", "ns/op", 100));
    for (CommandOutput bad :
        List.of(
            history("import"),
            add(directory.resolve("nowhere.json")),
            add(file("half.json", "[{")),
            add(file("other.json", "{\"a\": 1}")),
            add(jmh, "--night", "yesterday"),
            add(jmh, "--night", "2026-13-01"),
            add(file("x-2026-13-12-02-00-00.json", openMessaging(1, 1))),
            add(
                file(
                    "idle-2026-11-12-02-00-00.json",
                    "{\"workload\": \"w\", \"publishRate\": [0]}")),
            history("show", "--night", "2026-11-12"),
            history("import", jmh, "--format", "bmf"),
            history("export"),
            history("export", "--format", "csv"),
            history("export", "--format", "bmf"))) {
      assertThat(bad.code()).as(bad.err()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(bad.err()).hasLineCount(1);
    }
    assertThat(history).doesNotExist();
  }

  private CommandOutput add(Object... arguments) {
    return history("import", arguments);
  }

  private CommandOutput history(String action, Object... arguments) {
    return CommandOutput.of(
        "history",
        Stream.concat(Stream.of(action, "--history", history), Stream.of(arguments)).toArray());
  }
}
