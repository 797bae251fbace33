package io.brokerbench.fault;

import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.fault.PlannedFault.Action;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Scale;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The notation of planned faults: the settings below {@code faults}, and the flag. */
public final class FaultSettings {

  /** Flag with one fault: {@code kill master at 20s restart 30s}. */
  public static final String FLAG = "--fault";

  /** Key above the settings of all faults. */
  static final String KEY = "faults";

  /** Key of the time of a fault. */
  static final String AT = "at";

  private static final String WORDS =
      Arrays.stream(Action.values()).map(Action::word).collect(Collectors.joining("|"));
  private static final String LENGTHS =
      Arrays.stream(Action.values())
          .map(Action::undoneBy)
          .filter(key -> !key.isEmpty())
          .distinct()
          .collect(Collectors.joining("|"));
  private static final Pattern NOTATION =
      Pattern.compile(
          Text.of("(%s)\\s+(\\S.*?)\\s+at\\s+(\\S+)(?:\\s+(%s)\\s+(\\S+))?", WORDS, LENGTHS));

  /** Two targets of a fault that divides the network. */
  private static final Pattern TOGETHER =
      Pattern.compile(Text.of("(\\S.*?)\\s+%s\\s+(\\S.*)", PlannedFault.WITH));

  private FaultSettings() {}

  /** Whether a setting is one of the faults. */
  public static boolean isKey(String key) {
    return key.startsWith(KEY + ".");
  }

  /** Adds the settings of a fault in the notation of {@link #FLAG} after those given before. */
  public static void add(SettingsReader reader, String text) {
    Matcher fault = NOTATION.matcher(text.strip());
    if (!fault.matches()) {
      reader.problem(
          Text.of(
              "%s: must be such as \"kill master at 20s restart 30s\", \"pause slave at 60s for 10s\" or"
                  + " \"run ./script.sh at 20s\", got \"%s\"",
              FLAG, text));
      return;
    }
    int number = 1;
    while (reader.isGiven(key(number, AT))) {
      number++;
    }
    Matcher together = TOGETHER.matcher(fault.group(2));
    // A command may contain the word.
    if (!fault.group(1).equals(Action.RUN.word()) && together.matches()) {
      reader.set(key(number, fault.group(1)), together.group(1), FLAG);
      reader.set(key(number, PlannedFault.WITH), together.group(2), FLAG);
    } else {
      reader.set(key(number, fault.group(1)), fault.group(2), FLAG);
    }
    reader.set(key(number, AT), fault.group(3), FLAG);
    if (fault.group(4) != null) {
      reader.set(key(number, fault.group(4)), fault.group(5), FLAG);
    }
  }

  private static String key(int number, String part) {
    return KEY + "." + number + "." + part;
  }

  /** Reads the faults of a run, in order of their times; reports problems to {@code settings}. */
  public static List<PlannedFault> read(
      Settings settings, Workload workload, Driver driver, ClusterPlan cluster) {
    SortedMap<String, SortedMap<String, String>> byNumber = new TreeMap<>();
    settings
        .below(KEY)
        .forEach(
            (key, value) -> {
              String[] parts = key.split("\\.", 2);
              byNumber
                  .computeIfAbsent(parts[0], number -> new TreeMap<>())
                  .put(parts.length > 1 ? parts[1] : "", value);
            });
    List<PlannedFault> faults = new ArrayList<>();
    Scale scale = Scale.read(settings);
    FaultCheck check = new FaultCheck(settings, workload, cluster, driver);
    byNumber.forEach(
        (number, parts) ->
            new Reading(settings, KEY + "." + number, parts, scale)
                .fault()
                .ifPresent(
                    fault -> {
                      check.fault(fault, KEY + "." + number);
                      faults.add(fault);
                    }));
    faults.sort(Comparator.comparing(PlannedFault::at));
    if (!faults.isEmpty()) {
      check.load();
      check.overlap(faults);
    }
    return List.copyOf(faults);
  }

  /** Whether a fault hits a node by its role for a queue, which nodes must report then. */
  public static boolean hitRolesOfQueues(Settings settings) {
    return settings.below(KEY).values().stream()
        .flatMap(value -> NodeRole.parse(value.strip()).stream())
        .anyMatch(NodeRole::isOfQueue);
  }

  /** The targets of the faults with this action, by the keys of their settings. */
  public static Map<String, String> targets(Settings settings, Action action) {
    Map<String, String> targets = new TreeMap<>();
    settings
        .below(KEY)
        .forEach(
            (key, value) -> {
              if (key.endsWith("." + action.word())) {
                targets.put(KEY + "." + key, value.strip());
              }
            });
    return targets;
  }

  /** The settings of one fault. */
  private record Reading(
      Settings settings, String key, SortedMap<String, String> parts, Scale scale) {

    Optional<PlannedFault> fault() {
      List<Action> actions =
          Arrays.stream(Action.values()).filter(each -> parts.containsKey(each.word())).toList();
      for (String part : parts.keySet()) {
        if (!part.matches(String.join("|", WORDS, LENGTHS, AT, PlannedFault.WITH))) {
          settings.problem(
              key + "." + part,
              Text.of(
                  "is no part of a fault, which has one of %s, at, restart or for, and with",
                  words()));
        }
      }
      if (actions.size() != 1) {
        settings.problem(key, Text.of("must have one of %s", words()));
        return Optional.empty();
      }
      Action action = actions.get(0);
      List<Duration> at = moments();
      for (String length : LENGTHS.split("\\|", -1)) {
        if (!length.equals(action.undoneBy())) {
          refuse(length, action);
        }
      }
      if (action.impairment().filter(Impairment::cutsOff).isEmpty()) {
        refuse(PlannedFault.WITH, action);
      }
      if (action.undoneBy().equals("for") && !parts.containsKey(action.undoneBy())) {
        settings.problem(key, Text.of("needs for, the length of %s: for: 10s", action.word()));
      }
      return at.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new PlannedFault(
                  action,
                  parts.getOrDefault(action.word(), "").strip(),
                  parts.getOrDefault(PlannedFault.WITH, "").strip(),
                  at.get(0),
                  at.get(at.size() - 1),
                  length(action)));
    }

    private void refuse(String part, Action action) {
      if (parts.containsKey(part)) {
        settings.problem(
            key + "." + part, Text.of("does not belong to the action %s", action.word()));
      }
    }

    /** The time of the fault, or its earliest and its latest one; empty after a problem. */
    private List<Duration> moments() {
      String text = parts.get(AT);
      if (text == null) {
        settings.problem(
            key,
            "needs at, its time after the start of the measured time: at: 20s, or for a random moment"
                + " at: 5s..35s");
        return List.of();
      }
      try {
        List<Duration> moments =
            Stream.of(text.split("\\.\\.", 2))
                .map(each -> scale.of(Quantities.duration(each.strip())))
                .toList();
        if (moments.get(0).compareTo(moments.get(moments.size() - 1)) > 0) {
          throw new IllegalArgumentException(
              Text.of("must be an earlier and a later time, such as 5s..35s, got \"%s\"", text));
        }
        return moments;
      } catch (IllegalArgumentException e) {
        settings.problem(key + "." + AT, String.valueOf(e.getMessage()));
        return List.of();
      }
    }

    private static String words() {
      return WORDS.replace("|", ", ");
    }

    private Optional<Duration> length(Action action) {
      String text = parts.get(action.undoneBy());
      if (text == null) {
        return Optional.empty();
      }
      try {
        return Optional.of(scale.of(Quantities.duration(text)));
      } catch (IllegalArgumentException e) {
        settings.problem(key + "." + action.undoneBy(), String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }
  }
}
