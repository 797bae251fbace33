package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.serve.ResultsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of results over real HTTP. */
final class ServeCommandTest {

  private static final String SECRET = "not for the browser";
  private static final int MANY = 2000;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Path home;
  private final Path results;
  private ResultsServer server;

  ServeCommandTest(@TempDir Path home) throws IOException {
    this.home = home;
    this.results = Files.createDirectory(home.resolve("results"));
  }

  @BeforeEach
  void start() throws Exception {
    server = ResultsServer.start(results, 0);
  }

  @AfterEach
  void end() {
    server.close();
  }

  /** So that the first scan finds whole files. */
  private void startAgain() throws Exception {
    end();
    start();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.address() + path)).build(),
        BodyHandlers.ofString());
  }

  private JsonNode state() throws Exception {
    return new ObjectMapper().readTree(get("rows").body());
  }

  /** The rows by the paths of their directories, once there are so many. */
  private JsonNode rows(int count) {
    return await()
        .until(
            () -> {
              JsonNode state = state();
              return state.path("version").asInt() == 0 ? null : state.path("rows");
            },
            rows -> rows != null && rows.size() == count);
  }

  private static JsonNode row(JsonNode rows, String path) {
    return rows.valueStream()
        .filter(row -> row.path("path").asText().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError(path + " is not in " + rows));
  }

  private static Path written(Path parent, String name, double speed) {
    return new WrittenRun("producer").speed(speed).into(parent, name);
  }

  /** The directory of a finished matrix, still without runs. */
  private Path matrix(String name, MatrixCell... cells) throws Exception {
    return MatrixDirectory.resumeOrCreate(
            results,
            name,
            "x",
            List.of(cells),
            Optional.empty(),
            Instant.parse("2026-01-01T00:00:00Z"))
        .finish()
        .path();
  }

  @Test
  void theTableHasRunsWithTheirModeReleaseVerdictAndFigures() throws Exception {
    new WrittenRun("consumer")
        .put("/startedAt", "2026-03-04T05:06:07Z")
        .verdict("suspect", "a pause")
        .into(results.resolve("mine"), "20260304T050607Z-consumer.SUSPECT");
    written(results, "20260101T000000Z-producer", 2);
    startAgain();
    JsonNode rows = rows(2);
    JsonNode producer = row(rows, "20260101T000000Z-producer");
    assertThat(producer.path("modes").toString()).isEqualTo("[\"flush async, replication async\"]");
    assertThat(producer.path("brokers").toString()).isEqualTo("[\"RocketMQ\"]");
    assertThat(producer.path("verdicts").toString()).isEqualTo("[\"VALID\"]");
    assertThat(producer.path("figures").toString())
        .isEqualTo(
            "{\"acked\":[2000.0,2000.0],\"p50\":[500000.0,500000.0],\"p99\":[2500000.0,2500000.0],"
                + "\"received\":[1800.0,1800.0]}");
    JsonNode consumer = row(rows, "mine/20260304T050607Z-consumer.SUSPECT");
    assertThat(consumer.path("startedMillis").asLong())
        .isEqualTo(Instant.parse("2026-03-04T05:06:07Z").toEpochMilli());
    assertThat(consumer.path("latencies").toString()).isEqualTo("[\"endToEnd\"]");
    assertThat(consumer.path("note").asText()).isEqualTo("a pause");
  }

  @Test
  void aMatrixIsARowWithTheRangesOfItsRunsWhichHaveTheirOwn() throws Exception {
    Path directory =
        matrix(
            "modes",
            new MatrixCell(1, Map.of("flush", "async")),
            new MatrixCell(2, Map.of("flush", "sync")));
    written(directory, "20260101T000001Z-c01-async", 1);
    written(directory, "20260101T000002Z-c02-sync", 3);
    new WrittenRun("producer")
        .verdict("invalid", "lost 1")
        .speed(9)
        .into(directory, "20260101T000003Z-c02-sync.INVALID");
    startAgain();
    JsonNode row = row(rows(4), "20260101T000000Z-modes");
    assertThat(row.path("kind").asText()).isEqualTo("matrix");
    assertThat(row.path("name").asText()).isEqualTo("modes");
    assertThat(row.path("note").asText()).isEqualTo("2 cells, 1 INVALID, 2 VALID");
    assertThat(row.path("figures").path("acked").toString()).isEqualTo("[1000.0,3000.0]");
    Files.writeString(directory.resolve("night.txt"), "night");
    await()
        .until(() -> row(rows(4), "20260101T000000Z-modes").path("kind").asText(), "night"::equals);
  }

  /** Its broker is in memory, and its rate is a multiple of that of the others. */
  @Test
  void theControlCellOfANightIsARowButNoPartOfThatOfTheNight() throws Exception {
    Path night = matrix("night", new MatrixCell(1, Map.of("flush", "async")));
    written(night, "20260101T000002Z-c01-async", 2);
    new WrittenRun("producer")
        .set("driver", "memory")
        .speed(90)
        .into(night.resolve("control"), "20260101T000001Z-c01");
    Files.writeString(night.resolve("night.txt"), "night");
    startAgain();
    JsonNode rows = rows(3);
    JsonNode row = row(rows, "20260101T000000Z-night");
    assertThat(row.path("kind").asText()).isEqualTo("night");
    assertThat(row.path("note").asText()).endsWith(", 1 VALID");
    assertThat(row.path("brokers").toString()).isEqualTo("[\"RocketMQ\"]");
    assertThat(row.path("figures").path("acked").toString()).isEqualTo("[2000.0,2000.0]");
    JsonNode control = row(rows, "20260101T000000Z-night/control/20260101T000001Z-c01");
    assertThat(control.path("figures").path("acked").toString()).isEqualTo("[90000.0,90000.0]");
  }

  @Test
  void brokenAndHalfWrittenDirectoriesAreRowsThatSaySo() throws Exception {
    Files.writeString(
        Files.createDirectory(results.resolve("20260101T000000Z-cut")).resolve("run.json"),
        "{\"schemaVersion\": 2, \"na");
    Files.createDirectory(results.resolve("20260102T000000Z-empty"));
    Files.writeString(
        Files.createDirectory(results.resolve("20260103T000000Z-matrix")).resolve("matrix.json"),
        "[");
    Files.createDirectories(results.resolve("20260104T000000Z-dead.FAILED/logs"));
    Files.createDirectories(results.resolve("notes/of/mine"));
    startAgain();
    JsonNode rows = rows(4);
    JsonNode cut = row(rows, "20260101T000000Z-cut");
    assertThat(cut.path("verdicts").toString()).isEqualTo("[\"UNREADABLE\"]");
    assertThat(cut.path("note").asText()).contains("run.json cannot be read: ");
    assertThat(row(rows, "20260102T000000Z-empty").path("verdicts").toString())
        .isEqualTo("[\"NO RESULT\"]");
    assertThat(row(rows, "20260103T000000Z-matrix").path("verdicts").toString())
        .isEqualTo("[\"UNREADABLE\"]");
    assertThat(row(rows, "20260104T000000Z-dead.FAILED").path("name").asText()).isEqualTo("dead");
    assertThat(get("report/20260101T000000Z-cut/report.html").body()).contains("NO RESULT");
    assertThat(get("report/20260102T000000Z-empty/report.html"))
        .satisfies(
            answer -> {
              assertThat(answer.statusCode()).isEqualTo(422);
              assertThat(answer.body()).endsWith("holds no result directory (no run.json)\n");
            });
  }

  @Test
  void changesAreNoticedAndOthersAreNotSentAgain() throws Exception {
    Path run = written(results, "20260101T000000Z-producer", 1);
    long version = version(1);
    assertThat(get("rows?since=" + version).body()).contains("\"rows\":null");
    new WrittenRun("producer")
        .verdict("invalid", "lost 12345")
        .into(results, run.getFileName().toString());
    await().until(() -> get("rows?since=" + version).body(), body -> body.contains("lost 12345"));
    Files.move(run, run.resolveSibling("20260101T000000Z-producer.INVALID"));
    await().until(() -> get("rows").body(), body -> body.contains("producer.INVALID"));
    assertThat(rows(1)).hasSize(1);
  }

  private long version(int count) throws Exception {
    rows(count);
    return state().path("version").asLong();
  }

  @Test
  void twoThousandResultsAreRead() throws Exception {
    String json = Files.readString(written(results, "20260101T000000Z-run", 1).resolve("run.json"));
    for (int i = 1; i < MANY; i++) {
      Path directory = results.resolve(String.format(Locale.ROOT, "20260101T%06dZ-run", i));
      Files.writeString(Files.createDirectory(directory).resolve("run.json"), json);
    }
    assertThat(rows(MANY)).hasSize(MANY);
  }

  @Test
  void reportsAreOpenedInPlaceAndNothingIsWritten() throws Exception {
    Path run = written(results, "20260101T000000Z-producer", 1);
    String address = "report/20260101T000000Z-producer/report.html";
    assertThat(get(address).body()).contains("<h1>run, 2026-01-01 00:00:00 UTC</h1>");
    assertThat(run.resolve("report.html")).doesNotExist();
    Files.writeString(run.resolve("report.html"), "a page");
    HttpResponse<String> page = get(address);
    assertThat(page.body()).isEqualTo("a page");
    assertThat(page.headers().map())
        .containsEntry("content-type", List.of("text/html; charset=utf-8"))
        .containsEntry("cache-control", List.of("no-store"))
        .containsEntry("x-content-type-options", List.of("nosniff"))
        .containsEntry("referrer-policy", List.of("no-referrer"));
    assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'unsafe-inline'")
        .doesNotContain("connect-src", "http");
  }

  @ParameterizedTest
  @CsvSource({
    "'', text/html, <title>Results</title>",
    "live?run=x, text/html, events",
    "page.css, text/css, --series-0",
    "serve.css, text/css, .results",
    "charts.js, text/javascript, brokerbench",
    "serve.js, text/javascript, encodeURIComponent",
    "results.js, text/javascript, rows?since=",
    "live.js, text/javascript, EventSource",
    "echarts.js, text/javascript, Apache",
  })
  void pagesAndTheirFilesComeFromTheClassPathAlone(String path, String type, String content)
      throws Exception {
    HttpResponse<String> answer = get(path);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type").orElseThrow()).startsWith(type);
    if (!path.startsWith("live?")) {
      assertThat(answer.body()).contains(content);
    }
    assertThat(answer.headers().firstValue("content-security-policy").orElseThrow())
        .contains("script-src 'self'", "connect-src 'self'");
    if (type.equals("text/html")) {
      assertThat(answer.body()).doesNotContainPattern("(src|href)=\"(https?:|/)");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report/../outside/report.html",
        "report/%2e%2e/outside/report.html",
        "report/..%2foutside/report.html",
        "report/%2E%2E%2Foutside%2Freport.html",
        "report//OUTSIDE/report.html",
        "report/link/report.html",
        "report/20260101T000000Z-linked/report.html",
        "report/20260101T000000Z-linked/run.json",
        "report/20260101T000000Z-hollow/report.html",
        "report/outside/report.html",
        "report/%00/report.html",
        "report/20260101T000000Z-producer/",
        "report/20260101T000000Z-producer/run.json",
        "20260101T000000Z-producer/report.html",
        "results/",
        "compare?a=../outside&b=../outside",
        "compare?a=link&b=link",
        "compare?a=20260101T000000Z-hollow&b=20260101T000000Z-producer",
        "compare?a=%2e%2e%2foutside&b=OUTSIDE",
      })
  void nothingButReportsInTheDirectoryIsReached(String path) throws Exception {
    written(results, "20260101T000000Z-producer", 1);
    Path outside = written(home, "outside", 1);
    Files.writeString(outside.resolve("report.html"), SECRET);
    Files.createSymbolicLink(results.resolve("link"), outside);
    Path linked = written(results, "20260101T000000Z-linked", 1);
    Files.createSymbolicLink(linked.resolve("report.html"), outside.resolve("report.html"));
    Path hollow = Files.createDirectory(results.resolve("20260101T000000Z-hollow"));
    Files.createSymbolicLink(hollow.resolve("run.json"), outside.resolve("run.json"));
    HttpResponse<String> answer = get(path.replace("OUTSIDE", outside.toString()));
    assertThat(answer.statusCode()).as(answer.body()).isIn(403, 404);
    assertThat(answer.body()).doesNotContain(SECRET).hasLineCount(1);
    JsonNode row = row(rows(3), "20260101T000000Z-hollow");
    assertThat(row.path("verdicts").toString()).isEqualTo("[\"UNREADABLE\"]");
    assertThat(row.path("note").asText())
        .isEqualTo("run.json is a symbolic link out of the directory of results");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/1.1         | 127.0.0.1:PORT   | 403 | no valid token",
        "GET /TOKEN HTTP/1.1    | 127.0.0.1:PORT   | 403 | no valid token",
        "GET /TOKENx/ HTTP/1.1  | 127.0.0.1:PORT   | 403 | no valid token",
        "GET //TOKEN/ HTTP/1.1  | 127.0.0.1:PORT   | 403 | no valid token",
        "POST /wrong/ HTTP/1.1  | 127.0.0.1:PORT   | 403 | no valid token",
        "GET /TOKEN/ HTTP/1.1   | evil.example     | 403 | its own address",
        "GET /TOKEN/ HTTP/1.1   | evil.example:PORT| 403 | its own address",
        "GET /TOKEN/ HTTP/1.1   | 127.0.0.1        | 403 | its own address",
        "GET /TOKEN/ HTTP/1.1   | 127.0.0.1:1      | 403 | its own address",
        "GET /TOKEN/ HTTP/1.0   |                  | 403 | its own address",
        "POST /TOKEN/ HTTP/1.1  | 127.0.0.1:PORT   | 405 | only GET and HEAD",
        "PUT /TOKEN/ HTTP/1.1   | 127.0.0.1:PORT   | 405 | only GET and HEAD",
        "DELETE /TOKEN/ HTTP/1.1| 127.0.0.1:PORT   | 405 | only GET and HEAD",
        "GET /TOKEN/ HTTP/1.1   | 127.0.0.1:PORT   | 200 | <title>Results",
        "GET /TOKEN/ HTTP/1.1   | localhost:PORT   | 200 | <title>Results",
        "HEAD /TOKEN/ HTTP/1.1  | localhost:PORT   | 200 | ''",
      })
  void onlyReadersWithTheTokenAndTheAddressAreAnswered(
      String request, String host, int status, String content) throws Exception {
    URI address = URI.create(server.address());
    String port = Integer.toString(address.getPort());
    String token = address.getPath().replace("/", "");
    String named = host == null ? "" : "Host: " + host.replace("PORT", port) + "\r\n";
    String answer;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket
          .getOutputStream()
          .write(
              (request.replace("TOKEN", token) + "\r\n" + named + "Connection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains(content, "no-store");
    if (content.isEmpty()) {
      assertThat(answer).endsWith("\r\n\r\n");
    }
  }

  @Test
  void selectionsAreComparedWithTheFourAnswers() throws Exception {
    for (int i = 0; i < 3; i++) {
      written(results, "2026010" + i + "T000000Z-before", 1 + i / 1000.0);
      written(results.resolve("after"), "2026010" + i + "T000000Z-after", 0.5 + i / 1000.0);
      written(results.resolve("again"), "2026010" + i + "T000000Z-again", 0.5 + i / 1000.0);
    }
    assertThat(get("compare?a=after&b=again").body()).contains("SAME WITHIN");
    assertThat(
            get("compare?a=after&b=20260100T000000Z-before&b=20260101T000000Z-before"
                    + "&b=20260102T000000Z-before")
                .body())
        .contains("FASTER");
    String page =
        get("compare?a=20260100T000000Z-before&a=20260101T000000Z-before"
                + "&a=20260102T000000Z-before&b=after")
            .body();
    assertThat(page).contains("after against 20260100T000000Z-before and 2 more", "SLOWER");
    assertThat(get("compare?a=20260100T000000Z-before&b=20260101T000000Z-before").body())
        .contains("CANNOT TELL");
    new WrittenRun("consumer").into(results, "20260201T000000Z-other");
    assertThat(get("compare?a=20260100T000000Z-before&b=20260201T000000Z-other").body())
        .contains("NOT COMPARED", "have nothing to compare");
    assertThat(get("compare?a=after").body()).contains("side B has no result");
    assertThat(
            get("compare?a=after&a=after/20260100T000000Z-after&b=20260100T000000Z-before").body())
        .contains("after and 1 more: 3 runs");
  }

  @Test
  void aRunThatIsGoingOnIsFollowedToItsVerdict() throws Exception {
    Path run = Files.createDirectory(results.resolve("20260101T000000Z-producer.INCOMPLETE"));
    Path csv = run.resolve("intervals.csv");
    append(
        csv,
        "toSeconds,phase,acked,rejected,unknown,deliveries,responseP50Nanos,responseP99Nanos,"
            + "responseP999Nanos,hostCpuCores,masterCpuCores\n");
    append(csv, "1.000,warmup,100,0,0,90,1000,2000,,1.500,0.500\n");
    startAgain();
    rows(1);
    assertThat(row(rows(1), run.getFileName().toString()).path("verdicts").toString())
        .isEqualTo("[\"RUNNING\"]");
    try (EventStream events = events(run.getFileName().toString())) {
      JsonNode first = events.next("seconds");
      assertThat(first.path("leading").asText()).isEqualTo("response");
      assertThat(first.path("seconds")).hasSize(1);
      assertThat(first.at("/seconds/0/phase").asText()).isEqualTo("warmup");
      append(csv, "3.000,measured,500,1,2,");
      append(csv, "400,1500,2500,3500,1.600,0.600\n4.0");
      JsonNode second = events.next("seconds").at("/seconds/0");
      assertThat(second.toString())
          .isEqualTo(
              "{\"to\":3.0,\"phase\":\"measured\",\"acked\":250.0,\"received\":200.0,"
                  + "\"rejected\":1.0,\"unknown\":2.0,\"latencies\":{\"response\":[1500.0,2500.0,"
                  + "3500.0],\"service\":[null,null,null],\"endToEnd\":[null,null,null]},"
                  + "\"cores\":{\"host\":1.6,\"master\":0.6}}");
      append(csv, "00,drain,7,0,0,0,,,,,\n");
      Path ended =
          new WrittenRun("producer")
              .verdict("suspect", "a pause")
              .into(results, run.getFileName().toString());
      Files.move(ended, results.resolve("20260101T000000Z-producer.SUSPECT"));
      assertThat(events.next("seconds").at("/seconds/0/acked").asDouble()).isEqualTo(7);
      JsonNode verdict = events.next("verdict");
      assertThat(verdict.toString())
          .isEqualTo(
              "{\"path\":\"20260101T000000Z-producer.SUSPECT\",\"status\":\"SUSPECT\","
                  + "\"reasons\":[\"a pause\"]}");
      events.end();
    }
  }

  @Test
  void anIntervalThatIsTooShortForRatesHasNone() throws Exception {
    Path run = Files.createDirectory(results.resolve("20260101T000000Z-producer.INCOMPLETE"));
    append(
        run.resolve("intervals.csv"),
        """
        toSeconds,phase,acked,unknown,deliveries,hostCpuCores
        1.000,measured,100,0,90,1.5
        1.100,settling,50,2,40,9.5
        """);
    try (EventStream events = events(run.getFileName().toString())) {
      JsonNode seconds = events.next("seconds").path("seconds");
      assertThat(seconds.at("/0/acked").asDouble()).isEqualTo(100);
      assertThat(seconds.at("/0/received").asDouble()).isEqualTo(90);
      assertThat(seconds.at("/0/cores/host").asDouble()).isEqualTo(1.5);
      assertThat(seconds.get(1).has("acked")).isFalse();
      assertThat(seconds.get(1).has("received")).isFalse();
      assertThat(seconds.at("/1/cores")).isEmpty();
      assertThat(seconds.at("/1/unknown").asDouble()).isEqualTo(2);
    }
  }

  /** A busy machine ends it late. */
  @Test
  void theFirstIntervalBeginsWithTheLoadHoweverLongItIs() throws Exception {
    Path run = Files.createDirectory(results.resolve("20260101T000000Z-producer.INCOMPLETE"));
    append(run.resolve("intervals.csv"), "toSeconds,phase,acked\n1.600,measured,160\n");
    try (EventStream events = events(run.getFileName().toString())) {
      assertThat(events.next("seconds").at("/seconds/0/acked").asDouble()).isEqualTo(100);
    }
  }

  @Test
  void aRunThatIsNotThereIsGone() throws Exception {
    Path outside = Files.createDirectory(home.resolve("outside"));
    Files.createSymbolicLink(results.resolve("link"), outside);
    Path hollow = Files.createDirectory(results.resolve("hollow.INCOMPLETE"));
    Files.createSymbolicLink(
        hollow.resolve("intervals.csv"),
        live(outside, "20260101T000000Z-producer").resolve("intervals.csv"));
    // At once, because each is looked for over seconds.
    try (EventStream none = events("none.INCOMPLETE");
        EventStream link = events("link");
        EventStream incomplete = events("hollow.INCOMPLETE")) {
      assertThat(none.next("gone").path("why").asText()).isEqualTo("none.INCOMPLETE is not there");
      assertThat(link.next("gone").path("why").asText()).isEqualTo("link is not there");
      assertThat(incomplete.next("gone").path("why").asText())
          .isEqualTo("hollow.INCOMPLETE is not there");
    }
  }

  @Test
  void theRunsOfAMatrixAreFollowedOneAfterTheOther() throws Exception {
    Path matrix = Files.createDirectory(results.resolve("20260101T000000Z-modes.INCOMPLETE"));
    Path killed = live(matrix, "20260101T000000Z-c02-x");
    Files.setLastModifiedTime(
        killed.resolve("intervals.csv"), FileTime.from(Instant.now().minusSeconds(3600)));
    try (EventStream events = events(matrix.getFileName().toString())) {
      events.nothing();
      for (String name : List.of("20260101T000001Z-c02-x", "20260101T000002Z-c01-y")) {
        Path run = live(matrix, name);
        assertThat(events.next("run").path("path").asText())
            .isEqualTo("20260101T000000Z-modes.INCOMPLETE/" + name + ".INCOMPLETE");
        assertThat(events.next("seconds").path("seconds")).hasSize(1);
        new WrittenRun("producer").into(matrix, run.getFileName().toString());
        Files.move(run, matrix.resolve(name));
        assertThat(events.next("verdict").path("path").asText())
            .isEqualTo("20260101T000000Z-modes.INCOMPLETE/" + name);
      }
      Files.move(matrix, results.resolve("20260101T000000Z-modes"));
      assertThat(events.next("ended").path("path").asText()).isEqualTo("20260101T000000Z-modes");
      events.end();
    }
  }

  /** A run that has measured a second. */
  private static Path live(Path parent, String name) throws IOException {
    Path run = Files.createDirectory(parent.resolve(name + ".INCOMPLETE"));
    append(
        run.resolve("intervals.csv"),
        """
        toSeconds,phase,acked,rejected,unknown,deliveries,serviceP50Nanos
        1.000,measured,100,0,0,90,1000
        """);
    return run;
  }

  @Test
  void theEndOfTheServerIsAfterThatOfARun() throws Exception {
    Path run = live(results, "20260101T000000Z-producer");
    try (EventStream ended = events(run.getFileName().toString())) {
      ended.next("seconds");
      new WrittenRun("producer").into(results, run.getFileName().toString());
      Files.move(run, results.resolve("20260101T000000Z-producer"));
      end();
      assertThat(ended.next("verdict").path("status").asText()).isEqualTo("VALID");
      ended.end();
    }
    start();
    Path other = live(results, "20260101T000000Z-other");
    try (EventStream going = events(other.getFileName().toString())) {
      going.next("seconds");
      startAgain();
      going.end();
    }
  }

  @Test
  void nothingIsReadUntilTheTableIsAskedFor() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    startAgain();
    get("live?run=x");
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .noneMatch(thread -> thread.getName().equals("serve-reader"));
    rows(0);
    assertThat(Thread.getAllStackTraces().keySet())
        .anyMatch(thread -> thread.getName().equals("serve-reader"));
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private EventStream events(String run) throws Exception {
    return EventStream.of(server.address(results.resolve(run)));
  }

  @Test
  void theCommandPrintsOneLineAndLeavesNoThread() throws Exception {
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CompletableFuture<ExitCode> code = new CompletableFuture<>();
    Thread command =
        new Thread(
            () ->
                code.complete(
                    BenchMain.execute(
                        List.of("serve", results.toString()),
                        Map.of(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(out, true, StandardCharsets.UTF_8))));
    command.start();
    String line =
        await().until(() -> out.toString(StandardCharsets.UTF_8), text -> text.endsWith("\n"));
    assertThat(line)
        .matches("results at http://127\\.0\\.0\\.1:\\d+/[0-9A-Za-z]{22}/ until Ctrl-C\n");
    String address = line.split(" ", -1)[2];
    assertThat(address).isNotEqualTo(server.address());
    assertThat(
            client
                .send(
                    HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.discarding())
                .statusCode())
        .isEqualTo(200);
    command.interrupt();
    assertThat(code.get()).isEqualTo(ExitCode.VALID);
    await()
        .untilAsserted(
            () -> {
              Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
              left.removeAll(before);
              assertThat(left).noneMatch(thread -> thread.getName().matches("serve.*|HTTP-Disp.*"));
            });
    assertThat(results).isEmptyDirectory();
  }

  @Test
  void badInputIsOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertRefused("--port: " + port + " cannot be used", "--port", port);
    }
    assertRefused("--port: must be from 1 to 65535, got 0", "--port", "0");
    CommandOutput none = CommandOutput.of("serve", home.resolve("none"));
    assertThat(none.err())
        .isEqualTo(home.resolve("none") + " is not there; name a directory of results\n");
    assertThat(none.code()).isEqualTo(ExitCode.BAD_INPUT);
  }

  private void assertRefused(String problem, String... flags) {
    CommandOutput output = CommandOutput.of("serve", results, flags[0], flags[1]);
    assertThat(output.err()).startsWith(problem).hasLineCount(1);
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.out()).isEmpty();
  }
}
