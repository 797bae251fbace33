package io.brokerbench.cluster;

import io.brokerbench.driver.Node.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A container's figures out of its control group (kernel documentation, admin-guide/cgroup-v1 and
 * cgroup-v2).
 *
 * <p>Memory is anonymous memory and pages of mapped files, which is what a process's resident
 * memory is. Bytes read and written are those of {@code /proc/PID/io} of the group's processes, as
 * for processes without a container; without the right to read them, of the group's {@code io.stat}
 * in version 2. Version 1 counts only what is written directly: it is not asked.
 */
final class CgroupUsage implements ContainerUsage {

  private static final Path MOUNT = Path.of("/sys/fs/cgroup");
  private static final long NANOS_PER_MICRO = 1_000;

  private final Path cpu;
  private final Path memory;
  private final boolean unified;
  private final boolean byProcess;

  private CgroupUsage(Path cpu, Path memory, boolean unified, long pid) {
    this.cpu = cpu;
    this.memory = memory;
    this.unified = unified;
    // Once for all: the two ways to count do not compare.
    this.byProcess = Files.isReadable(Path.of("/proc", Long.toString(pid), "io"));
  }

  /** Of the group that a process is in; empty if its files cannot be read here. */
  static Optional<CgroupUsage> of(long pid) {
    Map<String, String> groups = new HashMap<>();
    try {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup"))) {
        String[] parts = line.split(":", 3);
        for (String controller : parts[1].split(",", -1)) {
          groups.put(controller, parts[2].substring(1));
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    CgroupUsage usage;
    if (groups.containsKey("cpuacct") && groups.containsKey("memory")) {
      usage =
          new CgroupUsage(
              MOUNT.resolve("cpuacct").resolve(groups.get("cpuacct")),
              MOUNT.resolve("memory").resolve(groups.get("memory")),
              false,
              pid);
    } else {
      Path group = MOUNT.resolve(groups.getOrDefault("", ""));
      usage = new CgroupUsage(group, group, true, pid);
    }
    return usage.read().isPresent() ? Optional.of(usage) : Optional.empty();
  }

  @Override
  public Optional<Usage> read() {
    try {
      Table pages = Table.of(memory.resolve("memory.stat"));
      long[] bytes = storageBytes();
      return Optional.of(
          unified
              ? new Usage(
                  Table.of(cpu.resolve("cpu.stat")).get("usage_usec") * NANOS_PER_MICRO,
                  pages.get("anon") + pages.get("file_mapped"),
                  bytes[0],
                  bytes[1])
              : new Usage(
                  Long.parseLong(Files.readString(cpu.resolve("cpuacct.usage")).strip()),
                  pages.get("total_rss") + pages.get("total_mapped_file"),
                  bytes[0],
                  bytes[1]));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Read and written. */
  private long[] storageBytes() throws IOException {
    if (!byProcess) {
      return unified ? ioStat() : new long[] {-1, -1};
    }
    long read = 0;
    long written = 0;
    for (String pid : Files.readAllLines(cpu.resolve("cgroup.procs"))) {
      try {
        Table io = Table.of(Path.of("/proc", pid, "io"));
        read += io.get("read_bytes:");
        written += io.get("write_bytes:");
      } catch (IOException e) {
        // It ended meanwhile.
      }
    }
    return new long[] {read, written};
  }

  private long[] ioStat() throws IOException {
    long read = 0;
    long written = 0;
    for (String line : Files.readAllLines(cpu.resolve("io.stat"))) {
      for (String word : line.split(" ", -1)) {
        if (word.startsWith("rbytes=")) {
          read += Long.parseLong(word.substring("rbytes=".length()));
        } else if (word.startsWith("wbytes=")) {
          written += Long.parseLong(word.substring("wbytes=".length()));
        }
      }
    }
    return new long[] {read, written};
  }

  /** Lines of a name and a number. */
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
        throw new IOException(String.format(Locale.ROOT, "no %s in %s", name, file));
      }
      return figure;
    }
  }
}
