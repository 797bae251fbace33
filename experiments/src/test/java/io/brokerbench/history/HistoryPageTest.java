package io.brokerbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.document.Block;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.document.Section;
import io.brokerbench.document.Series;
import io.brokerbench.document.Table;
import io.brokerbench.file.BadInputException;
import io.brokerbench.history.HistoryStore.Content;
import io.brokerbench.results.history.Acknowledgement;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.results.history.SeriesNight.NightFigure;
import io.brokerbench.results.history.SimulatedNights;
import io.brokerbench.statistics.SimulatedHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryPageTest {

  private static final int NIGHTS = 40;
  private static final int CHANGED = 20;
  private static final int MAX_BYTES = 3_000_000;

  @Test
  void theWorstIsFirst() throws BadInputException {
    Document page =
        page(
            List.of(),
            Stream.of(cell("gain", -4), cell("even", 0), cell("loss", 4), cell("large loss", 8))
                .flatMap(List::stream)
                .toList());
    assertThat(page.headline().tone()).isEqualTo(Tone.BAD);
    assertThat(page.headline().word()).isEqualTo("2 new regressions");
    assertThat(page.headline().reasons()).hasSize(2);
    assertThat(page.headline().sentence())
        .isEqualTo("4 figures of 4 series in 40 nights, 2026-01-01 to 2026-02-09.");
    assertThat(page.sections())
        .extracting(Section::title)
        .containsExactly("large loss acked/s", "loss acked/s", "even acked/s", "gain acked/s");
    assertThat(page.sections())
        .extracting(section -> Objects.requireNonNull(section.preview()).tone())
        .containsExactly(Tone.BAD, Tone.BAD, Tone.NEUTRAL, Tone.GOOD);
    assertThat(note(page, 0)).matches("REGRESSION, new: -3\\d % since night 2026-01-2[01]");
    assertThat(note(page, 2)).isEqualTo("no change");
    assertThat(note(page, 3)).startsWith("new: +2");
  }

  @Test
  void aSeriesShowsItsNightsLevelsReleasesAndTheStateOfItsChanges() throws BadInputException {
    List<SeriesNight> nights = cell("loss", 4);
    Document unjudged = page(List.of(), nights);
    assertThat(blocks(unjudged, Block.Code.class))
        .singleElement()
        .asString()
        .matches(
            ".*bench history ack "
                + nights.get(0).series()
                + "-rate-202601\\w+ REASON --history nights\\W*");

    Acknowledgement accepted =
        new Acknowledgement(
            1, nights.get(0).series(), "rate", nights.get(CHANGED).night(), "5.5.1 checks more");
    Document page = page(List.of(accepted), nights);
    assertThat(page.headline().tone()).isEqualTo(Tone.GOOD);
    assertThat(blocks(page, Block.Code.class)).isEmpty();
    assertThat(note(page, 0)).startsWith("acknowledged: -");
    Table changes = page.tables().get(0);
    assertThat(changes.rows())
        .singleElement()
        .satisfies(
            row -> assertThat(row).contains("acknowledged", "5.5.0 -> 5.5.1", "5.5.1 checks more"));

    Chart chart = page.charts().get(0);
    assertThat(chart.series())
        .extracting(Series::name)
        .containsExactly("mean of the night", "level");
    assertThat(chart.series().get(0).points())
        .hasSize(NIGHTS)
        .allMatch(point -> point.low() < point.y() && point.y() < point.high());
    assertThat(chart.series().get(1).points().stream().filter(point -> point.y() > 0)).hasSize(4);
    assertThat(chart.marks())
        .singleElement()
        .satisfies(mark -> assertThat(mark.label()).startsWith("5.5.1: acknowledged -"));
  }

  @Test
  void nightsHaveLinksToTheReportsThatAreThere(@TempDir Path home) throws IOException {
    List<SeriesNight> nights = cell("loss", 4);
    Path results = home.resolve("results");
    for (String night : List.of("night-3", "night-5")) {
      Files.createDirectories(results.resolve(night));
    }
    Files.createFile(results.resolve("night-3").resolve("report.html"));
    assertThat(
            HistoryPage.reports(
                nights, List.of(home, results), home.resolve("a b").resolve("history.html")))
        .isEqualTo(Map.of(nights.get(3).night(), "./../results/night-3/report.html"));
  }

  @Test
  void aYearOfTwelveCellsIsSmall() throws BadInputException {
    Document page = page(List.of(), SimulatedNights.year());
    assertThat(page.sections()).hasSize(12 * 4);
    assertThat(page.charts())
        .hasSize(12 * 4)
        .allMatch(chart -> chart.series().get(0).points().size() == 365);
    String html = HtmlPage.of(page);
    assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES);
    assertThat(page.sections())
        .allSatisfy(
            section -> assertThat(html).contains("<h2>" + section.title().replace("'", "&#39;")));
  }

  /** The first two losses are each within the limit, and together beyond it. */
  @Test
  void aSmallGainFixesNoneOfTheLossesBeforeIt() throws BadInputException {
    History history = levels(0, -0.07, -0.14, -0.12);
    assertThat(history.changes())
        .hasSize(3)
        .allMatch(change -> change.state() == History.State.NEW);
    assertThat(history.regressions()).isEqualTo(1);
  }

  /** The figure falls by 7 %, and after a small gain by 8 % more: each is within the limit. */
  @Test
  void lossesAddUpAcrossAGainThatMakesUpForAPartOfThem() throws BadInputException {
    History history = levels(0, -0.07, -0.05, -0.13);
    assertThat(history.changes()).hasSize(3);
    assertThat(history.regressions()).isEqualTo(1);
    assertThat(HistoryTable.line(history.changes().get(0)))
        .startsWith("REGRESSION, new: levels acked/s: -8 % ")
        .endsWith("; -12 % with the losses before it");
  }

  @Test
  void aLossThatWasFixedIsNotReportedAgainWithTheNextOne() throws BadInputException {
    History history = levels(0, -0.2, 0, -0.2);
    assertThat(history.changes())
        .extracting(History.JudgedChange::state)
        .containsExactlyInAnyOrder(History.State.FIXED, History.State.NEW, History.State.NEW);
    assertThat(history.regressions()).isEqualTo(1);
  }

  @Test
  void aLossIsNotFixedByAFurtherOne() throws BadInputException {
    assertThat(levels(0, -0.03, -0.06).changes())
        .hasSize(2)
        .allMatch(change -> change.state() == History.State.NEW);
  }

  @Test
  void aFasterMachineFixesNoSlowerBroker() throws BadInputException {
    History history = withControl(nights("levels", 0, -0.12, 0), nights("the control", 0, 0, 0.12));
    assertThat(history.changes())
        .extracting(History.JudgedChange::state)
        .containsExactlyInAnyOrder(
            History.State.NEW, History.State.MACHINE_MOVED, History.State.MACHINE_MOVED);
    assertThat(history.regressions()).isEqualTo(1);
  }

  /** The machine fell by 0.2 between the loss and the gain. */
  @Test
  void aLossIsFixedOnASlowerMachine() throws BadInputException {
    History history =
        withControl(
            nights("levels", 0, -0.12, -0.32, -0.2), nights("the control", 0, 0, -0.2, -0.2));
    assertThat(history.changes())
        .extracting(History.JudgedChange::state)
        .containsExactlyInAnyOrder(
            History.State.FIXED,
            History.State.NEW,
            History.State.MACHINE_MOVED,
            History.State.MACHINE_MOVED);
    assertThat(history.regressions()).isZero();
  }

  /** The last three nights of a series show a loss; the machine became slower weeks later. */
  @Test
  void whatTheMachineDidAfterTheEndOfASeriesExplainsNothing() throws BadInputException {
    History history =
        withControl(
            SimulatedNights.cell("ended", step(12, 15)),
            SimulatedNights.cell("the control", step(32, NIGHTS)));
    assertThat(history.changes())
        .extracting(History.JudgedChange::state)
        .containsExactly(History.State.NEW, History.State.MACHINE_MOVED);
    assertThat(history.regressions()).isEqualTo(1);
  }

  /** As the processor time of machines, where that of brokers is not known any more. */
  @Test
  void aFigureThatBecomesAnotherMetricBeginsAnew() throws BadInputException {
    List<SeriesNight> nights = new ArrayList<>();
    for (SeriesNight night : nights("levels", 0, -0.3)) {
      NightFigure rate = Objects.requireNonNull(night.figures().get("rate"));
      nights.add(
          new SeriesNight(
              night.schemaVersion(),
              night.night(),
              night.series(),
              night.cell(),
              night.control(),
              night.results(),
              night.facts(),
              new TreeMap<>(
                  Map.of(
                      "rate",
                      new NightFigure(
                          nights.size() < 12 ? rate.label() : "sent/s",
                          rate.runs(),
                          rate.mean(),
                          rate.varianceLog(),
                          rate.unit())))));
    }
    History history = history(nights);
    assertThat(history.changes()).isEmpty();
    assertThat(history.series())
        .singleElement()
        .satisfies(series -> assertThat(series.nights()).hasSize(12));
  }

  /** Logarithms of so many nights, from one of which on they are lower by 0.2. */
  private static double[] step(int first, int nights) {
    return IntStream.range(0, nights)
        .mapToDouble(night -> (night < first ? 0 : -0.2) + 0.001 * (night % 2))
        .toArray();
  }

  /** Twelve nights at each of these logarithms of the rate, judged with a limit of 10 %. */
  private static History levels(double... logs) throws BadInputException {
    return history(nights("levels", logs));
  }

  private static List<SeriesNight> nights(String name, double... logs) {
    double[] nights =
        IntStream.range(0, 12 * logs.length)
            .mapToDouble(night -> logs[night / 12] + 0.001 * (night % 3))
            .toArray();
    return SimulatedNights.cell(name, nights);
  }

  private static History withControl(List<SeriesNight> cell, List<SeriesNight> control)
      throws BadInputException {
    return history(Stream.concat(cell.stream(), control.stream()).toList());
  }

  private static History history(List<SeriesNight> nights) throws BadInputException {
    return History.of(
        new Content(nights, List.of(), List.of()), RegressionLimits.parse(List.of("10%")));
  }

  /** Nights that differ by chance, and by so many standard deviations from a night on. */
  private static List<SeriesNight> cell(String name, double loss) {
    return SimulatedNights.cell(name, SimulatedHistory.WHITE.logs(NIGHTS, 1, CHANGED, loss));
  }

  private static Document page(List<Acknowledgement> accepted, List<SeriesNight> nights)
      throws BadInputException {
    return HistoryPage.of(
        History.of(new Content(nights, accepted, List.of()), RegressionLimits.parse(List.of("5%"))),
        " --history nights",
        Map.of());
  }

  private static String note(Document page, int section) {
    return Objects.requireNonNull(page.sections().get(section).preview()).note();
  }

  private static <T extends Block> List<T> blocks(Document page, Class<T> kind) {
    return page.sections().stream()
        .flatMap(section -> section.blocks().stream())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }
}
