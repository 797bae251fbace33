package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The report of a run of a day, by the command in a small heap. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LongReportIT {

  private static final long MOST_BYTES = 5_000_000;

  private static final String WORKLOAD =
      """
      tool: producer
      driver: memory
      load: {rate: 300/s, duration: 3s, warmup: 1s}
      limits: {achieved: 0.01, generator-cpu: 1}
      """;

  /** As the launcher has it for reports. */
  private static final List<String> C2 = List.of("-XX:TieredStopAtLevel=4");

  private final Path home;

  /** The result of a run of a day. */
  private final Path day;

  LongReportIT(@TempDir Path home) throws IOException, InterruptedException {
    this.home = home;
    this.day = day();
  }

  private Path day() throws IOException, InterruptedException {
    Path file = Files.writeString(home.resolve("run.yaml"), WORKLOAD);
    // A busy machine may spoil the figures of the run.
    bench(List.of(0, ExitCode.RUN_INVALID.code()), "run", file, "--out", home.resolve("results"));
    Path run = Entries.only(home.resolve("results"));
    RunOfADay.prolong(run);
    return run;
  }

  @Test
  void thePageIsSmallAndShowsTheExtremesOfSingleSeconds() throws Exception {
    Path page = home.resolve("day.html");
    bench("report", day, "--out", page);
    assertThat(page.toFile().length()).isLessThan(MOST_BYTES);
    JsonNode charts = charts(page);
    JsonNode longest = series(charts, "latency", "max");
    assertThat(high(longest, RunOfADay.SPIKE_SECOND)).isEqualTo(RunOfADay.SPIKE_NANOS);
    assertThat(high(series(charts, "cpu", "broker-7"), RunOfADay.SPIKE_SECOND))
        .isEqualTo(RunOfADay.SPIKE_CORES);
    assertThat(high(series(charts, "failures", "rejected"), RunOfADay.SPIKE_SECOND)).isEqualTo(3);
    assertThat(page).content().contains("minimum and maximum of each ");
  }

  @Test
  void imagesAreSmallAndOtherFormatsAreComplete() throws Exception {
    Path images = home.resolve("images");
    bench("report", day, "--format", "svg", "--out", images);
    try (Stream<Path> entries = Files.list(images)) {
      assertThat(entries)
          .hasSizeGreaterThan(5)
          .allMatch(image -> image.toFile().length() < MOST_BYTES);
    }
    Path openMessaging = home.resolve("open.json");
    bench("report", day, "--format", "openmessaging", "--out", openMessaging);
    JsonNode theirs = new ObjectMapper().readTree(openMessaging.toFile());
    assertThat(theirs.path("publishRate")).hasSizeBetween(8600, 8640);
    assertThat(theirs.path("publishLatencyMax")).hasSizeBetween(8600, 8640);
  }

  private static JsonNode charts(Path page) throws IOException {
    String text = Files.readString(page);
    String begin = "<script type=\"application/json\" id=\"charts\">";
    int from = text.indexOf(begin) + begin.length();
    return new ObjectMapper().readTree(text.substring(from, text.indexOf("</script>", from)));
  }

  private static JsonNode series(JsonNode charts, String chart, String name) {
    return charts
        .valueStream()
        .filter(each -> each.path("id").asText().equals(chart))
        .flatMap(each -> each.path("series").valueStream())
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The upper end of the point that covers a second: the first one that ends there or later. */
  private static double high(JsonNode series, int second) {
    return series
        .path("points")
        .valueStream()
        .filter(point -> point.get(0).asDouble() >= second)
        .findFirst()
        .map(point -> point.get(point.size() > 2 ? 3 : 1).asDouble())
        .orElseThrow();
  }

  private void bench(Object... args) throws IOException, InterruptedException {
    bench(List.of(0), args);
  }

  private void bench(List<Integer> codes, Object... args) throws IOException, InterruptedException {
    Path output = home.resolve("output");
    int code = BenchProcess.start(output, C2, args).waitFor();
    assertThat(code).as(Files.readString(output)).isIn(codes);
  }
}
