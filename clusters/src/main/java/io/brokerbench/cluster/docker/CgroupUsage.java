package io.brokerbench.cluster.docker;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.sample.ProcessReader;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The usage of a container, read from its control group (kernel documentation,
 * admin-guide/cgroup-v1 and cgroup-v2).
 *
 * <p>Processor time and memory are those of the group; memory is anonymous memory plus pages of
 * mapped files, as in the resident memory of a process. Bytes read and written are sums over the
 * group's processes, as for processes without a container. Without permission to read their files,
 * they are taken from the group's {@code io.stat} in version 2; version 1 counts direct writes only
 * and is not read.
 */
final class CgroupUsage implements ContainerUsage {

  /** Where the control groups are mounted. */
  static final Path MOUNT = Path.of("/sys/fs/cgroup");

  private static final long NANOS_PER_MICRO = 1_000;

  /** The sums of {@code io.stat} by their names. */
  private static final Map<String, ProcessFigure> STORAGE =
      Map.of("rbytes", ProcessFigure.READ_BYTES, "wbytes", ProcessFigure.WRITTEN_BYTES);

  private final ProcessReader reader = new ProcessReader();
  private final ProcessSums sums = new ProcessSums();
  private final Path cpu;
  private final Path memory;
  private final boolean unified;
  private final boolean byProcess;

  private CgroupUsage(Path cpu, Path memory, boolean unified, long pid) {
    this.cpu = cpu;
    this.memory = memory;
    this.unified = unified;
    // Decided once, because the figures of the two methods are not comparable.
    this.byProcess = Files.isReadable(Path.of("/proc", Long.toString(pid), "io"));
  }

  /** The usage of the control group of a process; empty if its files are not readable here. */
  static Optional<CgroupUsage> of(long pid) {
    Map<String, String> groups;
    try {
      groups = groups(pid);
    } catch (IOException e) {
      return Optional.empty();
    }
    CgroupUsage usage;
    if (groups.containsKey("cpuacct") && groups.containsKey("memory")) {
      Path cpu = MOUNT.resolve("cpuacct").resolve(groups.get("cpuacct"));
      Path memory = MOUNT.resolve("memory").resolve(groups.get("memory"));
      usage = new CgroupUsage(cpu, memory, false, pid);
    } else {
      Path group = MOUNT.resolve(groups.getOrDefault("", ""));
      usage = new CgroupUsage(group, group, true, pid);
    }
    return usage.read().isEmpty() ? Optional.empty() : Optional.of(usage);
  }

  /** The control groups of a process by controller, relative to the mount point. */
  static Map<String, String> groups(long pid) throws IOException {
    Map<String, String> groups = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup"))) {
      String[] parts = line.split(":", 3);
      for (String controller : parts[1].split(",", -1)) {
        groups.put(controller, parts[2].substring(1));
      }
    }
    return groups;
  }

  @Override
  public Map<ProcessFigure, Long> read() {
    try {
      Table pages = Table.of(memory.resolve("memory.stat"));
      Map<ProcessFigure, Long> figures = byProcess ? ofProcesses() : storage();
      if (unified) {
        figures.put(
            ProcessFigure.CPU_NANOS,
            Table.of(cpu.resolve("cpu.stat")).get("usage_usec") * NANOS_PER_MICRO);
        figures.put(ProcessFigure.RSS_BYTES, pages.get("anon") + pages.get("file_mapped"));
      } else {
        figures.put(
            ProcessFigure.CPU_NANOS,
            Long.parseLong(Files.readString(cpu.resolve("cpuacct.usage")).strip()));
        figures.put(
            ProcessFigure.RSS_BYTES, pages.get("total_rss") + pages.get("total_mapped_file"));
      }
      return figures;
    } catch (IOException | RuntimeException e) {
      return Map.of();
    }
  }

  /** The sums over the processes of the group, those that have ended included. */
  private synchronized Map<ProcessFigure, Long> ofProcesses() throws IOException {
    List<Map<ProcessFigure, Long>> now = new ArrayList<>();
    for (String pid : Files.readAllLines(cpu.resolve("cgroup.procs"))) {
      now.add(reader.read(Long.parseLong(pid)));
    }
    return sums.with(now);
  }

  /** Bytes read and written by the group; empty in version 1. */
  private Map<ProcessFigure, Long> storage() throws IOException {
    Map<ProcessFigure, Long> bytes = new EnumMap<>(ProcessFigure.class);
    if (unified) {
      bytes.put(ProcessFigure.READ_BYTES, 0L);
      bytes.put(ProcessFigure.WRITTEN_BYTES, 0L);
      for (String line : Files.readAllLines(cpu.resolve("io.stat"))) {
        for (String word : line.split(" ", -1)) {
          String[] pair = word.split("=", 2);
          ProcessFigure figure = STORAGE.get(pair[0]);
          if (figure != null) {
            bytes.merge(figure, Long.valueOf(pair[1]), Long::sum);
          }
        }
      }
    }
    return bytes;
  }

  /** A file with a name and a number in each line. */
  private record Table(Path file, Map<String, Long> figures) {

    static Table of(Path file) throws IOException {
      Map<String, Long> figures = new HashMap<>();
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split("\\s+", -1);
        if (words.length == 2) {
          figures.put(words[0], Long.parseLong(words[1]));
        }
      }
      return new Table(file, figures);
    }

    long get(String name) throws IOException {
      Long figure = figures.get(name);
      if (figure == null) {
        throw new IOException(Text.of("no %s in %s", name, file));
      }
      return figure;
    }
  }
}
