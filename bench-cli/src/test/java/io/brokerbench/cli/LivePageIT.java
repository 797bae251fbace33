package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --live} and {@code bench serve} as processes, with the broker in memory. */
@Tag("ci")
final class LivePageIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern PAGE =
      Pattern.compile(
          "(?m)^live page: (http://127\\.0\\.0\\.1:\\d+/([0-9A-Za-z]{22})/live\\?run=(\\S+))$");

  private final Path home;
  private final Path results;
  private final Path output;
  private final List<Process> started = new ArrayList<>();

  LivePageIT(@TempDir Path home) {
    this.home = home;
    this.results = home.resolve("results");
    this.output = home.resolve("output");
  }

  @AfterEach
  void endAll() {
    started.forEach(BenchProcess::kill);
  }

  private Process start(Object... args) throws IOException {
    Process process = BenchProcess.start(output, args);
    started.add(process);
    return process;
  }

  /** The address of the page, once it is printed. */
  private Matcher page() {
    return await()
        .atMost(PATIENCE)
        .until(() -> PAGE.matcher(Files.readString(output)), found -> found.reset().find());
  }

  private int end(Process process) throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private Process startRun(String tool, String warmUp, String... flags) throws IOException {
    List<Object> args = new ArrayList<>(List.of(tool, "--live", "--out", results));
    args.addAll(List.of("--driver", "memory", "--rate", "200/s", "--warmup", warmUp));
    args.addAll(List.of(flags));
    return start(args.toArray());
  }

  /** The token of the address is nowhere but on the console. */
  private void assertNotKept(String token) throws IOException {
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as("%s", file)
            .doesNotContain(token);
      }
    }
  }

  private void assertEnded(Matcher page) {
    assertThat(Files.exists(results.resolve(page.group(3)))).isFalse();
    assertThatThrownBy(() -> URI.create(page.group(1)).toURL().openStream().close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void aRunIsFollowedFromItsFirstSecondToItsVerdict() throws Exception {
    followsTheRun("consumer");
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"producer", "batchproducer", "tproducer"})
  void aRunOfTheOtherToolsIsFollowedToo(String tool) throws Exception {
    followsTheRun(tool);
  }

  @Tag("nightly")
  @Test
  void theSecondsOfTheWarmUpComeBeforeThoseMeasured() throws Exception {
    Process run = startRun("producer", "2s", "--duration", "3s");
    Matcher page = page();
    List<String> phases = new ArrayList<>();
    try (EventStream events = EventStream.of(page.group(1))) {
      EventStream.Event event = events.next();
      for (; !event.name().equals("verdict"); event = events.next()) {
        event.data().path("seconds").forEach(second -> phases.add(second.path("phase").asText()));
      }
      events.end();
    }
    assertThat(end(run)).isIn(0, 4);
    assertThat(phases).startsWith("warmup").contains("measured");
    assertThat(phases.lastIndexOf("warmup")).isLessThan(phases.indexOf("measured"));
  }

  private void followsTheRun(String tool) throws Exception {
    Process run = startRun(tool, "0", "--set", "load.messages=400", "--duration", "0");
    Matcher page = page();
    assertThat(page.group(3)).endsWith(".INCOMPLETE");
    try (EventStream events = EventStream.of(page.group(1))) {
      assertThat(events.next("seconds").at("/seconds/0/acked").isNumber()).isTrue();
      String path = events.await("verdict").path("path").asText();
      assertThat(results.resolve(path)).isDirectory();
      events.end();
    }
    assertThat(end(run)).isIn(0, 4);
    assertThat(Files.readString(output)).containsOnlyOnce("live page: ");
    assertEnded(page);
    assertNotKept(page.group(2));
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run   | matrix: {message.size: [40, 100]}             | --out",
        "night | matrix: {message.size: [40, 100]}             | --history",
        "find  | find: {start: 200/s, probes: 2, curve: false} | --out",
      })
  void runsThatFollowEachOtherHaveOnePage(String command, String section, String out)
      throws Exception {
    Path file =
        Files.writeString(
            home.resolve("load.yaml"),
            """
            driver: memory
            load: {rate: 200/s, duration: 2s, warmup: 0}
            limits: {generator-cpu: 1, generator-starved: 1, hiccup-p99: 10s, gc: 1}
            """
                + section
                + "\n");
    Process all = start(command, file, out, results, "--live");
    Matcher page = page();
    int runs = 0;
    try (EventStream events = EventStream.of(page.group(1))) {
      EventStream.Event event = events.next();
      for (; event.name().equals("run"); event = events.next()) {
        String run = event.data().path("path").asText();
        assertThat(run).startsWith(page.group(3) + "/").endsWith(".INCOMPLETE");
        assertThat(events.next("seconds").path("seconds").size()).isPositive();
        // The last run is seen to end before or after the rest.
        assertThat(complete(events.await("verdict").path("path").asText()))
            .startsWith(complete(run));
        runs++;
      }
      assertThat(event.name()).isEqualTo("ended");
      assertThat(event.data().path("path").asText()).isEqualTo(complete(page.group(3)));
      events.end();
    }
    // A machine that is busy may have a search repeat a trial.
    assertThat(runs).isGreaterThanOrEqualTo(2);
    end(all);
    assertThat(Files.readString(output)).containsOnlyOnce("live page: ");
    assertEnded(page);
    assertNotKept(page.group(2));
  }

  private static String complete(String path) {
    return path.replace(".INCOMPLETE", "");
  }

  @Test
  void ctrlCShowsTheVerdictBeforeThePageEnds() throws Exception {
    Process run = startRun("producer", "0", "--duration", "60s");
    Matcher page = page();
    try (EventStream events = EventStream.of(page.group(1))) {
      events.next("seconds");
      interrupt(run);
      assertThat(events.await("verdict").at("/reasons/0").asText())
          .startsWith("cut short by a signal");
      events.end();
    }
    assertThat(end(run)).isEqualTo(130);
    assertEnded(page);
  }

  @Test
  void ctrlCEndsServeWhateverPagesAreOpen() throws Exception {
    Path run = Files.createDirectories(results.resolve("20260101T000000Z-producer.INCOMPLETE"));
    Files.writeString(run.resolve("intervals.csv"), "toSeconds,phase,acked\n1.000,measured,100\n");
    Process serve = start("serve", results);
    String line =
        await()
            .atMost(PATIENCE)
            .until(() -> Files.readString(output), text -> text.endsWith("until Ctrl-C\n"));
    String address = line.split(" ", -1)[2];
    try (EventStream events = EventStream.of(address + "live?run=" + run.getFileName())) {
      events.next("seconds");
      interrupt(serve);
      assertThat(end(serve)).isEqualTo(130);
    }
    assertThat(Files.readString(output)).isEqualTo(line);
    assertThatThrownBy(() -> URI.create(address).toURL().openStream().close())
        .isInstanceOf(ConnectException.class);
    try (Stream<Path> left = Files.walk(results)) {
      assertThat(left).containsExactly(results, run, run.resolve("intervals.csv"));
    }
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }
}
