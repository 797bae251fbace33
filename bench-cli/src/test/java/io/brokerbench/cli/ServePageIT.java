package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.serve.ResultsServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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

  private static final int MANY = 2000;

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
    // What the filter hides remains selected.
    browser.run("document.getElementById('text').focus()");
    browser.press("nothing");
    awaitThat("document.querySelectorAll('#rows tr').length === 0");
    String sent = "new URLSearchParams(new FormData(document.forms[0])).toString()";
    assertThat(String.valueOf(browser.run("return " + sent)))
        .matches("a=2026010\\dT000000Z-%3Cb%3Eproducer&b=2026010\\dT000000Z-%3Cb%3Eproducer");
    choose("text", "producer");
    awaitThat("document.querySelectorAll('#rows tr').length === 3");
    Files.write(
        Files.createDirectories(Path.of("target", "pages")).resolve("SERVE.png"),
        browser.screenshot());
    browser.width(390);
    awaitThat("document.documentElement.scrollWidth <= 390");
    assertThat(browser.complaints()).isEmpty();
  }

  /** Of more values than a cell shows. */
  @Test
  void aMatrixIsFoundByEachOfItsTools() throws Exception {
    Path tools = home.resolve("tools");
    Path matrix = Files.createDirectories(tools.resolve("20260101T000000Z-all"));
    Files.writeString(
        matrix.resolve("matrix.json"),
        """
        {"schemaVersion": 2, "name": "all", "identity": "x",
         "cells": [{"number": 1, "name": "c01", "values": {}}]}
        """);
    List<String> names = List.of("producer", "batchproducer", "tproducer", "consumer");
    for (String tool : names) {
      new WrittenRun(tool).into(matrix, "20260101T00000" + names.indexOf(tool) + "Z-c01");
    }
    try (ResultsServer ofTools = ResultsServer.start(tools, 0)) {
      browser.open(URI.create(ofTools.address()));
      awaitThat("document.querySelectorAll('#rows tr').length === 5");
      browser.run("document.getElementById('text').focus()");
      browser.press("tproducer");
      awaitThat("document.querySelectorAll('#rows tr').length === 2");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void theTableIsFilteredByModeAndFigures() throws Exception {
    Path modes = home.resolve("modes");
    new WrittenRun("producer").mode("async", "async").into(modes, "20260101T000000Z-a");
    new WrittenRun("producer").mode("sync", "async").speed(2).into(modes, "20260102T000000Z-b");
    new WrittenRun("producer").mode("sync", "sync").speed(5).into(modes, "20260103T000000Z-c");
    Files.createDirectory(modes.resolve("20260104T000000Z-empty"));
    try (ResultsServer ofModes = ResultsServer.start(modes, 0)) {
      browser.open(URI.create(ofModes.address()));
      awaitRows("a", "b", "c", "empty");
      choose("modes", "flush async, replication sync");
      awaitRows("b");
      choose("modes", "");
      // Acknowledged are 1,000, 2,000 and 5,000 messages per second; p99 is 5, 2.5 and 1 ms.
      choose("from", "1500");
      awaitRows("b", "c");
      choose("to", "2000");
      awaitRows("b");
      choose("figure", "p99");
      awaitRows();
      choose("from", "2");
      awaitRows("a", "b");
      choose("to", "2.5");
      awaitRows("b");
      choose("from", "");
      awaitRows("b", "c");
      choose("to", "");
      awaitRows("a", "b", "c", "empty");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** Sets a filter as a reader does. */
  private void choose(String filter, String value) {
    browser.run(
        "const filter = document.getElementById(arguments[0]); filter.value = arguments[1];"
            + "filter.dispatchEvent(new Event(filter.tagName === 'SELECT' ? 'change' : 'input'))",
        filter,
        value);
  }

  /** Waits until the table has the rows of the directories that end so, in any order. */
  private void awaitRows(String... names) {
    awaitThat(
        "Array.from(document.querySelectorAll('#rows a')).map((each) => each.title.slice(17))"
            + ".sort().join() === '"
            + String.join(",", names)
            + "'");
  }

  @Test
  void theRunsOfAMatrixAreShownOneAfterTheOther() throws Exception {
    Path parent = Files.createDirectory(home.resolve("matrices"));
    Path matrix = Files.createDirectory(parent.resolve("20260101T000000Z-modes.INCOMPLETE"));
    try (ResultsServer ofMatrix = ResultsServer.start(parent, 0)) {
      browser.open(URI.create(ofMatrix.address(matrix)));
      for (String name : List.of("20260101T000001Z-c01-x", "20260101T000002Z-c02-y")) {
        Path run = Files.createDirectory(matrix.resolve(name + ".INCOMPLETE"));
        Files.writeString(
            run.resolve("intervals.csv"), "toSeconds,phase,acked\n1.000,measured,100\n");
        awaitThat("document.getElementById('word').textContent === 'MEASURING'");
        awaitThat("document.title.endsWith('/" + name + ".INCOMPLETE')");
        new WrittenRun("producer").into(matrix, run.getFileName().toString());
        Files.move(run, matrix.resolve(name));
        awaitThat("document.getElementById('word').textContent === 'VALID'");
      }
      Path ended = Files.move(matrix, parent.resolve("20260101T000000Z-modes"));
      awaitThat("document.getElementById('word').textContent === 'ENDED'");
      awaitThat("document.title === '" + ended.getFileName() + "'");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** With results of real runs. The time is printed, not judged. */
  @Test
  void twoThousandResultsAreOneTable() throws Exception {
    Path many = home.resolve("many");
    CommandOutput.of(
        "producer",
        "--driver=memory",
        "--rate=200/s",
        "--warmup=0",
        "--duration=2s",
        "--out",
        home.resolve("one"));
    String json = Files.readString(RunFiles.named("run.json", home.resolve("one")).get(0));
    for (int i = 0; i < MANY; i++) {
      Path run = many.resolve(String.format(Locale.ROOT, "20260101T%06dZ-producer", i));
      Files.writeString(Files.createDirectories(run).resolve("run.json"), json);
    }
    try (ResultsServer ofMany = ResultsServer.start(many, 0)) {
      String all = "document.getElementById('status').textContent === '2000 of 2000 results'";
      String shown =
          all + " && document.getElementById('rows').offsetHeight ? performance.now() : 0";
      for (String which : List.of("the first scan and its table", "the table after it")) {
        browser.open(URI.create(ofMany.address()));
        Object millis =
            await()
                .pollInterval(Duration.ofMillis(10))
                .until(() -> browser.run("return " + shown), each -> !Long.valueOf(0).equals(each));
        Object answered =
            browser.run(
                "return performance.getEntriesByType('resource').filter((each) =>"
                    + " each.name.includes('rows?') && each.decodedBodySize > 100000)[0].responseEnd");
        System.out.println(
            which + ", of " + MANY + " results: " + millis + " ms, the answer " + answered + " ms");
      }
      // The rest is drawn as the end comes near.
      await()
          .until(
              () ->
                  browser.run(
                      "window.scrollTo(0, document.body.scrollHeight);"
                          + "return document.querySelectorAll('#rows tr').length"),
              Long.valueOf(MANY)::equals);
      assertThat(browser.run("return document.getElementById('more').hidden")).isEqualTo(true);
      assertThat(browser.complaints()).isEmpty();
    }
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
