package io.brokerbench.cli;

import io.brokerbench.find.Findings;
import io.brokerbench.find.Probe;
import io.brokerbench.report.Units;
import io.brokerbench.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a search found, for people. */
final class FindTable {

  private FindTable() {}

  /** The lines: every probe, what it cost, the load-latency curve, the rate, what failed above. */
  static List<String> lines(Findings found, Optional<LoadTable> loads) {
    List<String> lines = new ArrayList<>(probes(found).lines());
    if (loads.isPresent()) {
      lines.add("");
      lines.add("what each load cost:");
      lines.addAll(loads.get().table().lines());
    }
    if (!found.curve().isEmpty()) {
      lines.add("");
      lines.add("load and latency:");
      lines.addAll(curve(found).lines());
    }
    lines.add("");
    lines.add("highest sustainable rate: " + rate(found));
    lines.addAll(notes(found));
    loads.ifPresent(known -> lines.addAll(known.recommended()));
    return lines;
  }

  static TextTable probes(Findings found) {
    TextTable table = new TextTable("rrrrrl");
    table.add("offered/s", "achieved/s", "response p50", "p99", "CPU", "");
    found.probes().forEach(probe -> table.add(row(probe, probe.text())));
    return table;
  }

  /** Loads up to the found rate. */
  static TextTable curve(Findings found) {
    TextTable table = new TextTable("rrrrrl");
    table.add("offered/s", "achieved/s", "response p50", "p99", "CPU", "");
    found
        .curve()
        .forEach(
            point ->
                table.add(
                    row(
                        point,
                        share(point, found)
                            + (isKnee(point, found) ? ", knee" : "")
                            + (isPlain(point) ? "" : "; " + point.text()))));
    return table;
  }

  /** What failed above the found rate, where CPU ends, what gave no answer and was not judged. */
  static List<String> notes(Findings found) {
    List<String> lines = new ArrayList<>();
    if (!found.failedAbove().isEmpty()) {
      lines.add("failed above it: " + String.join("; ", found.failedAbove()));
    }
    if (found.unanswered() != null) {
      found.unanswered().forEach(line -> lines.add("no answer at " + line));
    }
    if (found.secondsNeeded() != null) {
      lines.add(
          String.format(
                  Locale.ROOT,
                  "some probes were too short to tell: measure for %d s or longer (load.duration), or widen",
                  found.secondsNeeded())
              + " the interval (find.width)");
    }
    if (found.atCpuBoundPerSecond() != null) {
      lines.add(
          String.format(
              Locale.ROOT,
              "CPU comes to its limit at %s/s, interpolated",
              Units.rate(found.atCpuBoundPerSecond())));
    }
    if (found.limitedByGenerator()) {
      lines.add("the generator was the limit, not the brokers: the rate says nothing of them");
    }
    if (!found.notJudged().isEmpty()) {
      lines.add(
          "not judged, as this machine does not tell: " + String.join(", ", found.notJudged()));
    }
    return lines;
  }

  /** The answer, for people. */
  static String rate(Findings found) {
    if (found.noneSustainable()) {
      return found.highPerSecond() == null
          ? "not known"
          : String.format(Locale.ROOT, "none; not even %s/s is", Units.rate(found.highPerSecond()));
    }
    String confirmed =
        String.format(
            Locale.ROOT,
            "%s, %d probes",
            found.confirmed() ? "confirmed" : "not confirmed",
            found.probes().size());
    return found.highPerSecond() == null
        ? String.format(
            Locale.ROOT,
            "at least %s/s, the highest that was tried, %s",
            Units.rate(found.lowPerSecond()),
            confirmed)
        : String.format(
            Locale.ROOT,
            "%s/s [%s, %s], %s",
            Units.rate(found.lowPerSecond()),
            Units.rate(found.lowestPerSecond()),
            Units.rate(found.highPerSecond()),
            confirmed);
  }

  private static String[] row(Probe probe, String last) {
    Double achieved = probe.achievedPerSecond();
    Double cpu = probe.cpuShare();
    return new String[] {
      Units.rate(probe.offeredPerSecond()),
      achieved == null ? "n/a" : Units.rate(achieved),
      nanos(probe.responseP50Nanos()),
      nanos(probe.responseP99Nanos()),
      cpu == null ? "n/a" : String.format(Locale.ROOT, "%.0f %%", cpu * 100),
      last
    };
  }

  private static String nanos(@Nullable Long nanos) {
    return Units.nanos(nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos));
  }

  private static String share(Probe point, Findings found) {
    return String.format(
        Locale.ROOT, "%.0f %%", 100 * point.offeredPerSecond() / found.lowPerSecond());
  }

  /** Whether nothing is to be said of it but its figures. */
  private static boolean isPlain(Probe point) {
    return point.sustained() && point.text().equals("sustained");
  }

  private static boolean isKnee(Probe point, Findings found) {
    return found.kneePerSecond() != null && found.kneePerSecond() == point.offeredPerSecond();
  }
}
