package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.serve.ResultsServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The pages of {@code bench serve} in a browser. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ServePageIT {

  private final Path home;
  private final Path results;
  private Browser browser;
  private ResultsServer server;

  ServePageIT(@TempDir Path home) throws IOException {
    this.home = home;
    this.results = Files.createDirectory(home.resolve("results"));
  }

  @BeforeAll
  void start() throws Exception {
    Browser.require();
    browser = new Browser(Files.createDirectory(home.resolve("browser")));
    for (int i = 1; i <= 3; i++) {
      new WrittenRun("producer").speed(i).into(results, "2026010" + i + "T000000Z-<b>producer");
      new WrittenRun("consumer").into(results, "2026020" + i + "T000000Z-consumer");
    }
    server = ResultsServer.start(results, 0);
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  private void awaitThat(String condition) {
    await().until(() -> browser.run("return " + condition), Boolean.TRUE::equals);
  }

  @Test
  void theTableIsFilteredSortedAndUsedByTheKeyboard() throws Exception {
    browser.open(URI.create(server.address()));
    awaitThat("document.querySelectorAll('#rows tr').length === 6");
    browser.run("document.getElementById('text').focus()");
    browser.press("producer");
    awaitThat("document.querySelectorAll('#rows tr:not([hidden])').length === 3");
    browser.run("document.querySelectorAll('#columns button')[8].focus()");
    browser.press(Keys.ENTER);
    awaitThat("document.querySelector('#rows tr:not([hidden])').textContent.includes('3,000/s')");
    browser.run(
        "const boxes = document.querySelectorAll('#rows tr:not([hidden]) input');"
            + "boxes[0].click(); boxes[3].click()");
    awaitThat("!document.getElementById('compare').disabled");
    Files.write(
        Files.createDirectories(Path.of("target", "pages")).resolve("SERVE.png"),
        browser.screenshot());
    browser.width(390);
    awaitThat("document.documentElement.scrollWidth <= 390");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aRunIsShownUntilItsVerdict() throws Exception {
    Path live = Files.createDirectory(home.resolve("live"));
    Path run = Files.createDirectory(live.resolve("20260101T000000Z-producer.INCOMPLETE"));
    Path csv = run.resolve("intervals.csv");
    Files.writeString(
        csv,
        "toSeconds,phase,acked,rejected,unknown,deliveries,serviceP50Nanos,serviceP99Nanos,"
            + "hostCpuCores\n1.000,warmup,100,0,0,90,1000,2000,1.5\n");
    try (ResultsServer ofLive = ResultsServer.start(live, 0)) {
      browser.open(URI.create(ofLive.address() + "live?run=" + run.getFileName()));
      awaitThat("document.getElementById('word').textContent === 'WARM-UP'");
      Files.writeString(
          csv, "2.000,measured,200,1,0,90,1000,2000,1.5\n", StandardOpenOption.APPEND);
      awaitThat("document.getElementById('word').textContent === 'MEASURING'");
      awaitThat("document.querySelectorAll('.chart svg path').length > 8");
      Files.write(
          Files.createDirectories(Path.of("target", "pages")).resolve("SERVE-live.png"),
          browser.screenshot());
      new WrittenRun("producer").into(live, run.getFileName().toString());
      Files.move(run, live.resolve("20260101T000000Z-producer"));
      awaitThat("document.getElementById('word').textContent === 'VALID'");
      assertThat(browser.complaints()).isEmpty();
      browser.run("document.querySelector('#sentence a').click()");
      awaitThat("document.title.startsWith('run, 2026')");
    }
  }
}
