package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import io.brokerbench.find.SearchResult;
import io.brokerbench.find.Trial;
import io.brokerbench.testkit.Entries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;

/** Reports of every kind, opened in a browser. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReportPageIT {

  private static final String WORKLOAD =
      """
      tool: consumer
      driver: memory
      load: {rate: 300/s, duration: 3s, warmup: 1s}
      consume: {drain: 1s}
      limits: {achieved: 0.01, generator-cpu: 1}
      """;

  /**
   * Of each chart's series with two values or more, or bars: those without a shape of their colour.
   */
  private static final String SERIES_WITHOUT_SHAPES =
      """
      brokerbenchPage.draw();
      const without = [];
      brokerbenchPage.charts.forEach((chart) => chart.series.forEach((series, index) => {
        const values = series.points.filter((point) => point[1] !== null && point[1] > 0).length;
        const color = brokerbenchPage.color(chart, index);
        const shapes = [...document.querySelectorAll('#chart-' + chart.id + ' svg path')]
          .filter((path) => [path.getAttribute('stroke'), path.getAttribute('fill')].includes(color));
        if ((values > 1 || (values > 0 && series.kind !== 'LINE')) && shapes.length === 0) {
          without.push(chart.id + ': ' + series.name);
        }
      }));
      return without;
      """;

  private final Path home;
  private Browser browser;

  ReportPageIT(@TempDir Path home) {
    this.home = home;
  }

  /** What a report may be of. */
  enum Kind {
    RUN,
    MATRIX,
    SEARCH,
    COMPARISON
  }

  @BeforeAll
  void startBrowser() throws IOException {
    Browser.require();
    browser = new Browser(Files.createDirectory(home.resolve("browser")));
  }

  @AfterAll
  void endBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @Tag("nightly")
  @Test
  void thePageOfAMatrixIsCompleteByItself() throws Exception {
    isCompleteByItself(Kind.MATRIX);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MATRIX")
  void isCompleteByItself(Kind kind) throws Exception {
    Path page = page(kind);
    Path pictures = Files.createDirectories(Path.of("target", "pages"));
    for (String scheme : List.of("light", "dark")) {
      browser.open(page, scheme);
      assertThat(browser.run("return brokerbenchPage.charts.length")).isNotEqualTo(0L);
      assertThat(browser.run(SERIES_WITHOUT_SHAPES)).asInstanceOf(LIST).isEmpty();
      Files.write(pictures.resolve(kind + "-" + scheme + ".png"), browser.screenshot());
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests(page)).isEmpty();
    }
    byte[] printed = browser.print();
    Files.write(pictures.resolve(kind + ".pdf"), printed);
    assertThat(new String(printed, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    assertThat(browser.complaints()).isEmpty();
  }

  @Tag("nightly")
  @ParameterizedTest
  @EnumSource
  void isReachedByKeyboard(Kind kind) throws Exception {
    browser.open(page(kind), "light");
    browser.run("document.querySelectorAll('details').forEach((each) => (each.open = true))");
    browser.run("brokerbenchPage.draw()");
    Object reachable =
        browser.run(
            "return document.querySelectorAll('summary,button,input,.chart,.scroll').length");
    browser.run("window.seen = new Set(); document.body.focus();");
    for (long i = 0; i <= (Long) Objects.requireNonNull(reachable); i++) {
      browser.press(Keys.TAB);
      browser.run("window.seen.add(document.activeElement)");
    }
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('summary,button,input,.chart,.scroll')]"
                    + ".filter((each) => !window.seen.has(each)).map((each) => each.outerHTML)"))
        .asInstanceOf(LIST)
        .isEmpty();

    browser.run("document.querySelector('.chart').focus()");
    browser.press(Keys.ARROW_RIGHT);
    assertThat(tips()).asInstanceOf(LIST).isNotEmpty();
  }

  /** The charts whose cursor tells values. */
  private @Nullable Object tips() {
    return browser.run(
        "return brokerbenchPage.charts.map((chart) => chart.id)"
            + ".filter((id) => document.getElementById('chart-' + id).innerText.includes(':'))");
  }

  @Test
  void chartsOverTheSameSecondsShowTheSameSecond() throws Exception {
    browser.open(page(Kind.RUN), "light");
    browser.run("brokerbenchPage.draw(); document.getElementById('chart-cpu').focus();");
    // Of the first second nobody knows what it used. A chart that gets its size late drops its
    // values.
    await()
        .untilAsserted(
            () -> {
              browser.press(Keys.ARROW_RIGHT);
              assertThat(tips()).asInstanceOf(LIST).contains("cpu", "rate", "latency", "memory");
            });
    assertThat(tips()).asInstanceOf(LIST).doesNotContain("percentiles");
  }

  /** As on a phone: a name without a blank may be longer than a line. */
  @Test
  void longNamesFitANarrowScreen() throws Exception {
    Path runs = home.resolve("narrow");
    Path run =
        new WrittenRun("producer")
            .verdict("suspect", "a_pause_of_" + "x".repeat(100))
            .set("topic.count", "2")
            .set("topic.shares", "x".repeat(100))
            .into(runs, "20260101T000000Z-" + "x".repeat(80));
    for (Path directory : List.of(run, runs)) {
      assertThat(CommandOutput.report(directory).code()).isEqualTo(ExitCode.VALID);
      browser.width(390);
      browser.open(directory.resolve("report.html"), "light");
      browser.run("brokerbenchPage.draw()");
      Object fits = browser.run("return document.documentElement.scrollWidth <= 390");
      // Restores the width, too.
      Files.write(
          Files.createDirectories(Path.of("target", "pages")).resolve("narrow.png"),
          browser.screenshot());
      assertThat(fits).as("%s", directory).isEqualTo(true);
    }
  }

  private Path page(Kind kind) throws Exception {
    Path results = home.resolve(kind.name());
    boolean made = Files.isDirectory(results);
    return switch (kind) {
      case RUN -> report(made ? results : ran(results, WORKLOAD));
      case MATRIX ->
          report(
              made
                  ? results
                  : ran(
                      results,
                      WORKLOAD
                          + """
                          matrix: {threads: [1, 2], repeat: 2}
                          reference:
                            source: a test
                            rows: [{cell: {threads: 2}, rate: 400/s}]
                          """));
      case SEARCH -> search(results);
      case COMPARISON -> comparison(results);
    };
  }

  private Path ran(Path results, String workload) throws Exception {
    Path file = Files.writeString(home.resolve("run.yaml"), workload);
    Path output = home.resolve("output");
    int code = BenchProcess.start(output, "run", file, "--out", results).waitFor();
    assertThat(code).as(Files.readString(output)).isIn(0, ExitCode.RUN_INVALID.code());
    return results;
  }

  /** What the only result brought with it. */
  private static Path report(Path results) throws IOException {
    return Entries.only(results).resolve("report.html");
  }

  /** A finished search in a directory, with its page. */
  static Path search(Path results) throws IOException {
    return search(results, 1);
  }

  /** The page of a search in which each master bears as much as one alone. */
  static Path search(Path results, int masters) throws IOException {
    Files.createDirectories(results);
    SearchResult found =
        new SearchResult(
            1,
            "identity",
            1000 * masters,
            1040.0 * masters,
            true,
            List.of("response p99 120 ms > 100 ms"),
            false,
            List.of(),
            new SearchResult.Load(500, masters, 1, 1, "rocketmq", null),
            List.of(trial(1000, 20, true), trial(2000, 900, false), trial(1040, 120, false)),
            List.of(trial(250, 2, true), trial(500, 3, true), trial(1000, 20, true)),
            500.0,
            1020.0,
            null,
            null,
            null,
            null);
    new ObjectMapper().writeValue(results.resolve("find.json").toFile(), found);
    assertThat(CommandOutput.report(results).code()).isEqualTo(ExitCode.VALID);
    assertThat(results.resolve("report.html"))
        .content()
        .contains("CPU comes to its limit at 1,020/s, interpolated");
    return results.resolve("report.html");
  }

  private static Trial trial(double rate, long millis, boolean sustained) {
    return new Trial(
        "run",
        rate,
        rate,
        millis * 500_000,
        millis * 1_000_000,
        0.5,
        sustained,
        List.of("response p99"),
        sustained ? List.of() : List.of("response p99 too long"),
        false,
        null,
        null,
        null,
        null,
        null);
  }

  private static Path comparison(Path results) {
    Path base = WrittenRun.runs(results.resolve("base"), "producer", 1, 1.02, 0.98);
    Path candidate = WrittenRun.runs(results.resolve("candidate"), "producer", 0.8, 0.82, 0.79);
    Path page = results.resolve("comparison.html");
    assertThat(CommandOutput.compare(base, candidate, "--limit", "10%", "--html", page).code())
        .isEqualTo(ExitCode.LIMIT_MISSED);
    return page;
  }
}
