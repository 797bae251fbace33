package io.brokerbench.serve;

import io.brokerbench.compare.Comparer;
import io.brokerbench.compare.ComparisonDocument;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.document.Document;
import io.brokerbench.file.BadInputException;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two selections of results.
 *
 * @param a paths of the reference side
 * @param b paths of the judged side
 */
record Sides(List<String> a, List<String> b) {

  /**
   * The comparison of the sides, as {@code bench compare} shows it.
   *
   * @throws BadInputException if they cannot be compared; one line
   * @throws RefusedException if a path is not that of a result
   */
  Document compared(ServedDirectory results) throws BadInputException, RefusedException {
    return ComparisonDocument.of(
        new Comparer(side("A", a, results), side("B", b, results), new RegressionLimits(Map.of()))
            .compare());
  }

  private static RunSet side(String name, List<String> paths, ServedDirectory results)
      throws BadInputException, RefusedException {
    if (paths.isEmpty()) {
      throw new BadInputException(Text.of("side %s has no result: select one in its column", name));
    }
    List<StoredRun> runs = new ArrayList<>();
    List<String> unfinished = new ArrayList<>();
    for (String path : paths) {
      RunSet each = RunSet.read(results.resolve(path));
      runs.addAll(each.runs());
      unfinished.addAll(each.unfinished());
    }
    String more = paths.size() == 1 ? "" : Text.of(" and %d more", paths.size() - 1);
    return new RunSet(Path.of(paths.get(0) + more), runs, unfinished);
  }
}
