package io.brokerbench.history;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Code;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Chart.Mark;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.Section;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import io.brokerbench.document.Table;
import io.brokerbench.history.FigureSeries.Change;
import io.brokerbench.history.History.JudgedChange;
import io.brokerbench.history.History.State;
import io.brokerbench.page.RunPage;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.runs.RunsDocument;
import io.brokerbench.stored.EnvironmentFacts;
import io.brokerbench.units.Text;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A history as a page: a line per figure of a series, which opens its nights and changes. */
public final class HistoryPage {

  /** Name of the file in the directory of a history. */
  public static final String FILE = "history.html";

  private HistoryPage() {}

  /**
   * The page: new regressions first, then by the size of the new losses; gains are last.
   *
   * @param flag that names the history in commands, after a blank; empty for the default one
   * @param reports addresses of the nights' reports
   */
  public static Document of(History history, String flag, Map<Instant, String> reports) {
    List<Subject> subjects = new ArrayList<>();
    for (FigureSeries series : history.series()) {
      List<JudgedChange> changes =
          history.changes().stream()
              .filter(each -> each.change().series() == series)
              .sorted(Subject.WORST_FIRST)
              .toList();
      subjects.add(new Subject(series, changes, Text.of("series-%d", subjects.size())));
    }
    subjects.sort(
        Comparator.comparing((Subject each) -> !each.regression())
            .thenComparing(Subject::loss, Comparator.reverseOrder()));
    List<Section> sections = subjects.stream().map(subject -> subject.section(flag)).toList();
    return new Document("History of nights", headline(history), sections, reports);
  }

  /**
   * Addresses of the nights' reports, as far as they are there.
   *
   * @param parents directories in which results may be
   * @param page the file with the page
   */
  public static SortedMap<Instant, String> reports(
      Collection<SeriesNight> nights, List<Path> parents, Path page) {
    Path from = Objects.requireNonNull(page.toAbsolutePath().normalize().getParent());
    SortedMap<Instant, String> addresses = new TreeMap<>();
    for (SeriesNight night : nights) {
      if (night.results() != null && !addresses.containsKey(night.night())) {
        parents.stream()
            .map(parent -> parent.resolve(night.results()).resolve(RunPage.FILE))
            .filter(Files::isRegularFile)
            .findFirst()
            .ifPresent(
                report ->
                    addresses.put(
                        night.night(),
                        address(from.relativize(report.toAbsolutePath().normalize()))));
      }
    }
    return addresses;
  }

  private static String address(Path relative) {
    try {
      return new URI(null, null, "./" + relative.toString().replace('\\', '/'), null)
          .toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("every path is a relative address", e);
    }
  }

  private static Headline headline(History history) {
    SortedMap<Instant, String> nights = new TreeMap<>();
    history.series().stream()
        .flatMap(series -> series.nights().stream())
        .forEach(night -> nights.put(night.night(), night.series()));
    String span =
        nights.isEmpty()
            ? "The history has no figure."
            : Text.of(
                "%d figures of %d series in %d nights, %s to %s.",
                history.series().size(),
                history.series().stream().map(each -> each.latest().series()).distinct().count(),
                nights.size(),
                day(nights.firstKey()),
                day(nights.lastKey()));
    long regressions = history.regressions();
    if (regressions == 0) {
      return new Headline(Tone.GOOD, "No new regression", span, List.of(), List.of());
    }
    String word = Text.of("%d new regression%s", regressions, regressions == 1 ? "" : "s");
    List<String> lines =
        history.changes().stream()
            .filter(JudgedChange::regression)
            .map(HistoryTable::line)
            .toList();
    return new Headline(Tone.BAD, word, span, lines, List.of());
  }

  private static LocalDate day(Instant night) {
    return LocalDate.ofInstant(night, ZoneOffset.UTC);
  }

  /**
   * A figure of a series and what was found in it.
   *
   * @param changes the worst first
   * @param id of its chart
   */
  private record Subject(FigureSeries series, List<JudgedChange> changes, String id) {

    static final Comparator<JudgedChange> WORST_FIRST =
        Comparator.comparing((JudgedChange each) -> !each.regression())
            .thenComparing(JudgedChange::state)
            .thenComparing(Subject::loss, Comparator.reverseOrder());

    boolean regression() {
      return !changes.isEmpty() && changes.get(0).regression();
    }

    /** The worst new change as a logarithm, negative for a gain; 0 without a new change. */
    double loss() {
      return changes.isEmpty() || changes.get(0).state() != State.NEW ? 0 : loss(changes.get(0));
    }

    private static double loss(JudgedChange each) {
      return each.change().series().figure().better().worsening(each.change().step().ratio()).log();
    }

    Section section(String flag) {
      Chart chart = chart();
      List<Block> blocks = new ArrayList<>();
      blocks.add(chart);
      if (!changes.isEmpty()) {
        blocks.add(table());
      }
      changes.stream()
          .filter(HistoryTable::canBeAcknowledged)
          .forEach(each -> blocks.add(new Code(HistoryTable.acknowledge(each, flag))));
      blocks.add(new Paragraph(Text.of("Series %s. %s", series.latest().series(), wouldFind())));
      Section.Preview preview = new Section.Preview(tone(), chart, series.latestCell(), note());
      return new Section(series.label(), false, blocks, preview);
    }

    private Tone tone() {
      if (regression()) {
        return Tone.BAD;
      }
      return loss() > 0 ? Tone.DOUBTFUL : loss() < 0 ? Tone.GOOD : Tone.NEUTRAL;
    }

    private String note() {
      if (changes.isEmpty()) {
        return "no change";
      }
      JudgedChange worst = changes.get(0);
      return Text.of(
          "%s: %s since night %s",
          HistoryTable.state(worst),
          HistoryTable.size(worst.change()),
          HistoryTable.day(worst.change()));
    }

    private String wouldFind() {
      return series.detectable().isPresent()
          ? Text.of(
              "Three nights would show a step of %s in four of five cases.",
              HistoryTable.percent(series.detectable().getAsDouble(), ""))
          : "The latest level has too few nights to say which step three nights would show.";
    }

    private Table table() {
      Table.Builder table =
          Table.of(
              "Changes", "lrrlll", "state|change|95 % interval|since night|circumstances|reason");
      for (JudgedChange each : changes) {
        table.add(
            HistoryTable.state(each) + HistoryTable.total(each),
            HistoryTable.size(each.change()),
            HistoryTable.interval(each.change()),
            HistoryTable.day(each.change()),
            HistoryTable.circumstances(each.change().before(), each.change().first()),
            each.reason());
      }
      return table.build();
    }

    private Chart chart() {
      List<Point> nights = new ArrayList<>();
      for (int i = 0; i < series.nights().size(); i++) {
        nights.add(RunsDocument.point(time(i), series.repeats().get(i)));
      }
      List<Series> all = new ArrayList<>();
      all.add(new Series("mean of the night", Kind.RANGE, 0, nights));
      if (!changes.isEmpty()) {
        all.add(new Series("level", Kind.DASHED, 0, levels()));
      }
      return new Chart(
          id,
          series.label(),
          "The band is the 95 % interval of each night's runs; marks are changes and releases.",
          Axis.of("night", AxisUnit.INSTANT),
          List.of(
              Axis.fitted(
                  series.axisUnit() == AxisUnit.COUNT ? series.unit() : series.metric(),
                  series.axisUnit())),
          all,
          List.of(),
          marks(),
          "");
    }

    private double time(int night) {
      return series.nights().get(night).night().toEpochMilli();
    }

    /** The ends of each level. */
    private List<Point> levels() {
      List<Point> levels = new ArrayList<>();
      List<Change> steps = series.steps();
      for (int i = 0; i <= steps.size(); i++) {
        int first = i == 0 ? 0 : steps.get(i - 1).index();
        int last = (i == steps.size() ? series.nights().size() : steps.get(i).index()) - 1;
        double level = Math.exp(i == 0 ? steps.get(0).step().before() : steps.get(i - 1).after());
        levels.add(Point.of(time(first), level));
        levels.add(Point.of(time(last), level));
        levels.add(Point.of(time(last), Double.NaN));
      }
      return levels;
    }

    /** Changes, and releases that differ from that of the night before; one mark per night. */
    private List<Mark> marks() {
      SortedMap<Integer, List<String>> labels = new TreeMap<>();
      for (int i = 1; i < series.nights().size(); i++) {
        String release = release(i);
        if (!release.equals(release(i - 1))) {
          labels.computeIfAbsent(i, night -> new ArrayList<>()).add(release);
        }
      }
      for (JudgedChange each : changes) {
        labels
            .computeIfAbsent(each.change().index(), night -> new ArrayList<>())
            .add(HistoryTable.state(each) + " " + HistoryTable.size(each.change()));
      }
      return labels.entrySet().stream()
          .map(each -> new Mark(time(each.getKey()), true, String.join(": ", each.getValue())))
          .collect(Collectors.toList());
    }

    private String release(int night) {
      return series
          .nights()
          .get(night)
          .facts()
          .getOrDefault(EnvironmentFacts.BROKER_RELEASE, "release unknown");
    }
  }
}
