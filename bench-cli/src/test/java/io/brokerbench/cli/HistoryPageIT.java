package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.brokerbench.command.ExitCode;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.history.History;
import io.brokerbench.history.HistoryPage;
import io.brokerbench.history.HistoryStore;
import io.brokerbench.results.history.SimulatedNights;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page of a history, opened in a browser. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HistoryPageIT {

  private static final int NIGHTS = 14;
  private static final int CHANGED = 8;

  private final Path home;
  private final Path page;
  private Browser browser;

  HistoryPageIT(@TempDir Path home) {
    this.home = home;
    this.page = home.resolve("history").resolve("history.html");
  }

  /** Nights below the history, as {@code bench night} leaves them; the first has a report. */
  @BeforeAll
  void writePage() throws IOException {
    Browser.require();
    browser = new Browser(Files.createDirectory(home.resolve("browser")));
    Path history = Files.createDirectory(home.resolve("history"));
    WrittenNights nights = new WrittenNights(history);
    for (int i = 0; i < NIGHTS; i++) {
      Path night =
          i < CHANGED
              ? nights.night(i, 1)
              : nights.night(i, 0.8, (number, run) -> run.set("cluster.version", "5.5.1"));
      assertThat(history("add", night).code()).isEqualTo(ExitCode.VALID);
    }
    Files.writeString(history.resolve("night-0").resolve("report.html"), "<p>a report</p>");
    CommandOutput written = history("report");
    assertThat(written.code()).as(written.err()).isEqualTo(ExitCode.VALID);
    assertThat(written.out()).isEqualTo("written to " + page + "\n");
  }

  @AfterAll
  void endBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private CommandOutput history(String action, Object... arguments) {
    Object[] all = new Object[arguments.length + 3];
    all[0] = action;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 2] = "--history";
    all[all.length - 1] = home.resolve("history");
    return CommandOutput.of("history", all);
  }

  @Test
  void isCompleteByItself() throws IOException {
    Path pictures = Files.createDirectories(Path.of("target", "pages"));
    for (String scheme : List.of("light", "dark")) {
      browser.open(page, scheme);
      assertThat(browser.run("return document.querySelectorAll('.spark').length")).isEqualTo(4L);
      assertThat(
              browser.run(
                  "return [...document.querySelectorAll('.spark')].filter((each) =>"
                      + " each.querySelectorAll('path[stroke][d^=M]').length !== 2)"
                      + ".map((each) => each.outerHTML)"))
          .asInstanceOf(LIST)
          .isEmpty();
      browser.run("document.querySelector('summary').click()");
      browser.run("brokerbenchPage.draw()");
      Files.write(pictures.resolve("HISTORY-" + scheme + ".png"), browser.screenshot());
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests(page)).isEmpty();
    }
    assertThat(new String(browser.print(), 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
  }

  @Test
  void theKeyboardReachesAndOpensEverySeries() {
    browser.open(page, "light");
    long series =
        (Long) Objects.requireNonNull(browser.run("return brokerbenchPage.charts.length"));
    assertThat(series).isEqualTo(4);
    for (int i = 0; i < series; i++) {
      toTheNextSeries();
      assertThat(browser.run("return document.activeElement.parentElement.open")).isEqualTo(false);
      browser.press(Keys.ENTER);
      assertThat(browser.run("return document.activeElement.parentElement.open")).isEqualTo(true);
      // The browser draws what it shows in its own time.
      browser.run("brokerbenchPage.draw()");
      assertThat(
              browser.run(
                  "const opened = document.activeElement.parentElement;"
                      + "return [opened.querySelectorAll('.chart svg path').length > 0,"
                      + " opened.querySelectorAll('.points tr').length,"
                      + " opened.querySelector('.chart').textContent.includes('5.5.1: '),"
                      + " opened.querySelector('.points a').getAttribute('href')]"))
          .asInstanceOf(LIST)
          .containsExactly(true, NIGHTS + 1L, true, "./night-0/report.html");
    }
    assertThat(browser.run("return document.querySelectorAll('details:not([open])').length"))
        .isEqualTo(0L);
    assertThat(browser.complaints()).isEmpty();
  }

  /** Presses Tab until the line of a series that has not been opened has the focus. */
  private void toTheNextSeries() {
    Object open = browser.run("return document.querySelectorAll('details[open]').length");
    for (int i = 0; i < 40; i++) {
      browser.press(Keys.TAB);
      if (Boolean.TRUE.equals(
          browser.run(
              "const at = document.activeElement;"
                  + " return at.tagName === 'SUMMARY' && !at.parentElement.open"))) {
        return;
      }
    }
    throw new AssertionError(open + " series were reached, and no other");
  }

  @Test
  void aReportOfANightIsReached() {
    browser.open(page, "light");
    browser.run("document.querySelector('details').open = true; brokerbenchPage.draw();");
    browser.run("document.querySelector('.points a').click()");
    assertThat(browser.run("return document.body.textContent")).isEqualTo("a report");
  }

  @Test
  @Tag("nightly")
  void theYearOfTwelveCellsOpensAtOnce() throws Exception {
    Path year = home.resolve("year.html");
    Files.writeString(
        year,
        HtmlPage.of(
            HistoryPage.of(
                History.of(
                    new HistoryStore.Content(SimulatedNights.year(), List.of(), List.of()),
                    RegressionLimits.parse(List.of("5%"))),
                "",
                Map.of())));
    browser.open(year, "light");
    Object millis =
        browser.run("return performance.getEntriesByType('navigation')[0].loadEventEnd");
    System.out.println("a year's history opened in " + millis + " ms");
    assertThat(browser.run("return document.querySelectorAll('.spark path').length >= 48"))
        .isEqualTo(true);
    assertThat(browser.complaints()).isEmpty();
  }
}
