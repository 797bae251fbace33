package io.brokerbench.cli;

import io.brokerbench.stored.StoredRun;
import java.util.Collection;
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
              + "|cluster\\.(addresses|proxy-addresses|data-directory|port|start-timeout)");

  /** What is asked of a cluster; all else of it is what it is made of, and is compared. */
  private static final Pattern ASKED_OF_CLUSTER =
      Pattern.compile("cluster\\.(flush|replication|topology|tls)");

  private Likeness() {}

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
