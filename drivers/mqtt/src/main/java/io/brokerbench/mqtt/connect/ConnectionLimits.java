package io.brokerbench.mqtt.connect;

import io.brokerbench.mqtt.connect.MqttOptions.Library;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that this process may have the connections and threads that it needs.
 *
 * @param connections that it opens
 * @param workThreads threads in which subscribers simulate work
 */
record ConnectionLimits(Library library, int connections, int workThreads) {

  /** Files that a process has open in addition to its connections. */
  private static final int OTHER_FILES = 200;

  private static final int PAHO_THREADS = 3;

  /** HotSpot maps a stack and a guard area for each thread. */
  private static final int MAPS_PER_THREAD = 2;

  /** Threads of a process in addition to those of its connections. */
  private static final int OTHER_THREADS = 200;

  private static final Pattern PORTS = Pattern.compile("(\\d+)\\s+(\\d+)\\s*");
  private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +(\\d+) ");
  private static final Pattern PROCESSES = Pattern.compile("(?m)^Max processes +(\\d+) ");

  /** The limit that is too low, if any; a text that continues after the name of a setting. */
  Optional<String> problem() {
    OptionalLong files = limit(OPEN_FILES);
    if (files.isPresent() && connections + OTHER_FILES > files.getAsLong()) {
      return Optional.of(
          Text.of(
              "and subscribers need %,d connections, but this process may have %,d files open; raise the"
                  + " hard limit (ulimit -Hn)",
              connections, files.getAsLong()));
    }
    for (Map.Entry<String, OptionalLong> limit : threadLimits().entrySet()) {
      OptionalLong most = limit.getValue();
      if (threads() > 0 && most.isPresent() && threads() + OTHER_THREADS > most.getAsLong()) {
        return Optional.of(
            Text.of(
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

  /**
   * The lack of local ports, if any; a text like {@link #problem}. Linux only.
   *
   * @param sources number of source addresses; 0 for the choice of this machine
   * @param brokers number of the brokers' addresses
   */
  Optional<String> portProblem(int sources, int brokers) {
    return portProblem(
        connections, routes(sources, brokers), read("/proc/sys/net/ipv4/ip_local_port_range"));
  }

  /**
   * How many connections may have the same local port. A connection from a source address has its
   * port before its broker is known, so that no other connection from there has that port.
   */
  static int routes(int sources, int brokers) {
    return sources == 0 ? brokers : sources;
  }

  /**
   * The same.
   *
   * @param routes how many connections may have the same local port
   * @param range the first and the last local port; empty if unknown
   */
  static Optional<String> portProblem(int connections, int routes, String range) {
    Matcher matcher = PORTS.matcher(range);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long ports = Long.parseLong(matcher.group(2)) - Long.parseLong(matcher.group(1)) + 1;
    return connections <= ports * routes
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "and subscribers need %,d connections, but this machine has %,d local ports for each address in"
                    + " mqtt.source-addresses or, without one, to each in -n"
                    + " (net.ipv4.ip_local_port_range); widen the range, or name more addresses",
                connections, ports));
  }

  private boolean isPaho() {
    return library == Library.PAHO;
  }

  /** Threads needed, in addition to {@link #OTHER_THREADS}. */
  private long threads() {
    return isPaho() ? (long) PAHO_THREADS * connections : workThreads;
  }

  /** Number of threads that each limit allows, by name of the limit; empty for no limit. */
  private static Map<String, OptionalLong> threadLimits() {
    Map<String, OptionalLong> limits = new LinkedHashMap<>();
    OptionalLong maps = number("/proc/sys/vm/max_map_count");
    limits.put(
        Text.of("vm.max_map_count, of which each takes %d: room for", MAPS_PER_THREAD),
        maps.isPresent() ? OptionalLong.of(maps.getAsLong() / MAPS_PER_THREAD) : maps);
    limits.put("kernel.pid_max", number("/proc/sys/kernel/pid_max"));
    limits.put("kernel.threads-max", number("/proc/sys/kernel/threads-max"));
    limits.put("the limit of processes (ulimit -u)", limit(PROCESSES));
    limits.put("pids.max of its control group", controlGroup("^0::(.*)$", ""));
    limits.put("pids.max of its control group (v1)", controlGroup("^\\d+:pids:(.*)$", "/pids"));
    return limits;
  }

  /** Limit of this process's control group, found by a line of {@code /proc/self/cgroup}. */
  private static OptionalLong controlGroup(String line, String hierarchy) {
    Matcher matcher = Pattern.compile("(?m)" + line).matcher(read("/proc/self/cgroup"));
    return matcher.find()
        ? number(Text.of("/sys/fs/cgroup%s%s/pids.max", hierarchy, matcher.group(1)))
        : OptionalLong.empty();
  }

  /** The limit in force; a JVM raises that of open files to the hard limit. Linux only. */
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

  /** Text of a file; empty if it cannot be read. Files below /sys end after the first read. */
  private static String read(String file) {
    try {
      return String.join("\n", Files.readAllLines(Path.of(file)));
    } catch (IOException e) {
      return "";
    }
  }
}
