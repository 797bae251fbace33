package io.brokerbench.mqtt;

import io.brokerbench.mqtt.MqttOptions.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static final int OTHER_MAPS = 2_000;
  private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +(\\d+) ");

  private final MqttOptions options;

  Room(MqttOptions options) {
    this.options = options;
  }

  private int connections() {
    return options.publishers() + options.subscribers();
  }

  /** What this process has too little of; continues a sentence that begins with a setting. */
  Optional<String> problem() {
    OptionalLong files = openFiles();
    if (files.isPresent() && connections() + OTHER_FILES > files.getAsLong()) {
      return Optional.of(
          "and subscribers need %,d connections, but this process may have %,d files open; raise the"
                  .formatted(connections(), files.getAsLong())
              + " hard limit (ulimit -Hn)");
    }
    if (options.library() == Library.PAHO) {
      long threads = (long) PAHO_THREADS * connections();
      OptionalLong maps = number("/proc/sys/vm/max_map_count");
      if (maps.isPresent() && MAPS_PER_THREAD * threads + OTHER_MAPS > maps.getAsLong()) {
        return Optional.of(tooManyThreads(threads, "vm.max_map_count", maps.getAsLong()));
      }
      OptionalLong ids = number("/proc/sys/kernel/pid_max");
      if (ids.isPresent() && threads + OTHER_MAPS > ids.getAsLong()) {
        return Optional.of(tooManyThreads(threads, "kernel.pid_max", ids.getAsLong()));
      }
    }
    return Optional.empty();
  }

  private static String tooManyThreads(long threads, String limit, long value) {
    return "and subscribers need %,d threads with mqtt.client=paho, too many for %s, %,d; raise it,"
            .formatted(threads, limit, value)
        + " or set mqtt.client=hivemq";
  }

  /** The limit in force, which a JVM raises to the hard one; only Linux tells. */
  private static OptionalLong openFiles() {
    Matcher matcher = OPEN_FILES.matcher(read("/proc/self/limits"));
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
