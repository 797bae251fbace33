package io.brokerbench.runs;

import io.brokerbench.file.BadInputException;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    add(differences, each(base, Difference::shown), each(candidate, Difference::shown));
    add(differences, each(base, StoredRun::environment), each(candidate, StoredRun::environment));
    return differences;
  }

  /** The facts of each run, which are read once: there may be many runs, and many facts. */
  private static List<Map<String, String>> each(
      List<StoredRun> runs, Function<StoredRun, Map<String, String>> facts) {
    return runs.stream().map(facts).toList();
  }

  private static Map<String, String> shown(StoredRun run) {
    Map<String, String> shown = new TreeMap<>(run.settings());
    shown.keySet().removeIf(key -> !Comparability.worthAWord(key));
    shown.replaceAll(Comparability::comparable);
    return shown;
  }

  private static void add(
      List<Difference> differences,
      List<Map<String, String>> base,
      List<Map<String, String>> candidate) {
    Set<String> keys = new TreeSet<>();
    base.forEach(run -> keys.addAll(run.keySet()));
    candidate.forEach(run -> keys.addAll(run.keySet()));
    for (String key : keys) {
      String before = values(base, key);
      String after = values(candidate, key);
      if (!before.equals(after)) {
        differences.add(new Difference(key, before, after));
      }
    }
  }

  private static String values(List<Map<String, String>> runs, String key) {
    return runs.stream()
        .map(run -> run.getOrDefault(key, NONE))
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
    List<Map<String, String>> settings = each(runs, Difference::shown);
    Set<String> keys = new TreeSet<>();
    settings.forEach(run -> keys.addAll(run.keySet()));
    for (String key : keys) {
      if (settings.stream().map(run -> run.getOrDefault(key, NONE)).distinct().count() > 1) {
        throw mixture(side, cell, key, values(settings, key));
      }
    }
    List<Map<String, String>> environments = each(runs, StoredRun::environment);
    for (String fact : new TreeSet<>(Comparability.ENVIRONMENT_OF_A_SIDE)) {
      List<String> known =
          environments.stream().flatMap(run -> Stream.ofNullable(run.get(fact))).toList();
      if (Comparability.mixed(fact, known)) {
        throw mixture(side, cell, fact, values(environments, fact));
      }
    }
  }

  private static BadInputException mixture(RunSet side, String cell, String what, String values) {
    return new BadInputException(
        Text.of(
            "%s: runs of %s differ in %s (%s): give those of one value",
            side.path(), cell, what, values));
  }

  public String text() {
    return Text.of("%s %s -> %s", what, base.isEmpty() ? "\"\"" : base, candidate);
  }
}
