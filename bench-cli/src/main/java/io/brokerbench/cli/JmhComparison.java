package io.brokerbench.cli;

import io.brokerbench.compare.Answer;
import io.brokerbench.compare.Gate;
import io.brokerbench.compare.Gate.Finding;
import io.brokerbench.compare.Ratio;
import io.brokerbench.compare.Repeats;
import io.brokerbench.jmh.JmhFile;
import io.brokerbench.jmh.JmhScore;
import io.brokerbench.stored.BadInputException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two files of JMH, compared.
 *
 * @param rows benchmarks that both have; at least one
 * @param onlyInBase names of those that the candidate lacks
 * @param onlyInCandidate names of those that the base lacks
 * @param limit by how much a score may be worse; empty if that is not judged
 */
record JmhComparison(
    JmhFile base,
    JmhFile candidate,
    List<Row> rows,
    List<String> onlyInBase,
    List<String> onlyInCandidate,
    OptionalDouble limit) {

  /**
   * A benchmark.
   *
   * @param byForks whether the repeats are JVMs; else they are iterations of one
   * @param ratio null if a side has one repeat only
   * @param missed whether it is surely worse, and by more than the limit
   */
  record Row(
      String name,
      JmhScore base,
      JmhScore candidate,
      boolean byForks,
      Repeats baseScores,
      Repeats candidateScores,
      @Nullable Ratio ratio,
      Answer answer,
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
   * Compares what both have.
   *
   * @throws BadInputException if that is nothing, or was measured in other modes or units
   */
  static JmhComparison of(JmhFile base, JmhFile candidate, OptionalDouble limit)
      throws BadInputException {
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, JmhScore> each : base.scores().entrySet()) {
      JmhScore there = each.getValue();
      JmhScore here = candidate.scores().get(each.getKey());
      if (here != null) {
        refuseUnlike(each.getKey(), there, here);
        rows.add(row(each.getKey(), there, here, limit.orElse(Limits.TOLERANCE)));
      }
    }
    if (rows.isEmpty()) {
      throw new BadInputException(
          String.format(
              Locale.ROOT, "%s and %s have no benchmark in common", base.path(), candidate.path()));
    }
    return new JmhComparison(
        base,
        candidate,
        limit.isPresent() ? judged(rows, limit.getAsDouble()) : rows,
        missing(base, candidate),
        missing(candidate, base),
        limit);
  }

  private static void refuseUnlike(String name, JmhScore there, JmhScore here)
      throws BadInputException {
    if (!there.mode().equals(here.mode()) || !there.unit().equals(here.unit())) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s: BASE has mode %s in %s, CANDIDATE %s in %s; measure one of them again",
              name,
              there.mode(),
              there.unit(),
              here.mode(),
              here.unit()));
    }
  }

  private static Row row(String name, JmhScore there, JmhScore here, double tolerance) {
    boolean byForks = there.forks().size() > 1 && here.forks().size() > 1;
    Repeats before = Repeats.of(byForks ? there.ofForks() : there.ofIterations());
    Repeats after = Repeats.of(byForks ? here.ofForks() : here.ofIterations());
    return new Row(
        name,
        there,
        here,
        byForks,
        before,
        after,
        before.spread() && after.spread() ? Ratio.of(before, after) : null,
        Answer.of(before, after, there.better(), tolerance),
        false);
  }

  /** Lets the gate judge all that have an interval, together. */
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

  /** How many benchmarks are worse by more than the limit. */
  long regressions() {
    return rows.stream().filter(Row::missed).count();
  }
}
