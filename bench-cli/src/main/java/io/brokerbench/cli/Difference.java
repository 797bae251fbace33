package io.brokerbench.cli;

import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What else differs between the two sides of a cell.
 *
 * @param what a setting's key, or a fact of the environment
 * @param base its values there, or "(none)"
 * @param candidate its values there
 */
record Difference(String what, String base, String candidate) {

  private static final String NONE = "(none)";

  /** All of them: settings first. */
  static List<Difference> between(List<StoredRun> base, List<StoredRun> candidate) {
    List<Difference> differences = new ArrayList<>();
    add(differences, base, candidate, Difference::shown);
    add(differences, base, candidate, StoredRun::environment);
    return differences;
  }

  private static Map<String, String> shown(StoredRun run) {
    return run.settings().entrySet().stream()
        .filter(setting -> Likeness.worthAWord(setting.getKey()))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                setting -> Likeness.comparable(setting.getKey(), setting.getValue())));
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
   * Refuses runs of one side that are to be taken together but were not set up alike, or ran on
   * different machines or JDKs. What an older result does not say is not compared.
   *
   * @throws BadInputException that names the first such setting or fact
   */
  static void refuseMixture(RunSet side, String cell, List<StoredRun> runs)
      throws BadInputException {
    Set<String> keys = new TreeSet<>();
    runs.forEach(run -> keys.addAll(shown(run).keySet()));
    for (String key : keys) {
      if (runs.stream().map(run -> shown(run).getOrDefault(key, NONE)).distinct().count() > 1) {
        throw mixture(side, cell, key, values(runs, Difference::shown, key));
      }
    }
    for (String fact : new TreeSet<>(Likeness.environmentOfASide())) {
      List<String> known =
          runs.stream().flatMap(run -> Stream.ofNullable(run.environment().get(fact))).toList();
      if (Likeness.mixed(fact, known)) {
        throw mixture(side, cell, fact, values(runs, StoredRun::environment, fact));
      }
    }
  }

  private static BadInputException mixture(RunSet side, String cell, String what, String values) {
    return new BadInputException(
        String.format(
            Locale.ROOT,
            "%s: runs of %s differ in %s (%s): give those of one value",
            side.path(),
            cell,
            what,
            values));
  }

  /** For people. */
  String text() {
    return String.format(
        Locale.ROOT, "%s %s -> %s", what, base.isEmpty() ? "\"\"" : base, candidate);
  }
}
