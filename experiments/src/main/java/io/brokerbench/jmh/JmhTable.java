package io.brokerbench.jmh;

import io.brokerbench.compare.ComparisonTable;
import io.brokerbench.document.Table;
import io.brokerbench.jmh.JmhComparison.Row;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Gate;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The console form of a comparison of JMH results. */
public final class JmhTable {

  /** The package of a benchmark's class. */
  private static final Pattern PACKAGE = Pattern.compile("^([a-z_0-9]+\\.)+(?=[A-Z])");

  /**
   * Facts on which scores depend, besides those in JMH's own file; other differences between two
   * runs are not shown.
   */
  private static final Pattern FACTS =
      Pattern.compile(
          "commit|environment\\.(clients\\..+|jvm\\.(vendor|maxHeapBytes)"
              + "|host\\.(cpu|availableProcessors|memoryBytes|kernel|os))");

  private JmhTable() {}

  /** The lines: the subjects of the comparison, the benchmarks, the result of the limit. */
  public static List<String> lines(JmhComparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add(side("base", comparison.base()));
    lines.add(side("candidate", comparison.candidate()));
    lines.addAll(differences(comparison));
    comparison.onlyInBase().forEach(name -> lines.add(fact("not here", name + ": only in BASE")));
    comparison
        .onlyInCandidate()
        .forEach(name -> lines.add(fact("not here", name + ": only in CANDIDATE")));
    if (comparison.rows().stream().anyMatch(row -> !row.byForks())) {
      lines.add(
          fact("one fork", "its iterations count as runs: how forks differ is in no interval"));
    }
    lines.add("");
    lines.addAll(table(comparison).lines());
    lines.add("");
    lines.add(fact("limit", limit(comparison)));
    return lines;
  }

  private static String fact(String name, String text) {
    return Text.of("%-11s %s", name, text);
  }

  private static String side(String name, JmhFile file) {
    return fact(name, Text.of("%s: %d benchmarks", file.path(), file.scores().size()));
  }

  private static List<String> differences(JmhComparison comparison) {
    Stream<String> ofJvms =
        comparison.rows().stream()
            .flatMap(
                row ->
                    Stream.concat(
                        difference("JDK", row.base().jdk(), row.candidate().jdk()),
                        difference(
                            "JVM arguments",
                            row.base().jvmArguments(),
                            row.candidate().jvmArguments())))
            .distinct();
    Map<String, String> there = comparison.base().environment();
    Map<String, String> here = comparison.candidate().environment();
    TreeSet<String> keys = new TreeSet<>(there.keySet());
    keys.addAll(here.keySet());
    Stream<String> ofEnvironments =
        keys.stream()
            .filter(key -> FACTS.matcher(key).matches())
            .flatMap(
                key ->
                    difference(
                        key.replaceFirst("^environment\\.", ""),
                        there.getOrDefault(key, ""),
                        here.getOrDefault(key, "")));
    return Stream.concat(ofJvms, ofEnvironments).toList();
  }

  /** A line if a fact is not the same on both sides; empty texts are unknown. */
  private static Stream<String> difference(String fact, String there, String here) {
    return there.equals(here)
        ? Stream.empty()
        : Stream.of(fact("differs", Text.of("%s: %s -> %s", fact, known(there), known(here))));
  }

  private static String known(String fact) {
    return fact.isEmpty() ? "unknown" : fact;
  }

  private static Table table(JmhComparison comparison) {
    Table.Builder table =
        Table.of(
            "", "lrrllrlrl", "benchmark|base|candidate|unit|runs|ratio|95 % interval|B/op|answer");
    for (Row row : comparison.rows()) {
      table.add(
          PACKAGE.matcher(row.name()).replaceFirst(""),
          score(row.baseScores()),
          score(row.candidateScores()),
          row.base().unit(),
          Text.of("%d, %d", row.baseScores().size(), row.candidateScores().size()),
          ComparisonTable.estimate(row.ratio()),
          ComparisonTable.interval(row.ratio()),
          bytes(row),
          ComparisonTable.answer(
              row.answer(), comparison.limit().orElse(Conclusion.TOLERANCE), row.missed()));
    }
    return table.build();
  }

  private static String score(Repeats repeats) {
    double mean = repeats.mean();
    return String.format(Locale.ROOT, mean < 0.1 ? "%.3g" : mean < 100 ? "%.2f" : "%,.0f", mean);
  }

  /**
   * The bytes per operation: one figure, or both if they differ by more than the allocations of the
   * JVM's own threads.
   */
  private static String bytes(Row row) {
    OptionalDouble there = row.base().bytesPerOperation();
    OptionalDouble here = row.candidate().bytesPerOperation();
    boolean same =
        there.isPresent() == here.isPresent()
            && Math.abs(there.orElse(0) - here.orElse(0)) <= Math.max(1, there.orElse(0) / 100);
    return same ? bytes(here) : bytes(there) + " -> " + bytes(here);
  }

  private static String bytes(OptionalDouble bytes) {
    return bytes.isEmpty() ? "n/a" : Text.of("%,.0f", bytes.getAsDouble());
  }

  private static String limit(JmhComparison comparison) {
    if (comparison.limit().isEmpty()) {
      return "none stated";
    }
    return Text.of(
        "%s: %d of %d benchmarks surely worse and beyond it (wrong about identical things in at most %s of comparisons)",
        Units.percent(comparison.limit().getAsDouble()),
        comparison.regressions(),
        comparison.rows().stream().filter(row -> row.ratio() != null).count(),
        Units.percent(Gate.FALSE_ALARMS));
  }
}
