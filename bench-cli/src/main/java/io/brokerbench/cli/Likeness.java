package io.brokerbench.cli;

import static java.util.stream.Collectors.joining;

import io.brokerbench.stored.RunReader;
import io.brokerbench.stored.StoredRun;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which settings make two runs unlike, which are worth a word, and which are neither. */
final class Likeness {

  /** Names, places, and what judges a run: figures do not depend on these. */
  private static final Pattern NEITHER =
      Pattern.compile(
          "name|seed|output\\..*|limits\\..*|load\\.repeat|topic\\.(name|keep)|consume\\.group"
              + "|client\\.acl\\..*"
              + "|cluster\\.(data-directory|port|start-timeout)");

  /** What is asked of a cluster; all else of it is what it is made of, and is compared. */
  private static final Pattern ASKED_OF_CLUSTER =
      Pattern.compile("cluster\\.(flush|replication|topology|tls)");

  /** Whose order says nothing. */
  private static final Pattern ADDRESSES = Pattern.compile("cluster\\..*addresses");

  private static final Pattern SEPARATOR = Pattern.compile("[;,]");

  /** Which machine and which JDK a run had, as far as these do not change from day to day. */
  private static final Set<String> ENVIRONMENT_OF_A_SIDE =
      Set.of(
          RunReader.HOST_CPU,
          RunReader.HOST_PROCESSORS,
          RunReader.HOST_MEMORY,
          RunReader.GENERATOR_JVM,
          RunReader.GENERATOR_JVM_VENDOR,
          RunReader.BROKER_JVM);

  /** A kernel's release changes by some megabytes what it leaves of a machine's memory. */
  private static final double SAME_MEMORY = 1.05;

  private Likeness() {}

  /** The value of a setting as it is compared. */
  static String comparable(String key, String value) {
    return ADDRESSES.matcher(key).matches()
        ? SEPARATOR.splitAsStream(value).map(String::strip).sorted().collect(joining(";"))
        : value;
  }

  /** Facts of the environment in which runs of one side must not differ. */
  static Set<String> environmentOfASide() {
    return ENVIRONMENT_OF_A_SIDE;
  }

  /** Whether these values of a fact belong to more than one machine or JDK. */
  static boolean mixed(String fact, Collection<String> values) {
    if (!fact.equals(RunReader.HOST_MEMORY)) {
      return values.stream().distinct().count() > 1;
    }
    DoubleSummaryStatistics bytes =
        values.stream().mapToDouble(Double::parseDouble).summaryStatistics();
    return bytes.getMax() > SAME_MEMORY * bytes.getMin();
  }

  /** Whether runs that differ in this setting must not be compared. */
  static boolean parts(String key) {
    return !NEITHER.matcher(key).matches()
        && (!key.startsWith("cluster.") || ASKED_OF_CLUSTER.matcher(key).matches());
  }

  /** Whether a difference in this setting is to be shown beside the comparison. */
  static boolean worthAWord(String key) {
    return !NEITHER.matcher(key).matches();
  }

  /** The settings of a run that make it like or unlike others, as far as they are among these. */
  static SortedMap<String, String> parting(StoredRun run, Set<String> keys) {
    SortedMap<String, String> parting = new TreeMap<>();
    run.settings()
        .forEach(
            (key, value) -> {
              if (keys.contains(key)) {
                parting.put(key, value);
              }
            });
    return parting;
  }

  /** All keys of these runs that make runs unlike. */
  static Set<String> partingKeys(Collection<StoredRun> runs) {
    Set<String> keys = new TreeSet<>();
    for (StoredRun run : runs) {
      for (Map.Entry<String, String> setting : run.settings().entrySet()) {
        if (parts(setting.getKey())) {
          keys.add(setting.getKey());
        }
      }
    }
    return keys;
  }
}
