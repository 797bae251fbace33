package io.brokerbench.jmh;

import io.brokerbench.file.BadInputException;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Gate;
import io.brokerbench.statistics.Gate.Finding;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of two JMH result files.
 *
 * @param rows benchmarks that both files contain; at least one
 * @param onlyInBase names of benchmarks missing in the candidate
 * @param onlyInCandidate names of benchmarks missing in the base
 * @param limit share by which a score may be worse; empty if scores are not judged
 */
public record JmhComparison(
    JmhFile base,
    JmhFile candidate,
    List<Row> rows,
    List<String> onlyInBase,
    List<String> onlyInCandidate,
    OptionalDouble limit) {

  /**
   * The comparison of a benchmark.
   *
   * @param byForks whether the repeats are forks; otherwise they are iterations of one fork
   * @param ratio ratio candidate/base; null if a side has only one repeat
   * @param missed whether the score is significantly worse, and by more than the limit
   */
  record Row(
      String name,
      JmhFile.Score base,
      JmhFile.Score candidate,
      boolean byForks,
      Repeats baseScores,
      Repeats candidateScores,
      @Nullable Ratio ratio,
      Conclusion answer,
      boolean missed) {

    private Gate.@Nullable Check check(double limit) {
      return ratio == null ? null : new Gate.Check(ratio, base.better(), limit);
    }

    private Row with(boolean limitMissed) {
      return new Row(
          name, base, candidate, byForks, baseScores, candidateScores, ratio, answer, limitMissed);
    }
  }

  /**
   * Compares the benchmarks that both files contain.
   *
   * @throws BadInputException if there are none, or if modes, units or numbers of threads differ
   */
  public static JmhComparison of(JmhFile base, JmhFile candidate, OptionalDouble limit)
      throws BadInputException {
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, JmhFile.Score> each : base.scores().entrySet()) {
      JmhFile.Score there = each.getValue();
      JmhFile.Score here = candidate.scores().get(each.getKey());
      if (here != null) {
        refuseUnlike(each.getKey(), there, here);
        rows.add(row(each.getKey(), there, here, limit.orElse(Conclusion.TOLERANCE)));
      }
    }
    if (rows.isEmpty()) {
      throw new BadInputException(
          Text.of("%s and %s have no benchmark in common", base.path(), candidate.path()));
    }
    List<Row> judged = limit.isPresent() ? judged(rows, limit.getAsDouble()) : rows;
    return new JmhComparison(
        base, candidate, judged, missing(base, candidate), missing(candidate, base), limit);
  }

  private static void refuseUnlike(String name, JmhFile.Score there, JmhFile.Score here)
      throws BadInputException {
    if (!there.mode().equals(here.mode()) || !there.unit().equals(here.unit())) {
      throw new BadInputException(
          Text.of(
              "%s: BASE has mode %s in %s, CANDIDATE %s in %s; measure one of them again",
              name, there.mode(), there.unit(), here.mode(), here.unit()));
    }
    if (!there.threads().isEmpty()
        && !here.threads().isEmpty()
        && !there.threads().equals(here.threads())) {
      throw new BadInputException(
          Text.of(
              "%s: BASE has threads: %s, CANDIDATE %s; measure one of them again",
              name, there.threads(), here.threads()));
    }
  }

  private static Row row(String name, JmhFile.Score there, JmhFile.Score here, double tolerance) {
    boolean byForks = there.forks().size() > 1 && here.forks().size() > 1;
    Repeats before = Repeats.of(byForks ? there.ofForks() : there.ofIterations());
    Repeats after = Repeats.of(byForks ? here.ofForks() : here.ofIterations());
    Ratio ratio = before.spread() && after.spread() ? Ratio.of(before, after) : null;
    Conclusion answer = Conclusion.of(before, after, there.better(), tolerance);
    return new Row(name, there, here, byForks, before, after, ratio, answer, false);
  }

  /** Judges all rows that have an interval together. */
  private static List<Row> judged(List<Row> rows, double limit) {
    Iterator<Finding> findings =
        Gate.judge(rows.stream().flatMap(row -> Stream.ofNullable(row.check(limit))).toList())
            .iterator();
    return rows.stream()
        .map(row -> row.ratio() == null ? row : row.with(findings.next().missed()))
        .toList();
  }

  private static List<String> missing(JmhFile from, JmhFile in) {
    return from.scores().keySet().stream().filter(name -> !in.scores().containsKey(name)).toList();
  }

  /** The number of benchmarks that are worse by more than the limit. */
  public long regressions() {
    return rows.stream().filter(Row::missed).count();
  }
}
