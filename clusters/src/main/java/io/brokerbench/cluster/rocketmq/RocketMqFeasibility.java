package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.resolution.DependencyResolutionException;

/** Checks whether a cluster can be started on this machine now, and reports the problems. */
final class RocketMqFeasibility {

  private static final long DISK_BYTES_PER_BROKER = 2L << 30;
  // The level at which DefaultMessageStore's clean-up marks the disk full, whatever its setting.
  private static final int DISK_FULL_PERCENT = 90;

  private RocketMqFeasibility() {}

  static void check(RocketMqProcesses wanted, Settings settings) {
    checkRelease(wanted.rocketMq(), settings);
    checkProperties(wanted.rocketMq(), settings);
    wanted.rocketMq().namedPorts().ifPresent(ports -> ports.checkFree(settings));
    memory(wanted.rocketMq()).check(MemoryNeed.availableBytes(), settings);
    File disk = wanted.dataDirectory().toFile();
    checkDisk(wanted, disk.getTotalSpace(), disk.getFreeSpace(), disk.getUsableSpace(), settings);
  }

  private static void checkRelease(RocketMqSettings wanted, Settings settings) {
    RocketMqRelease release = wanted.release();
    List<String> servers = new ArrayList<>(RocketMqJars.BROKERS);
    if (wanted.proxy()) {
      servers.addAll(RocketMqJars.PROXY);
    }
    RocketMqJars.ARTIFACTS.checkRelease(
        release.name(),
        servers,
        complete ->
            Text.of(
                "must be a release that Maven Central has %s of, got \"%s\"%s",
                wanted.proxy() ? "name server, broker and proxy" : "name server and broker",
                release.name(),
                release.nearest(complete).map(name -> "; the nearest is " + name).orElse("")),
        settings);
  }

  /** Checks properties if the release is on this machine; otherwise the start checks them. */
  static void checkProperties(RocketMqSettings wanted, Settings settings) {
    if (!wanted.properties().isEmpty()) {
      try {
        KnownProperties.problems(
                RocketMqJars.ARTIFACTS.localClassPath(
                    wanted.release().name(), RocketMqJars.BROKERS),
                wanted.release(),
                wanted.properties())
            .forEach((name, rule) -> settings.problem("cluster.properties." + name, rule));
      } catch (DependencyResolutionException e) {
        // The release is not on this machine yet.
      }
    }
  }

  /** The maximum memory of one broker: heap, direct memory, and the JVM's overhead. */
  static long ofBrokerBytes(RocketMqSettings wanted) {
    return wanted.heapBytes() + wanted.directMemoryBytes() + Jvm.OVERHEAD_BYTES;
  }

  private static long neededBytes(RocketMqSettings wanted) {
    return wanted.topology().brokers() * ofBrokerBytes(wanted)
        + wanted.nameServers() * (wanted.nameServerHeapBytes() + Jvm.OVERHEAD_BYTES)
        + (wanted.separateProxy() ? Jvm.maxBytes(wanted.proxyHeapBytes()) : 0);
  }

  /** The memory of all nodes. */
  static MemoryNeed memory(RocketMqSettings wanted) {
    return new MemoryNeed(
        "cluster.heap",
        neededBytes(wanted),
        Text.of(" (heap and direct memory of %d brokers)", wanted.topology().brokers()),
        "set a smaller heap, or cluster.topology 1m");
  }

  /** {@code usableBytes} may be less than {@code freeBytes}: some file systems keep a reserve. */
  static void checkDisk(
      RocketMqProcesses wanted,
      long totalBytes,
      long freeBytes,
      long usableBytes,
      Settings settings) {
    long usedBytes = totalBytes - freeBytes;
    long limitBytes = (usedBytes + usableBytes) / 100 * DISK_FULL_PERCENT;
    ProcessHost.checkDisk(
        wanted.dataDirectory(),
        wanted.rocketMq().topology().brokers() * DISK_BYTES_PER_BROKER,
        Text.of(
            " before its disk is %d %% full, when brokers stop accepting messages",
            DISK_FULL_PERCENT),
        limitBytes - usedBytes,
        settings);
  }
}
