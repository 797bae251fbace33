package io.brokerbench.runs;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import io.brokerbench.stored.EnvironmentFacts;
import io.brokerbench.stored.StoredRun;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Classifies settings: those that make runs incomparable, those whose differences are shown, and
 * those that are ignored.
 */
public final class Comparability {

  /** Names, accounts, locations and limits, on which figures do not depend. */
  private static final Pattern NEITHER =
      Pattern.compile(
          "name|seed|output\\..*|limits\\..*|require\\..*|abort\\..*|load\\.repeat"
              + "|topic\\.(name|keep)|consume\\.group"
              + "|client\\.acl\\..*|(rabbitmq|mqtt)\\.(user|password)"
              + "|workers\\.(listen|credentials)|metrics\\..*"
              + "|tls\\.(authorities|certificate|key|key-password)"
              + "|cluster\\.(data-directory|port|start-timeout)");

  /**
   * Settings of the required guarantees of a cluster; its other settings describe its
   * implementation, which may be the subject of a comparison.
   */
  private static final Pattern ASKED_OF_CLUSTER =
      Pattern.compile("cluster\\.(flush|replication|persistence|topology|tls)");

  /** Settings of the processes that generate the load, which does not depend on their number. */
  private static final String WORKERS = "workers.";

  /** Sources of the figures of nodes, which belong to a cluster as its addresses do. */
  private static final String SOURCES = "brokers.";

  private static final String CLUSTER = "cluster.";

  /** Settings of the broker in memory, which has no cluster. */
  private static final String IN_MEMORY = "memory.";

  /** Settings that are lists whose order is irrelevant. */
  private static final Pattern ADDRESSES = Pattern.compile("cluster\\..*addresses");

  private static final Pattern SEPARATOR = Pattern.compile("[;,]");

  /**
   * Facts that identify the machine and the JDK of a run, as far as they are stable: runs of one
   * side must not differ in them.
   */
  static final Set<String> ENVIRONMENT_OF_A_SIDE =
      Set.of(
          EnvironmentFacts.HOST_CPU,
          EnvironmentFacts.HOST_PROCESSORS,
          EnvironmentFacts.HOST_MEMORY,
          EnvironmentFacts.GENERATOR_JVM,
          EnvironmentFacts.GENERATOR_JVM_VENDOR,
          EnvironmentFacts.BROKER_JVM);

  /**
   * The ratio of memory sizes up to which they are the same: available memory varies by some
   * megabytes with the kernel release.
   */
  private static final double SAME_MEMORY = 1.05;

  private Comparability() {}

  /** The value of a setting in the form in which it is compared. */
  static String comparable(String key, String value) {
    return ADDRESSES.matcher(key).matches()
        ? SEPARATOR.splitAsStream(value).map(String::strip).sorted().collect(joining(";"))
        : value;
  }

  /** Whether these values of a fact come from more than one machine or JDK. */
  static boolean mixed(String fact, Collection<String> values) {
    if (!fact.equals(EnvironmentFacts.HOST_MEMORY)) {
      return values.stream().distinct().count() > 1;
    }
    DoubleSummaryStatistics bytes =
        values.stream().mapToDouble(Double::parseDouble).summaryStatistics();
    return bytes.getMax() > SAME_MEMORY * bytes.getMin();
  }

  /** Whether runs that differ in this setting must not be compared. */
  static boolean parts(String key) {
    boolean ofCluster = key.startsWith(CLUSTER) || key.startsWith(IN_MEMORY);
    return !NEITHER.matcher(key).matches()
        && !key.startsWith(WORKERS)
        && !key.startsWith(SOURCES)
        && (!ofCluster || ASKED_OF_CLUSTER.matcher(key).matches());
  }

  /** Whether a difference in this setting is shown with the comparison. */
  static boolean worthAWord(String key) {
    return !NEITHER.matcher(key).matches();
  }

  /**
   * The settings of a run's cluster that describe its implementation, without addresses: runs that
   * differ in them are comparable, and they may be the reason why their figures differ.
   */
  public static SortedMap<String, String> ofImplementation(StoredRun run) {
    SortedMap<String, String> settings = new TreeMap<>(run.settings());
    settings
        .keySet()
        .removeIf(
            key ->
                !key.startsWith(CLUSTER)
                    || parts(key)
                    || !worthAWord(key)
                    || ADDRESSES.matcher(key).matches());
    return settings;
  }

  /** The settings of a run with these keys, in the form in which they are compared. */
  static SortedMap<String, String> parting(StoredRun run, Set<String> keys) {
    SortedMap<String, String> parting = new TreeMap<>(run.settings());
    parting.keySet().retainAll(keys);
    parting.replaceAll(Comparability::comparable);
    return parting;
  }

  /** All setting keys of these runs whose values make runs incomparable. */
  public static Set<String> partingKeys(Collection<StoredRun> runs) {
    return keys(runs, Comparability::parts);
  }

  /** All setting keys of these runs in which like runs do not differ. */
  static Set<String> shownKeys(Collection<StoredRun> runs) {
    return keys(runs, Comparability::worthAWord);
  }

  private static Set<String> keys(Collection<StoredRun> runs, Predicate<String> which) {
    return runs.stream()
        .flatMap(run -> run.settings().keySet().stream())
        .filter(which)
        .collect(toCollection(TreeSet::new));
  }
}
