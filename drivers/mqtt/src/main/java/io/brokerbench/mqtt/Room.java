package io.brokerbench.mqtt;

import io.brokerbench.mqtt.MqttOptions.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether this process may have as many connections and threads as a run needs. Immutable. */
final class Room {

  /** Files that a process has open besides. */
  private static final int OTHER_FILES = 200;

  private static final int PAHO_THREADS = 3;

  /** HotSpot maps a stack and its guard for each thread. */
  private static final int MAPS_PER_THREAD = 2;

  /** Likewise. */
  private static final int OTHER_THREADS = 200;

  private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +(\\d+) ");
  private static final Pattern PROCESSES = Pattern.compile("(?m)^Max processes +(\\d+) ");

  private final MqttOptions options;

  Room(MqttOptions options) {
    this.options = options;
  }

  private int connections() {
    return options.publishers() + options.subscribers();
  }

  /** What this process has too little of; continues a sentence that begins with a setting. */
  Optional<String> problem() {
    OptionalLong files = limit(OPEN_FILES);
    if (files.isPresent() && connections() + OTHER_FILES > files.getAsLong()) {
      return Optional.of(
          String.format(
                  Locale.ROOT,
                  "and subscribers need %,d connections, but this process may have %,d files open; raise the",
                  connections(),
                  files.getAsLong())
              + " hard limit (ulimit -Hn)");
    }
    for (Map.Entry<String, OptionalLong> limit : threadLimits().entrySet()) {
      OptionalLong most = limit.getValue();
      if (threads() > 0 && most.isPresent() && threads() + OTHER_THREADS > most.getAsLong()) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "and subscribers need %,d threads with %s, too many for %s, %,d; raise it, or set %s",
                threads(),
                isPaho() ? "mqtt.client=paho" : "consume.work",
                limit.getKey(),
                most.getAsLong(),
                isPaho() ? "mqtt.client=hivemq" : "consume.work=0"));
      }
    }
    return Optional.empty();
  }

  private boolean isPaho() {
    return options.library() == Library.PAHO;
  }

  /** Beside those that every process has. */
  private long threads() {
    return isPaho()
        ? (long) PAHO_THREADS * connections()
        : options.works() ? options.subscribers() : 0;
  }

  /** How many threads each of the limits allows, by its name; empty if it allows any. */
  private static Map<String, OptionalLong> threadLimits() {
    Map<String, OptionalLong> limits = new LinkedHashMap<>();
    OptionalLong maps = number("/proc/sys/vm/max_map_count");
    limits.put(
        String.format(
            Locale.ROOT, "vm.max_map_count, of which each takes %d: room for", MAPS_PER_THREAD),
        maps.isPresent() ? OptionalLong.of(maps.getAsLong() / MAPS_PER_THREAD) : maps);
    limits.put("kernel.pid_max", number("/proc/sys/kernel/pid_max"));
    limits.put("kernel.threads-max", number("/proc/sys/kernel/threads-max"));
    limits.put("the limit of processes (ulimit -u)", limit(PROCESSES));
    limits.put("pids.max of its control group", controlGroup("^0::(.*)$", ""));
    limits.put("pids.max of its control group (v1)", controlGroup("^\\d+:pids:(.*)$", "/pids"));
    return limits;
  }

  /** Of the group that this process is in, by a line of {@code /proc/self/cgroup}. */
  private static OptionalLong controlGroup(String line, String hierarchy) {
    Matcher matcher = Pattern.compile("(?m)" + line).matcher(read("/proc/self/cgroup"));
    return matcher.find()
        ? number(
            String.format(Locale.ROOT, "/sys/fs/cgroup%s%s/pids.max", hierarchy, matcher.group(1)))
        : OptionalLong.empty();
  }

  /** The limit in force, which a JVM raises to the hard one of files; only Linux tells. */
  private static OptionalLong limit(Pattern line) {
    Matcher matcher = line.matcher(read("/proc/self/limits"));
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  private static OptionalLong number(String file) {
    String text = read(file).strip();
    return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  /** In one go: what is below sys has an end after the first read. */
  private static String read(String file) {
    try {
      return String.join("\n", Files.readAllLines(Path.of(file)));
    } catch (IOException e) {
      return "";
    }
  }
}
