package io.brokerbench.sample;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Node;
import io.brokerbench.process.NativeCode;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.Resources.SourceUse;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.GlobalMemory;

/**
 * Reads the figures of this process, the cluster's processes and the host. Not thread-safe.
 *
 * <p>A process that has ended keeps its last figures; the counters of a node that is restarted go
 * on.
 */
public final class ResourceSampler {

  /** Name of this process in {@link Sample#processes()}. */
  public static final String GENERATOR = "generator";

  private final Clock clock;
  private final SystemInfo system = NativeCode.system();
  private final CentralProcessor processor = system.getHardware().getProcessor();
  private final GlobalMemory memory = system.getHardware().getMemory();

  private final NetworkCards network = new NetworkCards(system.getHardware().getNetworkIFs(true));
  private final ProcessReader reader = new ProcessReader();
  private final List<Node> nodes;
  private final List<RemoteNodes> remote;
  private final SchedulerWait schedulerWait = new SchedulerWait();
  private final Map<String, ProcessFigures> last = new LinkedHashMap<>();
  private final Map<String, ContinuedCounters> counters = new HashMap<>();
  private @Nullable HostProcessors processors;

  /** Creates a sampler of this process, these nodes, the host, and nodes on other machines. */
  public ResourceSampler(Clock clock, List<Node> nodes, RemoteNodes... remote) {
    this.clock = clock;
    this.remote = List.of(remote);
    this.nodes = List.copyOf(nodes);
  }

  /** Starts {@link #sources} anew, because the measured time begins. */
  public void restartSources() {
    remote.forEach(RemoteNodes::restart);
  }

  /** How the sources of other machines' figures were used. */
  public List<SourceUse> sources() {
    return remote.stream().flatMap(each -> each.uses().stream()).toList();
  }

  /** Reads everything now; takes some milliseconds. */
  public Sample sample() {
    long pid = ProcessHandle.current().pid();
    keep(GENERATOR, Role.GENERATOR, pid, reader.read(pid), Optional.of(ownJvm()));
    for (Node node : nodes) {
      if (node.alive()) {
        keep(
            node.name(),
            node.role(),
            node.pid(),
            node.reportsUsage() ? node.usage() : reader.read(node.pid()),
            node.jvm());
      }
    }
    Map<String, ProcessFigures> processes = new LinkedHashMap<>(last);
    Map<String, NodeFigures> others = new LinkedHashMap<>();
    remote.forEach(each -> others.putAll(each.latest()));
    others.forEach(
        (name, figures) -> figures.process().ifPresent(process -> processes.put(name, process)));
    return new Sample(clock.nanoTime(), processes, host(), others, schedulerWait.nanos());
  }

  private void keep(
      String name,
      Role role,
      long pid,
      Map<ProcessFigure, Long> usage,
      Optional<Node.JvmUsage> jvm) {
    if (usage.isEmpty()) {
      return;
    }
    Map<ProcessFigure, Long> figures = new EnumMap<>(usage);
    jvm.ifPresent(
        reported -> {
          figures.put(ProcessFigure.HEAP_USED_BYTES, reported.heapUsedBytes());
          figures.put(ProcessFigure.GC_COUNT, reported.gcCount());
          figures.put(ProcessFigure.GC_PAUSE_MILLIS, reported.gcPauseMillis());
        });
    Map<ProcessFigure, Long> continued =
        counters.computeIfAbsent(name, each -> new ContinuedCounters()).of(pid, figures);
    last.put(name, new ProcessFigures(role, continued));
  }

  private static Node.JvmUsage ownJvm() {
    long count = 0;
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      count += Math.max(0, collector.getCollectionCount());
      if (!Node.JvmUsage.isConcurrent(collector.getName())) {
        millis += Math.max(0, collector.getCollectionTime());
      }
    }
    return new Node.JvmUsage(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), count, millis);
  }

  private HostFigures host() {
    if (processors == null) {
      // Its counters follow the machine's clock, whatever the clock of the samples.
      processors =
          new HostProcessors(
              processor.getLogicalProcessorCount(),
              processor::getSystemCpuLoadTicks,
              Clock.system());
    }
    HostProcessors.Times times = processors.read();
    NetworkCards.Traffic traffic = network.traffic();
    Disks disks = Disks.read();
    return new HostFigures(
        processor.getLogicalProcessorCount(),
        times.busyNanos(),
        times.ioWaitNanos(),
        times.stealNanos(),
        times.totalNanos(),
        processor.getSystemLoadAverage(1)[0],
        traffic.bytes(),
        disks.writtenBytes(),
        disks.flushes(),
        1 - (double) memory.getAvailable() / memory.getTotal(),
        disks.busyNanos(),
        traffic.busyNanos(),
        Map.of(),
        Pressure.nanos());
  }

  /**
   * The kernel's pressure stall information: the time that some task waited for a resource (kernel
   * documentation, accounting/psi).
   */
  private static final class Pressure {

    private static final List<String> RESOURCES = List.of("cpu", "io", "memory");
    private static final Path DIRECTORY = Path.of("/proc/pressure");
    private static final Pattern TOTAL = Pattern.compile("some .*total=(\\d+)");
    private static final long NANOS_PER_MICRO = 1_000;

    private Pressure() {}

    /** Time by resource since the start of the system; empty if it does not report it. */
    static Map<String, Long> nanos() {
      Map<String, Long> nanos = new HashMap<>();
      for (String resource : RESOURCES) {
        try {
          Matcher total = TOTAL.matcher(Files.readString(DIRECTORY.resolve(resource)));
          if (total.find()) {
            nanos.put(resource, Long.parseLong(total.group(1)) * NANOS_PER_MICRO);
          }
        } catch (IOException e) {
          // The system was built or started without it.
        }
      }
      return nanos;
    }
  }

  /**
   * Time that the threads of this process were runnable but waited for a processor. Linux reports
   * it per thread in {@code /proc/self/task/N/schedstat}, second number, nanoseconds (kernel
   * documentation, scheduler/sched-stats). Ended threads remain in the sum with their last value.
   * Not thread-safe.
   */
  static final class SchedulerWait {

    private static final Path TASKS = Path.of("/proc/self/task");

    private final Map<String, Long> nanosByTask = new HashMap<>();

    /** Longer than a file: three numbers of at most twenty digits. */
    private final byte[] content = new byte[128];

    /** Sum over all threads seen so far; -1 if the system does not report it. */
    long nanos() {
      try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
        for (Path task : tasks) {
          read(task);
        }
      } catch (IOException | DirectoryIteratorException e) {
        return -1;
      }
      return nanosByTask.values().stream().mapToLong(Long::longValue).sum();
    }

    private void read(Path task) {
      // For thousands of threads each second: Files.readString makes twice as many system calls.
      try (InputStream schedstat = Files.newInputStream(task.resolve("schedstat"))) {
        int length = schedstat.read(content);
        String[] figures = new String(content, 0, length, StandardCharsets.US_ASCII).split(" ", -1);
        nanosByTask.merge(task.toString(), Long.parseLong(figures[1]), Math::max);
      } catch (IOException | RuntimeException e) {
        // The thread ended meanwhile.
      }
    }
  }

  /**
   * Counters of a node that continue across its restarts, after which those of its process start
   * from zero. Not thread-safe.
   */
  static final class ContinuedCounters {

    private final Map<ProcessFigure, Long> read = new EnumMap<>(ProcessFigure.class);
    private final Map<ProcessFigure, Long> ofEarlierProcesses = new EnumMap<>(ProcessFigure.class);
    private final Map<ProcessFigure, Long> pids = new EnumMap<>(ProcessFigure.class);

    /**
     * The figures of a process, with counters increased by those of earlier processes of the node.
     */
    Map<ProcessFigure, Long> of(long pid, Map<ProcessFigure, Long> figures) {
      Map<ProcessFigure, Long> continued = new EnumMap<>(figures);
      figures.forEach(
          (figure, value) -> {
            if (figure.kind() != Kind.LEVEL) {
              long before = read.getOrDefault(figure, 0L);
              // A container's ID stays, and so do counters of its control group, but not those of
              // JVMs.
              Long pidBefore = pids.put(figure, pid);
              if ((pidBefore != null && pidBefore != pid) || value < before) {
                ofEarlierProcesses.merge(figure, before, Long::sum);
              }
              read.put(figure, value);
              continued.merge(figure, ofEarlierProcesses.getOrDefault(figure, 0L), Long::sum);
            }
          });
      return continued;
    }
  }
}
