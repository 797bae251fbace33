package io.brokerbench.find;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Block;
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
import io.brokerbench.matrix.LoadTable;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The report on a search: load and latency, the found rate, and the conditions that failed above
 * it.
 */
public final class FindDocument {

  private FindDocument() {}

  /**
   * The report.
   *
   * @param published published figures side by side with measured ones, and their sources; empty if
   *     there are none
   */
  public static Document of(
      Path directory, SearchResult found, Optional<LoadTable> loads, List<Block> published) {
    List<Block> answer = new ArrayList<>();
    answer.add(chart(found));
    FindTable.notes(found).forEach(note -> answer.add(new Paragraph(note)));
    loads.ifPresent(
        known -> {
          known.recommended().forEach(note -> answer.add(new Paragraph(note)));
          answer.add(known.table("Cost of each load"));
        });
    if (!found.curve().isEmpty()) {
      answer.add(FindTable.curve(found));
    }
    answer.addAll(published);
    Section load = new Section("Load and latency", true, answer);
    Section probes = new Section("Every probe", true, List.of(FindTable.trials(found)));
    return new Document(RunsDirectory.fileName(directory), headline(found), List.of(load, probes));
  }

  private static Headline headline(SearchResult found) {
    List<String> reasons = new ArrayList<>();
    found.failedAbove().forEach(failed -> reasons.add("failed above it: " + failed));
    if (found.limitedBy() != null) {
      reasons.add("limited by " + found.limitedBy());
    }
    if (found.limitedByGenerator()) {
      reasons.add("the generator was the limit, not the brokers");
    }
    if (found.unanswered() != null) {
      found.unanswered().forEach(line -> reasons.add("no answer at " + line));
    }
    List<Headline.Figure> figures =
        List.of(new Headline.Figure("probes", Integer.toString(found.probes().size())));
    if (found.noneSustainable()) {
      return found.highPerSecond() == null
          ? new Headline(
              Tone.NEUTRAL, "NOT KNOWN", "No probe has given an answer.", reasons, figures)
          : new Headline(
              Tone.BAD, "NONE", "No rate that was tried is sustainable.", reasons, figures);
    }
    Tone tone = found.confirmedOfBrokers() ? Tone.GOOD : Tone.DOUBTFUL;
    String word = Units.rate(found.lowPerSecond()) + " msg/s";
    String sentence = "is the highest sustainable rate: " + FindTable.rate(found);
    return new Headline(tone, word, sentence, reasons, figures);
  }

  private static Chart chart(SearchResult found) {
    List<Series> series = new ArrayList<>();
    List<Trial> held = found.probes().stream().filter(Trial::sustained).toList();
    List<Trial> without = found.probes().stream().filter(Trial::unanswered).toList();
    List<Trial> failed = new ArrayList<>(found.probes());
    failed.removeIf(trial -> trial.sustained() || trial.unanswered());
    add(series, "p50 of the curve", Kind.LINE, found.curve(), Trial::responseP50Nanos);
    add(series, "p99 of the curve", Kind.LINE, found.curve(), Trial::responseP99Nanos);
    add(series, "p99 of probes that held", Kind.POINT, held, Trial::responseP99Nanos);
    add(series, "p99 of probes that did not", Kind.POINT, failed, Trial::responseP99Nanos);
    add(series, "p99 of probes without an answer", Kind.POINT, without, Trial::responseP99Nanos);
    List<Mark> marks = new ArrayList<>();
    if (!found.noneSustainable()) {
      marks.add(new Mark(found.lowPerSecond(), true, "held"));
    }
    if (found.highPerSecond() != null) {
      marks.add(new Mark(found.highPerSecond(), true, "did not"));
    }
    if (found.kneePerSecond() != null) {
      marks.add(new Mark(found.kneePerSecond(), true, "knee"));
    }
    return new Chart(
        "load-latency",
        "Response by offered load",
        "From the moment each message should have left. The scale is logarithmic.",
        Axis.of("offered messages/s", AxisUnit.PER_SECOND),
        List.of(Axis.log("response", AxisUnit.NANOS)),
        series,
        List.of(),
        marks,
        "");
  }

  private static void add(
      List<Series> series,
      String name,
      Kind kind,
      List<Trial> trials,
      Function<Trial, @Nullable Long> latency) {
    List<Point> points = new ArrayList<>();
    trials.stream()
        .sorted(Comparator.comparingDouble(Trial::offeredPerSecond))
        .forEach(
            trial -> {
              Long nanos = latency.apply(trial);
              if (nanos != null) {
                points.add(Point.of(trial.offeredPerSecond(), nanos.doubleValue()));
              }
            });
    if (!points.isEmpty()) {
      series.add(new Series(name, kind, 0, points));
    }
  }
}
