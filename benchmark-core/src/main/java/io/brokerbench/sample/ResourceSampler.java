package io.brokerbench.sample;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Node;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.NetworkIF;
import oshi.software.os.OSProcess;

/**
 * Reads the figures of this process, the cluster's processes and the host. Not thread-safe.
 *
 * <p>A process that has ended keeps the figures it had last.
 */
public final class ResourceSampler {

  /** The name of this process among the processes. */
  public static final String GENERATOR = "generator";

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Clock clock;
  private final SystemInfo system = new SystemInfo();
  private final CentralProcessor processor = system.getHardware().getProcessor();
  private final GlobalMemory memory = system.getHardware().getMemory();
  private final List<NetworkIF> interfaces = system.getHardware().getNetworkIFs(true);
  private final List<HWDiskStore> disks = system.getHardware().getDiskStores();
  private final OSProcess self = system.getOperatingSystem().getCurrentProcess();
  private final Map<Node, @Nullable OSProcess> nodes = new LinkedHashMap<>();
  private final SchedulerWait schedulerWait = new SchedulerWait();
  private final Map<String, ProcessFigures> last = new LinkedHashMap<>();
  private @Nullable HostProcessors processors;

  /** A sampler of this process, these nodes, and the host. */
  public ResourceSampler(Clock clock, List<Node> nodes) {
    this.clock = clock;
    for (Node node : nodes) {
      this.nodes.put(
          node,
          node.tellsUsage() ? null : system.getOperatingSystem().getProcess((int) node.pid()));
    }
  }

  /** Reads everything now; takes some milliseconds. */
  public Sample sample() {
    last.put(GENERATOR, figures(usage(self), Optional.of(ownJvm())));
    nodes.forEach(
        (node, process) -> {
          if (node.alive()) {
            node.usage()
                .or(() -> Optional.ofNullable(process).map(ResourceSampler::usage))
                .ifPresent(usage -> last.put(node.name(), figures(usage, node.jvm())));
          }
        });
    return new Sample(clock.nanoTime(), new LinkedHashMap<>(last), host(), schedulerWait.nanos());
  }

  private static Node.Usage usage(OSProcess process) {
    process.updateAttributes();
    return new Node.Usage(
        (process.getKernelTime() + process.getUserTime()) * NANOS_PER_MILLI,
        process.getResidentSetSize(),
        process.getBytesRead(),
        process.getBytesWritten());
  }

  private static ProcessFigures figures(Node.Usage usage, Optional<Node.JvmUsage> jvm) {
    return new ProcessFigures(
        usage.cpuNanos(),
        usage.rssBytes(),
        usage.readBytes(),
        usage.writtenBytes(),
        jvm.map(Node.JvmUsage::heapUsedBytes).orElse(-1L),
        jvm.map(Node.JvmUsage::gcCount).orElse(-1L),
        jvm.map(Node.JvmUsage::gcPauseMillis).orElse(-1L));
  }

  private static Node.JvmUsage ownJvm() {
    long count = 0;
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      count += Math.max(0, collector.getCollectionCount());
      millis += Math.max(0, collector.getCollectionTime());
    }
    return new Node.JvmUsage(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), count, millis);
  }

  private HostFigures host() {
    if (processors == null) {
      // Its counters are told by the machine's clock, whatever that of the samples is.
      processors =
          new HostProcessors(
              processor.getLogicalProcessorCount(),
              processor::getSystemCpuLoadTicks,
              Clock.system());
    }
    HostProcessors.Times times = processors.read();
    long network = 0;
    List<Long> networkBusy = new ArrayList<>();
    for (NetworkIF each : interfaces) {
      if (each.updateAttributes()) {
        network += each.getBytesRecv() + each.getBytesSent();
        if (each.getSpeed() > 0) {
          double nanosPerByte = 8e9 / each.getSpeed();
          networkBusy.add(Math.round(each.getBytesRecv() * nanosPerByte));
          networkBusy.add(Math.round(each.getBytesSent() * nanosPerByte));
        }
      }
    }
    long written = 0;
    List<Long> diskBusy = new ArrayList<>();
    for (HWDiskStore disk : disks) {
      if (disk.updateAttributes()) {
        written += disk.getWriteBytes();
        diskBusy.add(disk.getTransferTime() * NANOS_PER_MILLI);
      }
    }
    return new HostFigures(
        processor.getLogicalProcessorCount(),
        times.busyNanos(),
        times.ioWaitNanos(),
        times.stealNanos(),
        times.totalNanos(),
        processor.getSystemLoadAverage(1)[0],
        network,
        written,
        DiskFlushes.completed(),
        1 - (double) memory.getAvailable() / memory.getTotal(),
        diskBusy,
        networkBusy);
  }
}
