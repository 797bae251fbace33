package io.brokerbench.published;

import io.brokerbench.document.Table;
import io.brokerbench.statistics.RankedValues;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Agreement of published experiments with their runs, one row for each experiment. */
public final class Agreement {

  private Agreement() {}

  /**
   * The table, by the name of each experiment.
   *
   * @param runs number of runs of each
   */
  public static Table table(
      Map<String, Optional<PublishedResults>> experiments, Map<String, Integer> runs) {
    Table.Builder table =
        Table.of(
            "Ratios are measured/published: median and, in brackets, extremes. A limit counts as"
                + " near at 85 % of it or more.",
            "lrrrrrrl",
            "experiment|runs|rates|times|agree|differ|undecided|near the limit of this machine");
    experiments.forEach(
        (name, results) ->
            table.add(
                results
                    .map(known -> row(name, runs.getOrDefault(name, 0), known))
                    .orElseGet(() -> row(name))));
    return table.build();
  }

  private static List<String> row(String name) {
    return List.of(name, "", "", "", "", "", "", "");
  }

  private static List<String> row(String name, int runs, PublishedResults results) {
    ReferenceTable table = ReferenceTable.of(results);
    List<StoredRun> usable = results.usable().values().stream().flatMap(List::stream).toList();
    return List.of(
        name,
        Text.of("%d", runs),
        ratios(table.ratios(Unit.PER_SECOND)),
        ratios(table.ratios(Unit.NANOS)),
        Text.of("%d", table.count(Answer.Kind.AGREES)),
        Text.of("%d", table.count(Answer.Kind.DIFFERS)),
        Text.of("%d", table.count(Answer.Kind.UNDECIDED)),
        NearestLimit.summary(usable));
  }

  /** Median and extremes; empty if there are no ratios. */
  static String ratios(double... ratios) {
    if (ratios.length == 0) {
      return "";
    }
    RankedValues ranked = RankedValues.of(Arrays.stream(ratios).boxed().toList());
    return Text.of("%.2f [%.2f, %.2f]", ranked.median(), ranked.min(), ranked.max());
  }
}
