package io.brokerbench.monitor;

import io.brokerbench.driver.Session;
import io.brokerbench.prometheus.MetricSample;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.sample.HostFigures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Meaning of the metrics of exporters. */
final class NodeMetrics {

  private static final String CPU = "node_cpu_seconds_total";
  private static final String AVAILABLE = "node_memory_MemAvailable_bytes";
  private static final String TOTAL = "node_memory_MemTotal_bytes";
  private static final String DISK_BUSY = "node_disk_io_time_seconds_total";
  private static final String DISK_WRITTEN = "node_disk_written_bytes_total";
  private static final String DISK_FLUSHES = "node_disk_flush_requests_total";
  private static final String RECEIVED = "node_network_receive_bytes_total";
  private static final String SENT = "node_network_transmit_bytes_total";
  private static final String SPEED = "node_network_speed_bytes";
  private static final String FREE = "node_filesystem_avail_bytes";
  private static final String SIZE = "node_filesystem_size_bytes";
  private static final String LOAD = "node_load1";
  private static final String PRESSURE = "node_pressure_%s_waiting_seconds_total";
  private static final List<String> PRESSURES = List.of("cpu", "io", "memory");

  private static final String PROCESS_CPU = "process_cpu_seconds_total";
  private static final String PROCESS_MEMORY = "process_resident_memory_bytes";
  private static final String HEAP = "jvm_memory_used_bytes";

  /** The name before release 1.0 of the JMX exporter. */
  private static final String OLD_HEAP = "jvm_memory_bytes_used";

  private static final String GC_COUNT = "jvm_gc_collection_seconds_count";
  private static final String GC_SECONDS = "jvm_gc_collection_seconds_sum";

  /** Name of a metric that every group has. */
  static final String GROUP_CPU = "namedprocess_namegroup_cpu_seconds_total";

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
          PROCESS_CPU,
          PROCESS_MEMORY,
          HEAP,
          OLD_HEAP,
          GC_COUNT,
          GC_SECONDS,
          GROUP_CPU,
          GROUP_MEMORY,
          GROUP_READ,
          GROUP_WRITTEN,
          DISPATCH_BEHIND,
          FLUSH_BEHIND,
          WAITING);

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private final List<MetricSample> samples;
  private final List<String> missing = new ArrayList<>();

  NodeMetrics(List<MetricSample> samples) {
    this.samples = samples;
  }

  /** Metrics that were asked for and are missing, by name. */
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

  private List<MetricSample> all(String name) {
    return samples.stream().filter(sample -> sample.name().equals(name)).toList();
  }

  private List<MetricSample> wanted(String name) {
    List<MetricSample> found = all(name);
    if (found.isEmpty() && !missing.contains(name)) {
      missing.add(name);
    }
    return found;
  }

  private OptionalDouble sum(String name, Predicate<MetricSample> which) {
    List<MetricSample> found = wanted(name).stream().filter(which).toList();
    return found.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(found.stream().mapToDouble(MetricSample::value).sum());
  }

  private OptionalDouble sum(String name) {
    return sum(name, sample -> true);
  }

  /**
   * Figures of the machine. A processor is busy in the elapsed time except what is idle, waits for
   * a disk or was stolen: user and system time are sampled, and up to two times wrong.
   *
   * @param seconds time of the figures on the machine's clock
   */
  HostFigures host(double seconds) {
    int processors =
        (int) wanted(CPU).stream().map(sample -> sample.label("cpu")).distinct().count();
    long total = Math.round(processors * seconds * NANOS);
    long ioWait = nanos(mode("iowait"));
    long steal = nanos(mode("steal"));
    OptionalDouble available = sum(AVAILABLE);
    OptionalDouble memory = sum(TOTAL);
    Predicate<MetricSample> whole = NodeMetrics::isWholeDisk;
    return new HostFigures(
        processors,
        total - nanos(mode("idle")) - ioWait - steal,
        ioWait,
        steal,
        total,
        sum(LOAD).orElse(-1),
        traffic(),
        Math.round(sum(DISK_WRITTEN, whole).orElse(0)),
        Math.round(sum(DISK_FLUSHES, whole).orElse(-1)),
        available.isPresent() && memory.isPresent()
            ? 1 - available.getAsDouble() / memory.getAsDouble()
            : -1,
        byLabel(DISK_BUSY, "device", whole, 1),
        network(),
        fileSystems(),
        pressure());
  }

  /** Without devices whose requests others serve, which would count twice, and those in memory. */
  private static boolean isWholeDisk(MetricSample sample) {
    return !sample.label("device").matches("(dm-|md|loop|ram|zram|sr|fd)\\d.*");
  }

  private static boolean isInMemory(MetricSample fileSystem) {
    return List.of("tmpfs", "ramfs", "overlay", "squashfs", "devtmpfs")
        .contains(fileSystem.label("fstype"));
  }

  private OptionalDouble mode(String mode) {
    return sum(CPU, sample -> sample.label("mode").equals(mode));
  }

  private static long nanos(OptionalDouble seconds) {
    return Math.round(seconds.orElse(0) * NANOS);
  }

  /** Seconds by device as nanoseconds, multiplied by a factor. */
  private Map<String, Long> byLabel(
      String name, String label, Predicate<MetricSample> which, double factor) {
    return wanted(name).stream()
        .filter(which)
        .collect(
            Collectors.toMap(
                sample -> sample.label(label),
                sample -> Math.round(sample.value() * NANOS * factor),
                Long::sum));
  }

  /** Bytes in both directions by interface. */
  private Map<String, Long> traffic() {
    return Stream.of(RECEIVED, SENT)
        .flatMap(name -> wanted(name).stream())
        .collect(
            Collectors.toMap(
                sample -> sample.label("device"), sample -> Math.round(sample.value()), Long::sum));
  }

  /** The speed is that of a card, in bytes per second; virtual ones have none. */
  private Map<String, Long> network() {
    Map<String, Long> busy = new HashMap<>();
    for (MetricSample speed : all(SPEED)) {
      if (speed.value() > 0) {
        String card = speed.label("device");
        Predicate<MetricSample> its = sample -> sample.label("device").equals(card);
        double nanosPerByte = NANOS / speed.value();
        sum(RECEIVED, its)
            .ifPresent(bytes -> busy.put(card + " received", Math.round(bytes * nanosPerByte)));
        sum(SENT, its)
            .ifPresent(bytes -> busy.put(card + " sent", Math.round(bytes * nanosPerByte)));
      }
    }
    return busy;
  }

  private Map<String, Double> fileSystems() {
    Map<String, Double> used = new HashMap<>();
    for (MetricSample size : all(SIZE)) {
      if (size.value() > 0 && !isInMemory(size)) {
        String mount = size.label("mountpoint");
        sum(FREE, sample -> sample.label("mountpoint").equals(mount))
            .ifPresent(free -> used.put(mount, 1 - free / size.value()));
      }
    }
    return used;
  }

  private Map<String, Long> pressure() {
    Map<String, Long> nanos = new HashMap<>();
    for (String resource : PRESSURES) {
      List<MetricSample> found = all(PRESSURE.replace("%s", resource));
      if (!found.isEmpty()) {
        nanos.put(resource, Math.round(found.get(0).value() * NANOS));
      }
    }
    return nanos;
  }

  private String heapName() {
    return all(HEAP).isEmpty() && !all(OLD_HEAP).isEmpty() ? OLD_HEAP : HEAP;
  }

  /** Figures of the broker's JVM. */
  Map<ProcessFigure, Long> jvm() {
    // Every exporter reports its own process; at a server the broker's is that with a heap.
    List<String> broker = wanted(heapName()).stream().map(NodeMetrics::target).distinct().toList();
    Predicate<MetricSample> its = sample -> broker.contains(target(sample));
    Map<ProcessFigure, Long> figures = new EnumMap<>(ProcessFigure.class);
    put(figures, ProcessFigure.CPU_NANOS, sum(PROCESS_CPU, its), NANOS);
    put(figures, ProcessFigure.RSS_BYTES, sum(PROCESS_MEMORY, its), 1);
    put(
        figures,
        ProcessFigure.HEAP_USED_BYTES,
        sum(heapName(), sample -> sample.label("area").equals("heap")),
        1);
    put(figures, ProcessFigure.GC_COUNT, sum(GC_COUNT), 1);
    put(figures, ProcessFigure.GC_PAUSE_MILLIS, sum(GC_SECONDS), MILLIS);
    return figures;
  }

  /** The exporter that a server asked for a sample. */
  private static String target(MetricSample sample) {
    return sample.label("job") + " " + sample.label("instance");
  }

  /** Figures of a group of processes. */
  Map<ProcessFigure, Long> group(String group) {
    Predicate<MetricSample> its = sample -> sample.label("groupname").equals(group);
    Map<ProcessFigure, Long> figures = new EnumMap<>(ProcessFigure.class);
    put(figures, ProcessFigure.CPU_NANOS, sum(GROUP_CPU, its), NANOS);
    put(
        figures,
        ProcessFigure.RSS_BYTES,
        sum(GROUP_MEMORY, its.and(sample -> sample.label("memtype").equals("resident"))),
        1);
    put(figures, ProcessFigure.READ_BYTES, sum(GROUP_READ, its), 1);
    put(figures, ProcessFigure.WRITTEN_BYTES, sum(GROUP_WRITTEN, its), 1);
    return figures;
  }

  /** Figures of a broker of RocketMQ, of release 5.1 or later. */
  Map<String, Long> rocketMq() {
    Map<String, Long> figures = new HashMap<>();
    put(figures, Session.DISPATCH_BEHIND, sum(DISPATCH_BEHIND));
    put(figures, Session.UNFLUSHED, sum(FLUSH_BEHIND));
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
      Map<ProcessFigure, Long> figures, ProcessFigure figure, OptionalDouble value, double unit) {
    value.ifPresent(known -> figures.put(figure, Math.round(known * unit)));
  }
}
