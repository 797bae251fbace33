package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.command.ExitCode;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HistoryCommandTest {

  /** The first night of the slower release. */
  private static final int CHANGED = 8;

  private static final int LAST = 13;
  private static final double SLOWER = 0.93;
  private static final int MAX_BYTES = 2048;

  private final Path directory;
  private final Path history;
  private final WrittenNights nights;

  HistoryCommandTest(@TempDir Path directory) {
    this.directory = directory;
    this.history = directory.resolve("history");
    this.nights = new WrittenNights(directory);
  }

  /** Fourteen nights, of which the last six are those of a release that is 7 % slower. */
  @BeforeEach
  void addNights() {
    for (int i = 0; i <= LAST; i++) {
      assertThat(add(i < CHANGED ? nights.night(i, 1) : slower(i)).code())
          .isEqualTo(ExitCode.VALID);
    }
  }

  private Path slower(int night) {
    return nights.night(night, SLOWER, (number, run) -> run.set("cluster.version", "5.5.1"));
  }

  @Test
  void aSlowerReleaseIsFoundDatedAndSized() {
    CommandOutput shown = show();
    assertThat(shown.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.line("acked/s:"))
        .matches(
            "REGRESSION, new: producer async/async acked/s: -[678] % \\[-\\d+, -\\d+\\]"
                + " since night 2026-11-09 \\(5\\.5\\.0 -> 5\\.5\\.1, kernel unchanged\\)");
    assertThat(shown.line("async/async acked/s 14"))
        .matches("producer async/async acked/s 14 9\\d\\d \\d+ % 1");
    assertThat(show("--limit", "20%").code()).isEqualTo(ExitCode.VALID);
    assertThat(show("--limit", "20%").line("acked/s:")).startsWith("new: ");
  }

  @Test
  void theCommandThatAcknowledgesNamesTheHistory() {
    assertThat(show().line("to acknowledge: "))
        .startsWith("to acknowledge: bench history ack ")
        .endsWith(" REASON --history " + history);
  }

  @Test
  void theCommandThatAcknowledgesCanBeCopiedIntoAShell() throws IOException {
    Path other = Files.move(history, directory.resolve("a history"));
    assertThat(CommandOutput.of("history", "show", "--history", other).line("to acknowledge: "))
        .endsWith(" REASON --history '" + other + "'");
  }

  /** The guide shows the lines on the rate, of the default history. */
  @Test
  void theGuideShowsWhatIsPrinted() throws IOException {
    String rate =
        show()
            .out()
            .lines()
            .filter(line -> line.matches(".*(?:acked/s|-rate-|would find).*|"))
            .map(line -> line.replace(" --history " + history, ""))
            .collect(Collectors.joining("\n"));
    assertThat(GuidePage.blocks("text")).contains(rate);
  }

  @Test
  void anAcknowledgedChangeIsNotReportedAgain() throws IOException {
    for (String change : changes()) {
      assertThat(history("ack", change, "5.5.1 checks each message").code())
          .isEqualTo(ExitCode.VALID);
    }
    CommandOutput shown = show();
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(shown.line("acked/s:")).startsWith("acknowledged: producer async/async acked/s: -");
    add(slower(LAST + 1));
    assertThat(show().code()).isEqualTo(ExitCode.VALID);
    assertThat(files("acknowledged"))
        .anySatisfy(file -> assertThat(file).content().contains("5.5.1 checks each message"));
    String change =
        changes().isEmpty() ? files("acknowledged").get(0).getFileName().toString() : "";
    CommandOutput again = history("ack", change.replace(".json", ""), "another reason");
    assertThat(again.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(again.err().lines()).hasSize(1);
  }

  /** As a merge of another machine's branch brings it. */
  @Test
  void anOlderNightThatIsAddedLaterBringsNoAcknowledgedChangeBack() throws IOException {
    Files.delete(files("figures").get(CHANGED / 2));
    for (String change : changes()) {
      history("ack", change, "5.5.1 checks each message");
    }
    assertThat(show().code()).isEqualTo(ExitCode.VALID);
    assertThat(add(directory.resolve("night-" + CHANGED / 2)).out()).startsWith("added: ");
    CommandOutput shown = show();
    assertThat(shown.code()).as(shown.out()).isEqualTo(ExitCode.VALID);
    assertThat(shown.line("acked/s:")).startsWith("acknowledged: producer async/async acked/s: -");
    assertThat(shown.line("async/async acked/s 14")).endsWith(" 1");
  }

  @Test
  void aFigureThatRecoversIsFixed() {
    for (int i = LAST + 1; i < LAST + 6; i++) {
      add(nights.night(i, 1));
    }
    CommandOutput shown = show();
    assertThat(shown.code()).as(shown.out()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out())
        .contains("fixed: producer async/async acked/s: -")
        .contains("new: producer async/async acked/s: +");
  }

  @Test
  void whatTheControlCellShowsIsTheMachine() {
    for (int i = 0; i <= LAST; i++) {
      add(
          nights.night(
              i,
              i < CHANGED ? 1 : SLOWER,
              (number, run) -> run.set("driver", "memory").set("name", "control")));
    }
    CommandOutput shown = show();
    assertThat(shown.out()).contains("machine moved: producer async/async");
    assertThat(shown.out().lines().filter(line -> line.startsWith("REGRESSION"))).isEmpty();
  }

  @Test
  void theControlCellInTheDirectoryOfANightIsAddedWithIt() {
    for (int i = 0; i <= LAST; i++) {
      Path night = directory.resolve("night-" + i);
      new WrittenRun("producer")
          .set("driver", "memory")
          .speed((i < CHANGED ? 1 : SLOWER) + 0.001 * (i % 3))
          .into(night.resolve("control"), "20261101T000000Z-c01");
      add(night);
    }
    CommandOutput shown = show();
    assertThat(shown.code()).as(shown.out()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out())
        .contains("machine moved: producer async/async acked/s: -")
        .contains("machine moved: producer async/async (control) acked/s: -");
  }

  @Test
  void aControlCellThatCannotBeReadHidesNoOther() throws IOException {
    Path night = nights.night(LAST + 1, SLOWER);
    Files.createDirectory(night.resolve("control"));
    CommandOutput added = add(night);
    assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.VALID);
    assertThat(added.out())
        .contains("left out: the control cell: " + night.resolve("control") + ": holds no result");
    assertThat(show().line("async/async acked/s 15")).isNotEmpty();
  }

  @Test
  void whatTheCeilingsOfTheMachineShowIsTheMachine() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode facts = mapper.readTree(files("figures").get(0).toFile()).path("facts");
    Path checkup = directory.resolve("ceilings.json");
    CommandOutput.doctor("--directory", directory, "--json", checkup);
    ObjectNode json = (ObjectNode) mapper.readTree(checkup.toFile());
    json.withObject("/host")
        .put("cpu", facts.path("host cpu").asText())
        .put("availableProcessors", facts.path("host processors").asInt());
    for (int i = 0; i <= LAST; i++) {
      json.put("at", Text.of("2026-11-%02dT01:50:00Z", i + 1));
      json.withObject("/ceilings/fsync")
          .put("perSecond", (i < CHANGED ? 400 : 400 * SLOWER) * (1 + 0.002 * (i % 3)));
      mapper.writeValue(checkup.toFile(), json);
      CommandOutput imported = history("import", checkup);
      assertThat(imported.out()).as(imported.err()).startsWith("added: ceilings, night 2026-11-");
    }
    CommandOutput shown = show();
    assertThat(shown.code()).as(shown.out()).isEqualTo(ExitCode.VALID);
    assertThat(shown.out())
        .contains("machine moved: ceilings (control) fsync: -7 %")
        .contains("machine moved: producer async/async acked/s");
  }

  @Test
  void theCeilingsOfTheMachineOfANightAreAddedWithIt() throws IOException {
    Path night = nights.night(LAST + 1, SLOWER);
    Path file = Files.createDirectory(night.resolve("control")).resolve("ceilings.json");
    CommandOutput.doctor("--directory", directory, "--json", file);
    assertThat(add(night).out())
        .contains("added: producer async/async, night 2026-11-15T02:00:00Z")
        .contains("added: ceilings, night 2026-11-15T02:00:00Z");
    Path other = nights.night(LAST + 2, SLOWER);
    Path broken = Files.createDirectory(other.resolve("control")).resolve("ceilings.json");
    Files.writeString(broken, "{");
    CommandOutput added = add(other);
    assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.VALID);
    assertThat(added.out())
        .contains("added: producer async/async, night 2026-11-16T02:00:00Z")
        .contains("left out: the ceilings of the machine: " + broken + " cannot be read: ");
  }

  /** Each loss is below the limit; together they are not. */
  @Test
  void smallLossesAddUp() {
    for (int i = LAST + 1; i < LAST + 12; i++) {
      add(nights.night(i, SLOWER * SLOWER));
    }
    CommandOutput shown = show("--limit", "10%", "--limit", "p99=off");
    assertThat(shown.code()).as(shown.out()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.line("REGRESSION, new: producer async/async acked/s"))
        .matches(".* -[678] % .* since night 2026-11-15 .*; -1[345] % with the losses before it");
  }

  @Test
  void aRunWithoutAFigureDoesNotChangeItsMetric() {
    AtomicInteger runs = new AtomicInteger();
    add(
        nights.night(
            LAST + 1,
            SLOWER,
            (number, run) ->
                runs.getAndIncrement() > 0
                    ? run
                    : run.putNull("/resources/master/cpuMicrosPerMessage")
                        .putNull("/resources/slave/cpuMicrosPerMessage")));
    assertThat(show().line("CPU/msg 15")).startsWith("producer async/async brokers' CPU/msg 15");
  }

  @Test
  void aNewSettingAtItsDefaultContinuesTheSeries() {
    add(
        nights.night(
            LAST + 1,
            SLOWER,
            (number, run) -> run.set("load.arrivals", "uniform").set("client.vip", "false")));
    assertThat(show().line("async/async acked/s 15")).isNotEmpty();
    CommandOutput another =
        add(nights.night(LAST + 2, SLOWER, (number, run) -> run.set("client.vip", "true")));
    assertThat(another.out()).startsWith("added: producer async/async, night 2026-11-16");
    assertThat(show().out()).containsPattern("async/async [0-9a-f]{12} acked/s +15 ");
    assertThat(show().out()).containsPattern("async/async [0-9a-f]{12} acked/s +1 ");
  }

  @Test
  void onlyWhatAKillLosesBeginsASeries() {
    add(nights.night(LAST + 1, SLOWER, (number, run) -> run.inProcessMemory(false)));
    assertThat(show().line("async/async acked/s 15")).isNotEmpty();
    add(nights.night(LAST + 2, SLOWER, (number, run) -> run.inProcessMemory(true)));
    assertThat(show().out()).containsPattern("async/async [0-9a-f]{12} acked/s +15 ");
    assertThat(show().out()).containsPattern("async/async [0-9a-f]{12} acked/s +1 ");
  }

  /** Figures of another machine, or of another JVM, do not continue those before. */
  @ParameterizedTest
  @CsvSource({
    "/environment/host/cpu, another cpu",
    "/environment/jvm/version, 21.0.7",
    "/environment/jvm/vendor, another vendor",
  })
  void anotherProcessorOrJvmBeginsASeries(String pointer, String value) {
    add(nights.night(LAST + 1, SLOWER, (number, run) -> run.put(pointer, value)));
    assertSeriesBegins();
  }

  @ParameterizedTest
  @CsvSource({"/environment/host/availableProcessors, 4", "/environment/host/memoryBytes, 64e9"})
  void moreProcessorsOrMemoryBeginASeries(String pointer, double value) {
    add(nights.night(LAST + 1, SLOWER, (number, run) -> run.put(pointer, value)));
    assertSeriesBegins();
  }

  /** A machine of 16 GB, some of which are its graphics', before and after an update. */
  @Test
  void aKernelThatKeepsMoreMemoryContinuesTheSeries() {
    double[] kilobytes = {16_256_000, 16_248_000};
    for (int i = 0; i < kilobytes.length; i++) {
      double bytes = 1024 * kilobytes[i];
      add(
          nights.night(
              LAST + 1 + i,
              SLOWER,
              (number, run) -> run.put("/environment/host/memoryBytes", bytes)));
    }
    assertThat(show().out()).containsPattern("async/async [0-9a-f]{12} acked/s +2 ");
  }

  /** The last night is in a series of its own. */
  private void assertSeriesBegins() {
    assertThat(show().out())
        .containsPattern("async/async [0-9a-f]{12} acked/s +14 ")
        .containsPattern("async/async [0-9a-f]{12} acked/s +1 ");
  }

  /** Adds as many nights with eight threads, which are slower from the same night on. */
  private void addAnotherSeries(WrittenNights.Cell cell) throws IOException {
    for (int i = 0; i <= LAST; i++) {
      Path night =
          nights.night(
              i,
              i < CHANGED ? 1 : SLOWER,
              (number, run) -> cell.run(number, run.set("load.threads", "8")));
      add(Files.move(night, directory.resolve("eight-threads-" + i)));
    }
  }

  @Test
  void anUpdateOfKernelAndJvmContinuesTheSeriesAndIsNamedWithTheChange() throws IOException {
    addAnotherSeries(
        (number, run) -> {
          String update = number < CHANGED ? "1" : "2";
          return run.put("/environment/host/kernel", "6." + update)
              .put("/environment/jvm/version", "17.0." + update);
        });
    assertThat(show().out())
        .containsPattern("async/async [0-9a-f]{12} acked/s: -[678] % .* since night 2026-11-09 ")
        .contains("(5.5.0, host kernel 6.1 -> 6.2, generator JVM 17.0.1 -> 17.0.2)");
  }

  /** As a limit on the broker's processors; where a cluster listens explains nothing. */
  @Test
  void aChangedSettingOfTheClusterIsNamedWithTheChange() throws IOException {
    addAnotherSeries(
        (number, run) ->
            run.set("cluster.container.cpus", number < CHANGED ? "0" : "0.6")
                .set("cluster.port", number < CHANGED ? "0" : "9876"));
    assertThat(show().out())
        .contains("(5.5.0, kernel unchanged, cluster.container.cpus (none) -> 0.6)");
  }

  @Test
  void onlyPersistenceOtherThanTheDefaultBeginsASeries() {
    String unset = seriesOfMqtt(LAST + 1, "cluster.broker", "hivemq");
    String inMemory = seriesOfMqtt(LAST + 2, "cluster.persistence", "in-memory");
    String file = seriesOfMqtt(LAST + 3, "cluster.persistence", "file");
    assertThat(inMemory).isEqualTo(unset).isNotEqualTo(file);
  }

  @Test
  void anotherBrokerBeginsASeries() {
    String hiveMq = seriesOfMqtt(LAST + 1, "cluster.broker", "hivemq");
    String mosquitto = seriesOfMqtt(LAST + 2, "cluster.broker", "mosquitto");
    assertThat(seriesOfMqtt(LAST + 3, "cluster.broker", "mosquitto"))
        .isEqualTo(mosquitto)
        .isNotEqualTo(hiveMq);
  }

  @Test
  void eachBrokerOfANightHasASeries() {
    Iterator<String> brokers = List.of("hivemq", "mosquitto", "mosquitto").iterator();
    CommandOutput added =
        add(
            nights.night(
                LAST + 1,
                1,
                (night, run) -> run.set("driver", "mqtt").set("cluster.broker", brokers.next())));
    assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.VALID);
    assertThat(added.out())
        .hasLineCount(2)
        .contains(" cluster.broker=hivemq, night ", " cluster.broker=mosquitto, night ");
  }

  /** The series to which a night of an MQTT broker with this setting is added. */
  private String seriesOfMqtt(int night, String key, String value) {
    CommandOutput added =
        add(nights.night(night, 1, (number, run) -> run.set("driver", "mqtt").set(key, value)));
    assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.VALID);
    return added.out().strip().replaceFirst(".* series ", "");
  }

  @Test
  void addingAgainChangesNothing() throws IOException {
    List<Path> before = files("figures");
    CommandOutput again = add(directory.resolve("night-3"));
    assertThat(again.code()).isEqualTo(ExitCode.VALID);
    assertThat(again.out()).startsWith("there already: producer async/async, night 2026-11-04");
    assertThat(files("figures")).isEqualTo(before).hasSize(LAST + 1);
    assertThat(before).allSatisfy(file -> assertThat(Files.size(file)).isLessThan(MAX_BYTES));
    nights.night(3, 0.5);
    CommandOutput other = add(directory.resolve("night-3"));
    assertThat(other.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other.err())
        .contains("is there with another content; remove it first")
        .hasLineCount(1);
  }

  /** As of a release that recorded less of what may explain a change. */
  @Test
  void aNightWhoseFileHasOtherFactsIsThereAlready() throws IOException {
    Path file = files("figures").get(3);
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("\"facts\" : \\{[^}]*}", "\"facts\" : { }"));
    CommandOutput again = add(directory.resolve("night-3"));
    assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.VALID);
    assertThat(again.out()).startsWith("there already: producer async/async, night 2026-11-04");
  }

  /** With all facts of a machine, of a client and of brokers. */
  @Test
  void theFileOfARealRunIsSmall() throws IOException {
    Path sample = Files.createDirectory(directory.resolve("20261201T020000Z-producer"));
    Files.copy(Path.of("..", "docs", "sample", "run.json"), sample.resolve("run.json"));
    List<Path> before = files("figures");
    CommandOutput added = add(sample);
    assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.VALID);
    assertThat(files("figures"))
        .hasSize(before.size() + 1)
        .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(MAX_BYTES));
  }

  /** Its figures would be those of the runs so far, and the finished night would be refused. */
  @Test
  void anUnfinishedNightIsNotAddedWhateverTheNotationOfItsPath() throws IOException {
    List<Path> before = files("figures");
    Path unfinished =
        Files.move(nights.night(LAST + 1, 1), directory.resolve("night-14.INCOMPLETE"));
    for (Path path : List.of(unfinished, unfinished.resolve("."), unfinished.resolve("x/.."))) {
      CommandOutput refused = add(path);
      assertThat(refused.code()).as(refused.out()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(refused.err()).contains("is not finished").hasLineCount(1);
    }
    assertThat(files("figures")).isEqualTo(before);
  }

  @Test
  void aNightThatCannotBeAddedHidesNoOther() throws IOException {
    int before = files("figures").size();
    Path invalid =
        nights.night(LAST + 1, 1, (number, run) -> run.verdict("invalid", "lost a message"));
    CommandOutput added =
        history("add", directory.resolve("nowhere"), invalid, nights.night(LAST + 2, 1));
    assertThat(added.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(added.err().lines())
        .containsExactly(
            directory.resolve("nowhere") + ": there is no such directory",
            invalid + ": no finished run is valid or suspect");
    assertThat(added.out()).startsWith("added: producer async/async, night 2026-11-16");
    assertThat(files("figures")).hasSize(before + 1);
  }

  @Test
  void anEmptyFileIsNotTakenForTheNight() throws IOException {
    for (Path file : files("figures")) {
      Files.writeString(file, "");
    }
    CommandOutput again = add(directory.resolve("night-3"));
    assertThat(again.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(again.err()).contains("remove it first").hasLineCount(1);
  }

  @Test
  void aBadFileHidesNoOther() throws IOException {
    List<Path> files = files("figures");
    String text = Files.readString(files.get(0));
    Files.writeString(files.get(0), text.substring(0, text.length() / 2));
    Files.writeString(files.get(1), text.replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 7"));
    Files.writeString(files.get(2), text.replace("\"mean\" : ", "\"mean\" : -"));
    // Left by an add that was killed.
    Files.writeString(history.resolve("figures").resolve("x.json.tmp"), "{");
    CommandOutput shown = show();
    assertThat(shown.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.line("async/async acked/s 11")).isNotEmpty();
    assertThat(shown.err().lines()).hasSize(3);
    assertThat(shown.err())
        .contains(files.get(0) + " cannot be read: ", files.get(2) + " cannot be read: figures.cpu")
        .contains("schemaVersion must be 1, got 7; use the release that wrote it");
    assertThat(show("--limit", "off").code()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void anAcknowledgementThatCannotBeReadIsNamedAndHidesNoChange() throws IOException {
    for (String change : changes()) {
      assertThat(history("ack", change, "5.5.1 checks each message").code())
          .isEqualTo(ExitCode.VALID);
    }
    List<Path> files = files("acknowledged");
    for (Path file : files) {
      String text = Files.readString(file);
      Files.writeString(file, text.substring(0, text.length() / 2));
    }
    assertReportedAgain(files, " cannot be read: ");
    for (Path file : files) {
      Files.writeString(file, "{\"schemaVersion\": 7}");
    }
    assertReportedAgain(files, ": schemaVersion must be 1, got 7; use the release that wrote it");
  }

  private void assertReportedAgain(List<Path> acknowledgements, String problem) {
    CommandOutput shown = show();
    assertThat(shown.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.err()).hasLineCount(acknowledgements.size());
    assertThat(acknowledgements)
        .isNotEmpty()
        .allSatisfy(file -> assertThat(shown.err()).contains(file + problem));
  }

  @Test
  void aFileWithNullInPlaceOfItsFactsIsNamed() throws IOException {
    Path file = files("figures").get(0);
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("\"facts\" : \\{[^}]*}", "\"facts\" : null"));
    CommandOutput shown = show();
    assertThat(shown.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(shown.err())
        .hasLineCount(1)
        .contains(file + " cannot be read: facts is missing or of the wrong kind");
  }

  @Test
  void badInputIsOneLine() throws IOException {
    Path unfinished = Files.createDirectory(directory.resolve("night.INCOMPLETE"));
    for (CommandOutput bad :
        List.of(
            history("shew"),
            history("show", "x"),
            history("show", "--out", directory.resolve("page.html")),
            history("report", "x"),
            history("export", "--format", "otava"),
            history("export", "--format", "otava", "--out", files("figures").get(0)),
            history("export", "--format", "bmf", "--out", directory.resolve("nowhere/bmf.json")),
            history("report", "--out", directory.resolve("nowhere/page.html")),
            history("add"),
            history("add", directory.resolve("nowhere")),
            history("add", unfinished),
            history("ack", "x"),
            history("ack", "x", "reason"),
            history("show", "--limit", "much"),
            history("show", "--limit", "response-p99.9=10%"),
            CommandOutput.of("history", "show", "--history", directory.resolve("nowhere")))) {
      assertThat(bad.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(bad.err()).hasLineCount(1);
    }
    assertThat(history("add", "night", "--limit", "10%").err())
        .startsWith("--limit: is a flag of history show and history report");
  }

  private CommandOutput add(Path night) {
    return history("add", night);
  }

  private CommandOutput show(Object... arguments) {
    return history("show", arguments);
  }

  private CommandOutput history(String action, Object... arguments) {
    return CommandOutput.of(
        "history",
        Stream.concat(Stream.of(action, "--history", history), Stream.of(arguments)).toArray());
  }

  /** New changes for the worse. */
  private List<String> changes() {
    return show()
        .out()
        .lines()
        .filter(line -> line.contains("history ack "))
        .map(line -> line.replaceAll(".*history ack (\\S+) .*", "$1"))
        .toList();
  }

  private List<Path> files(String kind) throws IOException {
    try (Stream<Path> files = Files.list(history.resolve(kind))) {
      return files.sorted().collect(Collectors.toList());
    }
  }
}
