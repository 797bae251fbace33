package io.brokerbench.history;

import io.brokerbench.document.Table;
import io.brokerbench.history.FigureSeries.Change;
import io.brokerbench.history.History.JudgedChange;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.stored.EnvironmentFacts;
import io.brokerbench.units.Text;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** A history as text: its changes, and a table of its series. */
public final class HistoryTable {

  private static final String NONE = "(none)";

  /** Changes of at least this share have no decimals. */
  private static final double WHOLE = 0.02;

  private HistoryTable() {}

  /**
   * The lines.
   *
   * @param flag that names the history in commands, after a blank; empty for the default one
   */
  public static List<String> lines(History history, String flag) {
    List<String> lines = new ArrayList<>();
    for (JudgedChange each : history.changes()) {
      lines.add(line(each));
      if (canBeAcknowledged(each)) {
        lines.add("  to acknowledge: " + acknowledge(each, flag));
      }
    }
    if (history.changes().isEmpty()) {
      lines.add("no change found");
    }
    lines.add("");
    Table.Builder table =
        Table.of("Figures by series", "lrrrr", "series|nights|latest|would find|changes");
    for (FigureSeries series : history.series()) {
      table.add(
          series.label(),
          Integer.toString(series.nights().size()),
          series.latestCell(),
          series.detectable().isPresent() ? percent(series.detectable().getAsDouble(), "") : "n/a",
          Integer.toString(series.steps().size()));
    }
    lines.addAll(table.build().lines());
    return lines;
  }

  /** State and change in one line. */
  static String line(JudgedChange each) {
    return Text.of("%s: %s%s", state(each), text(each.change()), total(each));
  }

  /** What a regression amounts to together with the losses before it; empty if there are none. */
  static String total(JudgedChange each) {
    return each.regression() && each.total().isPresent()
        ? Text.of("; %s with the losses before it", percent(each.total().getAsDouble() - 1, "+"))
        : "";
  }

  static boolean canBeAcknowledged(JudgedChange each) {
    return each.state() == History.State.NEW && each.change().worse();
  }

  /** The command that acknowledges a change. */
  static String acknowledge(JudgedChange each, String flag) {
    return Text.of("bench history ack %s REASON%s", each.change().id(), flag);
  }

  static String state(JudgedChange each) {
    return each.regression()
        ? "REGRESSION, new"
        : each.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * A change in one line: {@code producer sync/async acked/s: -7 % [-9, -5] since night 2026-11-12
   * (5.5.0 -> 5.5.1, kernel unchanged)}.
   */
  static String text(Change change) {
    return Text.of(
        "%s: %s %s since night %s (%s)",
        change.series().label(),
        size(change),
        interval(change),
        day(change),
        circumstances(change.before(), change.first()));
  }

  static String size(Change change) {
    return percent(change.step().ratio().estimate() - 1, "+");
  }

  static String interval(Change change) {
    return Text.of(
        "[%s, %s]",
        percent(change.step().ratio().low() - 1, "+").replace(" %", ""),
        percent(change.step().ratio().high() - 1, "+").replace(" %", ""));
  }

  /**
   * The day of the first night after it, with the time if the night before it was on that day, too.
   */
  static String day(Change change) {
    Instant first = change.first().night();
    LocalDate day = LocalDate.ofInstant(first, ZoneOffset.UTC);
    return LocalDate.ofInstant(change.before().night(), ZoneOffset.UTC).equals(day)
        ? first.toString()
        : day.toString();
  }

  static String percent(double share, String flag) {
    return String.format(
        Locale.ROOT, "%" + flag + (Math.abs(share) < WHOLE ? ".1f" : ".0f") + " %%", share * 100);
  }

  /** Release and kernel, changed or not, and the other facts that changed. */
  static String circumstances(SeriesNight before, SeriesNight first) {
    List<String> facts = new ArrayList<>();
    String release = first.facts().getOrDefault(EnvironmentFacts.BROKER_RELEASE, "");
    String old = before.facts().getOrDefault(EnvironmentFacts.BROKER_RELEASE, "");
    if (!release.equals(old)) {
      facts.add(old + " -> " + release);
    } else if (!release.isEmpty()) {
      facts.add(release);
    }
    if (first.facts().containsKey(EnvironmentFacts.HOST_KERNEL)
        || before.facts().containsKey(EnvironmentFacts.HOST_KERNEL)) {
      String kernel = difference(before, first, EnvironmentFacts.HOST_KERNEL);
      facts.add(kernel.isEmpty() ? "kernel unchanged" : kernel);
    }
    Set<String> others = new TreeSet<>(before.facts().keySet());
    others.addAll(first.facts().keySet());
    others.remove(EnvironmentFacts.BROKER_RELEASE);
    others.remove(EnvironmentFacts.HOST_KERNEL);
    others.stream()
        .map(fact -> difference(before, first, fact))
        .filter(text -> !text.isEmpty())
        .forEach(facts::add);
    return facts.isEmpty() ? "no recorded fact changed" : String.join(", ", facts);
  }

  private static String difference(SeriesNight before, SeriesNight first, String fact) {
    String old = before.facts().getOrDefault(fact, NONE);
    String now = first.facts().getOrDefault(fact, NONE);
    return old.equals(now) ? "" : Text.of("%s %s -> %s", fact, old, now);
  }
}
