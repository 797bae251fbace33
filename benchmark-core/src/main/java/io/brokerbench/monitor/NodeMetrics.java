package io.brokerbench.monitor;

import io.brokerbench.driver.Node.JvmUsage;
import io.brokerbench.driver.Session;
import io.brokerbench.prometheus.MetricSample;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.sample.Disks;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Meaning of the metrics of exporters, at one moment. */
final class NodeMetrics {

  /** Name of the time of a machine's figures on its own clock. */
  static final String TIME = "node_time_seconds";

  private static final String CPU = "node_cpu_seconds_total";

  /** Modes of {@link #processors()}. */
  static final String IDLE = "idle";

  static final String IO_WAIT = "iowait";
  static final String STEAL = "steal";
  static final String USED = "used";
  private static final Set<String> UNUSED = Set.of(IDLE, IO_WAIT, STEAL);

  private static final String AVAILABLE = "node_memory_MemAvailable_bytes";
  private static final String TOTAL = "node_memory_MemTotal_bytes";
  private static final String DISK = "node_disk_";

  // Metrics by device: time in seconds, bytes, and a number of requests.
  static final String DISK_BUSY = "node_disk_io_time_seconds_total";
  static final String DISK_WRITTEN = "node_disk_written_bytes_total";
  static final String DISK_FLUSHES = "node_disk_flush_requests_total";
  static final String RECEIVED = "node_network_receive_bytes_total";
  static final String SENT = "node_network_transmit_bytes_total";
  private static final String SPEED = "node_network_speed_bytes";

  /**
   * Interfaces of tunnels, containers and virtual machines, by the names that their programs give
   * them: the speed that they report is nominal, and limits nothing.
   */
  private static final Pattern NO_CARD =
      Pattern.compile(
          "(br-|cali|cilium|cni|docker|flannel|lxc|podman|tap|tun|veth|virbr|vnet|vxlan|wg).*");

  private static final String FREE = "node_filesystem_avail_bytes";
  private static final String SIZE = "node_filesystem_size_bytes";
  private static final String LOAD = "node_load1";
  private static final String PRESSURE = "node_pressure_%s_waiting_seconds_total";
  private static final List<String> PRESSURES = List.of("cpu", "io", "memory");

  private static final String PROCESS_START = "process_start_time_seconds";
  private static final String PROCESS_CPU = "process_cpu_seconds_total";
  private static final String PROCESS_MEMORY = "process_resident_memory_bytes";
  private static final String HEAP = "jvm_memory_used_bytes";

  /** The name before release 1.0 of the JMX exporter. */
  private static final String OLD_HEAP = "jvm_memory_bytes_used";

  private static final String GC_COUNT = "jvm_gc_collection_seconds_count";
  private static final String GC_SECONDS = "jvm_gc_collection_seconds_sum";

  /** Name of a metric that every group has. */
  static final String GROUP_CPU = "namedprocess_namegroup_cpu_seconds_total";

  private static final String GROUP_START = "namedprocess_namegroup_oldest_start_time_seconds";
  private static final String GROUP_MEMORY = "namedprocess_namegroup_memory_bytes";
  private static final String GROUP_READ = "namedprocess_namegroup_read_bytes_total";
  private static final String GROUP_WRITTEN = "namedprocess_namegroup_write_bytes_total";

  private static final String DISPATCH_BEHIND = "rocketmq_storage_dispatch_behind_bytes";
  private static final String FLUSH_BEHIND = "rocketmq_storage_flush_behind_bytes";

  /** Requests in the queues of the broker's thread pools. */
  private static final String WAITING = "rocketmq_processor_watermark";

  /** Metrics that are used, as regular expressions. */
  static final List<String> NAMES =
      List.of(
          TIME,
          CPU,
          AVAILABLE,
          TOTAL,
          "node_disk_(io_time_seconds|written_bytes|flush_requests)_total",
          "node_network_(receive|transmit)_bytes_total",
          SPEED,
          FREE,
          SIZE,
          LOAD,
          "node_pressure_.*_waiting_seconds_total",
          PROCESS_START,
          PROCESS_CPU,
          PROCESS_MEMORY,
          HEAP,
          OLD_HEAP,
          GC_COUNT,
          GC_SECONDS,
          GROUP_START,
          GROUP_CPU,
          GROUP_MEMORY,
          GROUP_READ,
          GROUP_WRITTEN,
          DISPATCH_BEHIND,
          FLUSH_BEHIND,
          WAITING);

  /** Anything above is an error of the exporter, and would leave a long. */
  private static final double MOST = 1e18;

  private final List<MetricSample> samples;
  private final List<String> missing = new ArrayList<>();

  NodeMetrics(List<MetricSample> samples) {
    this.samples = samples;
  }

  /**
   * A process at one moment.
   *
   * @param identity of the process: the time of its start; NaN if unknown
   * @param counters since that start, in seconds or in their own units
   * @param levels current values
   */
  record ProcessReading(
      double identity, Map<ProcessFigure, Double> counters, Map<ProcessFigure, Long> levels) {}

  /** Metrics that were asked for and are missing, or have a value that is no number, by name. */
  List<String> missing() {
    return missing;
  }

  /** Whether any of the samples is of this kind of exporter. */
  boolean has(SourceKind kind) {
    String name =
        switch (kind) {
          case NODE_EXPORTER -> CPU;
          case JVM -> heapName();
          case PROCESS_EXPORTER -> GROUP_CPU;
          case ROCKETMQ -> DISPATCH_BEHIND;
          case PROMETHEUS -> "";
        };
    return !all(name).isEmpty();
  }

  /** Whether exporters of any kind report a metric of this name, about their own process. */
  static boolean everyExporterHas(String name) {
    return name.startsWith("process_");
  }

  /** The exporter that a server asked for a sample. */
  static String target(MetricSample sample) {
    return sample.label("job") + " " + sample.label("instance");
  }

  private List<MetricSample> all(String name) {
    return samples.stream().filter(sample -> sample.name().equals(name)).toList();
  }

  /**
   * Values of a metric by labels that distinguish its series; empty if it is missing, or if any
   * value cannot be one.
   *
   * @throws IOException if there are several values of a series, as of two nodes
   */
  private Map<List<String>, Double> series(
      String name, Predicate<MetricSample> which, String... labels) throws IOException {
    List<MetricSample> all = all(name);
    Map<List<String>, MetricSample> found = new LinkedHashMap<>();
    boolean usable = true;
    for (MetricSample sample : all) {
      if (which.test(sample)) {
        List<String> key = Arrays.stream(labels).map(sample::label).toList();
        MetricSample other = found.put(key, sample);
        if (other != null) {
          throw new IOException(
              Text.of("%s has two values: %s and %s", name, other.labels(), sample.labels()));
        }
        usable &= isPossible(sample);
      }
    }
    if ((all.isEmpty() || !usable) && !missing.contains(name)) {
      missing.add(name);
    }
    Map<List<String>, Double> values = new LinkedHashMap<>();
    if (usable) {
      found.forEach((key, sample) -> values.put(key, sample.value()));
    }
    return values;
  }

  /** NaN is not. */
  private static boolean isPossible(MetricSample sample) {
    // Linux has -1 Mbit/s for an interface without a known speed: node_exporter shows -125000.
    return sample.value() <= MOST && (sample.value() >= 0 || sample.name().equals(SPEED));
  }

  /** Values of a metric of each network interface, or of each disk that is not virtual. */
  Map<String, Double> byDevice(String name) throws IOException {
    Map<String, Double> values = new LinkedHashMap<>();
    series(name, sample -> !name.startsWith(DISK) || isNotVirtual(sample), "device")
        .forEach((key, value) -> values.put(key.get(0), value));
    return values;
  }

  private OptionalDouble sum(String name, Predicate<MetricSample> which, String... labels)
      throws IOException {
    Map<List<String>, Double> found = series(name, which, labels);
    return found.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(found.values().stream().mapToDouble(Double::doubleValue).sum());
  }

  private OptionalDouble value(String name) throws IOException {
    return sum(name, sample -> true);
  }

  /** Time of the machine's figures on its own clock; empty if it is missing. */
  OptionalDouble seconds() throws IOException {
    return value(TIME);
  }

  /**
   * Time that each processor spent idle, waiting for a disk or stolen, in seconds by mode and
   * processor; the other modes are together in {@link #USED}. Empty without a processor.
   *
   * @throws IOException if a mode is not known of each processor
   */
  Map<String, Map<String, Double>> processors() throws IOException {
    Map<String, Map<String, Double>> byMode = new HashMap<>();
    series(CPU, sample -> true, "mode", "cpu")
        .forEach(
            (key, value) ->
                byMode
                    .computeIfAbsent(
                        UNUSED.contains(key.get(0)) ? key.get(0) : USED, mode -> new HashMap<>())
                    .merge(key.get(1), value, Double::sum));
    Set<String> all = new TreeSet<>();
    byMode.values().forEach(mode -> all.addAll(mode.keySet()));
    if (!all.isEmpty() && !byMode.containsKey(IDLE)) {
      throw new IOException(Text.of("%s of mode idle is missing", CPU));
    }
    for (Map.Entry<String, Map<String, Double>> mode : byMode.entrySet()) {
      if (!mode.getKey().equals(USED) && mode.getValue().size() < all.size()) {
        throw new IOException(
            Text.of("%s of mode %s is not known of each processor", CPU, mode.getKey()));
      }
    }
    return byMode;
  }

  private static boolean isNotVirtual(MetricSample disk) {
    return !Disks.isVirtual(disk.label("device"));
  }

  private static boolean isInMemory(MetricSample fileSystem) {
    return List.of("tmpfs", "ramfs", "overlay", "squashfs", "devtmpfs")
        .contains(fileSystem.label("fstype"));
  }

  /** Load average over one minute; empty if it is missing. */
  OptionalDouble load() throws IOException {
    return value(LOAD);
  }

  /** Share of the memory that is in use; empty if it is missing. */
  OptionalDouble memoryUsedShare() throws IOException {
    return used(value(AVAILABLE), value(TOTAL));
  }

  private static OptionalDouble used(OptionalDouble free, OptionalDouble all) {
    return free.isPresent()
            && all.isPresent()
            && free.getAsDouble() <= all.getAsDouble()
            && all.getAsDouble() > 0
        ? OptionalDouble.of(1 - free.getAsDouble() / all.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Bytes per second of each network card of known speed, in each direction. */
  Map<String, Double> cardSpeeds() throws IOException {
    Map<String, Double> speeds = new HashMap<>(byDevice(SPEED));
    missing.remove(SPEED);
    speeds.values().removeIf(speed -> speed <= 0);
    speeds.keySet().removeIf(name -> NO_CARD.matcher(name).matches());
    return speeds;
  }

  /** Used share of each file system by mount point. */
  Map<String, Double> fileSystemUsedShares() throws IOException {
    String[] key = {"mountpoint", "device", "fstype"};
    Map<List<String>, Double> sizes = series(SIZE, sample -> !isInMemory(sample), key);
    Map<List<String>, Double> free = series(FREE, sample -> !isInMemory(sample), key);
    missing.removeAll(List.of(SIZE, FREE));
    Map<String, Double> used = new HashMap<>();
    sizes.forEach(
        (each, size) -> {
          Double rest = free.get(each);
          if (rest != null) {
            used(OptionalDouble.of(rest), OptionalDouble.of(size))
                .ifPresent(share -> used.merge(each.get(0), share, Math::max));
          }
        });
    return used;
  }

  /** Time that some task waited by resource, in seconds. */
  Map<String, Double> pressureSeconds() throws IOException {
    Map<String, Double> seconds = new HashMap<>();
    for (String resource : PRESSURES) {
      String name = PRESSURE.replace("%s", resource);
      value(name).ifPresent(value -> seconds.put(resource, value));
      missing.remove(name);
    }
    return seconds;
  }

  private String heapName() {
    return all(HEAP).isEmpty() && !all(OLD_HEAP).isEmpty() ? OLD_HEAP : HEAP;
  }

  /** The broker's JVM. */
  ProcessReading jvm() throws IOException {
    String heap = heapName();
    // Every exporter reports its own process; at a server the broker's is that with a heap.
    Set<String> broker = all(heap).stream().map(NodeMetrics::target).collect(Collectors.toSet());
    Predicate<MetricSample> its = sample -> broker.contains(target(sample));
    Map<ProcessFigure, Double> counters = new EnumMap<>(ProcessFigure.class);
    Map<ProcessFigure, Long> levels = new EnumMap<>(ProcessFigure.class);
    put(counters, ProcessFigure.CPU_NANOS, sum(PROCESS_CPU, its));
    level(levels, ProcessFigure.RSS_BYTES, sum(PROCESS_MEMORY, its));
    level(
        levels,
        ProcessFigure.HEAP_USED_BYTES,
        sum(heap, sample -> sample.label("area").equals("heap"), "id"));
    put(counters, ProcessFigure.GC_COUNT, sum(GC_COUNT, its, "gc"));
    Predicate<MetricSample> pauses = sample -> !JvmUsage.isConcurrent(sample.label("gc"));
    put(counters, ProcessFigure.GC_PAUSE_MILLIS, sum(GC_SECONDS, its.and(pauses), "gc"));
    return new ProcessReading(identity(PROCESS_START, its), counters, levels);
  }

  private double identity(String start, Predicate<MetricSample> its) throws IOException {
    OptionalDouble known = sum(start, its);
    missing.remove(start);
    return known.orElse(Double.NaN);
  }

  ProcessReading group(String group) throws IOException {
    Predicate<MetricSample> its = sample -> sample.label("groupname").equals(group);
    Map<ProcessFigure, Double> counters = new EnumMap<>(ProcessFigure.class);
    Map<ProcessFigure, Long> levels = new EnumMap<>(ProcessFigure.class);
    put(counters, ProcessFigure.CPU_NANOS, sum(GROUP_CPU, its, "mode"));
    level(
        levels,
        ProcessFigure.RSS_BYTES,
        sum(GROUP_MEMORY, its.and(sample -> sample.label("memtype").equals("resident"))));
    put(counters, ProcessFigure.READ_BYTES, sum(GROUP_READ, its));
    put(counters, ProcessFigure.WRITTEN_BYTES, sum(GROUP_WRITTEN, its));
    return new ProcessReading(identity(GROUP_START, its), counters, levels);
  }

  /** Figures of a broker of RocketMQ, of release 5.1 or later. */
  Map<String, Long> rocketMq() throws IOException {
    Map<String, Long> figures = new HashMap<>();
    put(figures, Session.DISPATCH_BEHIND, sum(DISPATCH_BEHIND, any -> true, "storage_type"));
    put(figures, Session.UNFLUSHED, sum(FLUSH_BEHIND, any -> true, "storage_type"));
    put(
        figures,
        Session.SEND_QUEUE,
        sum(WAITING, sample -> sample.label("processor").equals("send")));
    return figures;
  }

  private static void put(Map<String, Long> figures, String figure, OptionalDouble value) {
    value.ifPresent(known -> figures.put(figure, Math.round(known)));
  }

  private static void put(
      Map<ProcessFigure, Double> counters, ProcessFigure figure, OptionalDouble value) {
    value.ifPresent(known -> counters.put(figure, known));
  }

  private static void level(
      Map<ProcessFigure, Long> levels, ProcessFigure figure, OptionalDouble value) {
    value.ifPresent(known -> levels.put(figure, Math.round(known)));
  }
}
