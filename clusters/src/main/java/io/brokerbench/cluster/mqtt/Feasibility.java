package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Memory;
import io.brokerbench.workload.Settings;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.aether.resolution.VersionRangeResolutionException;

/** Whether a cluster could be started here and now; what speaks against it is noted as problems. */
final class Feasibility {

  // What HiveMQ's JVM has beside heap and buffers.
  private static final long OVERHEAD_BYTES = 160L << 20;
  private static final long DISK_BYTES = 1L << 30;

  private Feasibility() {}

  static void check(ProcessSettings wanted, Settings settings) {
    switch (wanted.mqtt().broker()) {
      case HIVEMQ -> {
        checkRelease(wanted.hiveMq(), settings);
        checkMemory(wanted.mqtt(), Memory.availableBytes(), settings);
      }
      case MOSQUITTO -> checkInstallation(wanted.mqtt(), Installation.find(), settings);
      case EMQX ->
          settings.problem(
              "cluster.broker",
              "emqx is for hosts container and external: add cluster.host=container, or external with cluster.addresses");
    }
    wanted.mqtt().ports().ifPresent(ports -> ports.checkFree(settings));
    checkDisk(wanted, wanted.dataDirectory().toFile().getUsableSpace(), settings);
  }

  private static void checkRelease(Release release, Settings settings) {
    try {
      if (!HiveMqJars.areThere(release)) {
        settings.problem(
            "cluster.version",
            String.format(
                Locale.ROOT,
                "must be a release of HiveMQ CE that Maven Central has, such as %s, got \"%s\"",
                HiveMqJars.DEFAULT.name(),
                release.name()));
      }
    } catch (VersionRangeResolutionException e) {
      settings.problem(
          "cluster.version",
          String.format(
              Locale.ROOT,
              "%s is not in the local Maven repository, and no other can be asked for it: %s",
              release.name(),
              e.getMessage()));
    }
  }

  static void checkInstallation(
      MqttSettings wanted, Optional<Installation> installation, Settings settings) {
    if (installation.isEmpty()) {
      settings.problem(
          "cluster.broker",
          "mosquitto is not installed here; install it (on Debian: apt-get install mosquitto), or"
              + " use cluster.host container, or cluster.broker hivemq");
      return;
    }
    Release there = installation.get().release();
    wanted
        .release()
        .filter(release -> !there.is(release))
        .ifPresent(
            release ->
                settings.problem(
                    "cluster.version",
                    String.format(
                        Locale.ROOT,
                        "must be the release that is installed, %s, got \"%s\"; use cluster.host container for another",
                        there.name(),
                        release.name())));
  }

  static void checkMemory(MqttSettings wanted, long availableBytes, Settings settings) {
    long neededBytes = neededBytes(wanted);
    if (neededBytes > availableBytes) {
      settings.problem(
          "cluster.heap",
          String.format(
              Locale.ROOT,
              "needs %s of memory (heap and as much direct memory), of which %s are missing; set a smaller heap, or cluster.broker mosquitto",
              Memory.size(neededBytes),
              Memory.size(neededBytes - availableBytes)));
    }
  }

  /** What HiveMQ may take. */
  static long neededBytes(MqttSettings wanted) {
    return 2 * wanted.heapBytes() + OVERHEAD_BYTES;
  }

  static void checkDisk(ProcessSettings wanted, long usableBytes, Settings settings) {
    if (wanted.mqtt().persistence() == Persistence.FILE && DISK_BYTES > usableBytes) {
      settings.problem(
          "cluster.data-directory",
          String.format(
              Locale.ROOT,
              "%s needs room for %s, but has %s; name a directory on another disk",
              wanted.dataDirectory(),
              Memory.size(DISK_BYTES),
              Memory.size(usableBytes)));
    }
  }
}
