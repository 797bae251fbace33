package io.brokerbench.runs;

import io.brokerbench.file.BadInputException;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A difference between the two sides of a cell, other than in its figures.
 *
 * @param what key of a setting, or name of a fact of the environment
 * @param base values of the reference side, or "(none)"
 * @param candidate values of the judged side, or "(none)"
 */
public record Difference(String what, String base, String candidate) {

  private static final String NONE = "(none)";

  /** All differences, settings first. */
  public static List<Difference> between(List<StoredRun> base, List<StoredRun> candidate) {
    List<Difference> differences = new ArrayList<>();
    add(differences, base, candidate, Difference::shown);
    add(differences, base, candidate, StoredRun::environment);
    return differences;
  }

  private static Map<String, String> shown(StoredRun run) {
    return run.settings().entrySet().stream()
        .filter(setting -> Comparability.worthAWord(setting.getKey()))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                setting -> Comparability.comparable(setting.getKey(), setting.getValue())));
  }

  private static void add(
      List<Difference> differences,
      List<StoredRun> base,
      List<StoredRun> candidate,
      Function<StoredRun, Map<String, String>> facts) {
    Set<String> keys = new TreeSet<>();
    base.forEach(run -> keys.addAll(facts.apply(run).keySet()));
    candidate.forEach(run -> keys.addAll(facts.apply(run).keySet()));
    for (String key : keys) {
      String before = values(base, facts, key);
      String after = values(candidate, facts, key);
      if (!before.equals(after)) {
        differences.add(new Difference(key, before, after));
      }
    }
  }

  private static String values(
      List<StoredRun> runs, Function<StoredRun, Map<String, String>> facts, String key) {
    return runs.stream()
        .map(run -> facts.apply(run).getOrDefault(key, NONE))
        .distinct()
        .sorted()
        .collect(Collectors.joining(" | "));
  }

  /**
   * Refuses runs of one cell and side that had different set-ups, machines or JDKs. Facts missing
   * in older results are not compared.
   *
   * @throws BadInputException with a message that names the first such setting or fact
   */
  public static void refuseMixture(RunSet side, String cell, List<StoredRun> runs)
      throws BadInputException {
    Set<String> keys = new TreeSet<>();
    runs.forEach(run -> keys.addAll(shown(run).keySet()));
    for (String key : keys) {
      if (runs.stream().map(run -> shown(run).getOrDefault(key, NONE)).distinct().count() > 1) {
        throw mixture(side, cell, key, values(runs, Difference::shown, key));
      }
    }
    for (String fact : new TreeSet<>(Comparability.environmentOfASide())) {
      List<String> known =
          runs.stream().flatMap(run -> Stream.ofNullable(run.environment().get(fact))).toList();
      if (Comparability.mixed(fact, known)) {
        throw mixture(side, cell, fact, values(runs, StoredRun::environment, fact));
      }
    }
  }

  private static BadInputException mixture(RunSet side, String cell, String what, String values) {
    return new BadInputException(
        Text.of(
            "%s: runs of %s differ in %s (%s): give those of one value",
            side.path(), cell, what, values));
  }

  /** The text for display. */
  public String text() {
    return Text.of("%s %s -> %s", what, base.isEmpty() ? "\"\"" : base, candidate);
  }
}
