package io.brokerbench.doctor;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processors, memory and limits as reported by Linux (proc(5), kernel documentation cpu-freq);
 * unknown on other systems.
 */
final class HostFindings {

  /**
   * Name server, master, slave and generator: 0.25 + 1 + 1 + 1 GiB of heap, and off-heap memory.
   */
  private static final long WANTED_MEMORY_BYTES = 4L << 30;

  /** One each for generator, master and slave, and one for the rest. */
  private static final int WANTED_PROCESSORS = 4;

  /** A broker opens one file per connection and per segment of its logs. */
  private static final long WANTED_FILES = 10_000;

  /** Load average per processor. */
  private static final double TOLERATED_LOAD = 0.25;

  /** Share of the time of all processors. */
  private static final double TOLERATED_STEAL = 0.05;

  private static final double BYTES_PER_KIB = 1024;

  /** user, nice, system, idle, iowait, irq, softirq, steal; user includes guest time. */
  private static final Pattern TICKS = Pattern.compile("^cpu +((?:\\d+ ){7})(\\d+)");

  private static final Pattern AVAILABLE =
      Pattern.compile("^MemAvailable: +(\\d+) kB", Pattern.MULTILINE);
  private static final Pattern LOAD = Pattern.compile("^([0-9.]+) ");
  private static final Pattern FILES =
      Pattern.compile("^Max open files +(\\d+)", Pattern.MULTILINE);

  private final Path root;
  private final int processors;
  private final OptionalDouble load;
  private final Ticks start;

  /** Time of all processors, in clock ticks since boot. */
  private record Ticks(long all, long stolen) {}

  /**
   * Reads the values that the measurements will change.
   *
   * @param root root of the file system that contains {@code proc} and {@code sys}
   */
  HostFindings(Path root, int processors) {
    this.root = root;
    this.processors = processors;
    this.load = number(LOAD, "proc/loadavg");
    this.start = ticks();
  }

  /** All findings; steal covers the time since construction. */
  List<Finding> findings() {
    return List.of(processors(), load(), steal(), governor(), memory(), openFiles());
  }

  private Finding processors() {
    return Finding.of(
        "processors",
        Integer.toString(processors),
        processors < WANTED_PROCESSORS,
        "generator, master and slave share them: compare runs, quote no rate");
  }

  private Finding load() {
    String name = "load, 1 min";
    if (load.isEmpty()) {
      return Finding.of(name, Finding.UNKNOWN);
    }
    return Finding.of(
        name,
        Text.of("%.2f", load.getAsDouble()),
        load.getAsDouble() > processors * TOLERATED_LOAD,
        "something else runs here: ceilings and runs read too low until it ends");
  }

  private Finding steal() {
    Ticks now = ticks();
    if (now.all() <= start.all()) {
      return Finding.of("steal", Finding.UNKNOWN);
    }
    double share = (double) (now.stolen() - start.stolen()) / (now.all() - start.all());
    return Finding.of(
        "steal",
        Units.percent(share, 1),
        share > TOLERATED_STEAL,
        "the hypervisor gave this machine's processors to others: repeat runs, or move");
  }

  private Finding governor() {
    String governor = text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").strip();
    return Finding.of(
        "cpu governor",
        governor.isEmpty() ? Finding.UNKNOWN : governor,
        !governor.isEmpty() && !governor.equals("performance"),
        "the clock follows the load: set it to performance for runs to agree");
  }

  private Finding memory() {
    OptionalDouble kib = number(AVAILABLE, "proc/meminfo");
    if (kib.isEmpty()) {
      return Finding.of("memory available", Finding.UNKNOWN);
    }
    double bytes = kib.getAsDouble() * BYTES_PER_KIB;
    String wanted = Units.bytes(WANTED_MEMORY_BYTES);
    String concern = Text.of("master, slave and generator need %s: give them less heap", wanted);
    return Finding.of("memory available", Units.bytes(bytes), bytes < WANTED_MEMORY_BYTES, concern);
  }

  private Finding openFiles() {
    OptionalDouble limit = number(FILES, "proc/self/limits");
    if (limit.isEmpty()) {
      return Finding.of("open files, at most", Finding.UNKNOWN);
    }
    return Finding.of(
        "open files, at most",
        Units.count((long) limit.getAsDouble()),
        limit.getAsDouble() < WANTED_FILES,
        Text.of("brokers with many connections need more: ulimit -n %d", WANTED_FILES));
  }

  private Ticks ticks() {
    Matcher matcher = TICKS.matcher(text("proc/stat"));
    if (!matcher.find()) {
      return new Ticks(0, 0);
    }
    long stolen = Long.parseLong(matcher.group(2));
    long all = stolen;
    for (String word : matcher.group(1).strip().split(" ", -1)) {
      all += Long.parseLong(word);
    }
    return new Ticks(all, stolen);
  }

  private OptionalDouble number(Pattern pattern, String file) {
    Matcher matcher = pattern.matcher(text(file));
    return matcher.find()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
        : OptionalDouble.empty();
  }

  /** The file's text; empty if it cannot be read. */
  private String text(String file) {
    try {
      return Files.readString(root.resolve(file));
    } catch (IOException e) {
      return "";
    }
  }
}
