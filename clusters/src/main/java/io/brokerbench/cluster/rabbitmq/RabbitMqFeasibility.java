package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Checks whether a cluster can be started on this machine now, and reports the problems. */
final class RabbitMqFeasibility {

  /** Memory of a node in addition to the memory that it counts. */
  private static final long OVERHEAD_BYTES = 160L << 20;

  private static final long DISK_BYTES_PER_NODE = 1L << 30;
  private static final int MOST_HEARTBEAT_SECONDS = 65_535;
  private static final String HEARTBEAT = "heartbeat";
  private static final String USUAL_HEARTBEAT_SECONDS = "60";

  private RabbitMqFeasibility() {}

  static void check(RabbitMqProcesses wanted, Settings settings) {
    checkInstallation(wanted, settings);
    checkHeartbeat(wanted.rabbitMq(), settings);
    Optional<RabbitMqRelease> installed = wanted.installation().map(RabbitMqInstallation::release);
    checkQueueType(installed, settings);
    installed
        .map(wanted.rabbitMq()::of)
        .orElse(wanted.rabbitMq())
        .namedPorts()
        .ifPresent(ports -> ports.checkFree(settings));
    memory(wanted.rabbitMq()).check(MemoryNeed.availableBytes(), settings);
    checkDisk(wanted, wanted.dataDirectory().toFile().getUsableSpace(), settings);
  }

  private static void checkInstallation(RabbitMqProcesses wanted, Settings settings) {
    if (wanted.installation().isEmpty()) {
      settings.problem(
          "cluster.home",
          "is empty, and RabbitMQ is not installed here; install it (on Debian: apt-get install"
              + " rabbitmq-server), or name the directory of an installation, or use cluster.host"
              + " container");
    } else if (RabbitMqInstallation.portMapper().isEmpty()) {
      settings.problem(
          "cluster.home",
          "needs Erlang, but there is no erl with its epmd on PATH; install it (on Debian: apt-get"
              + " install erlang-base)");
    }
    Optional<RabbitMqRelease> release = wanted.rabbitMq().release();
    Optional<RabbitMqRelease> there = wanted.installation().map(RabbitMqInstallation::release);
    if (release.isPresent()
        && there.isPresent()
        && (!there.get().is(release.get()) || !release.get().variant().isEmpty())) {
      settings.problem(
          "cluster.version",
          Text.of(
              "must be the release that is installed, %s, got \"%s\"; install the other and name it by cluster.home, or use cluster.host container",
              there.get().name(), release.get().name()));
    }
  }

  /**
   * Reports a queue type as a problem that the release does not have. Releases without mirrors
   * silently ignore the policy, so a mirrored queue would have no copy.
   */
  static void checkQueueType(Optional<RabbitMqRelease> release, Settings settings) {
    String type = settings.text("rabbitmq.queue-type");
    release.ifPresent(
        found -> {
          if (type.equals("stream") && !found.hasStreams()) {
            settings.problem(
                "rabbitmq.queue-type",
                Text.of(
                    "stream needs release 3.9 or later, and this is %s; use quorum", found.name()));
          } else if (type.equals("mirrored") && !found.hasMirrors()) {
            settings.problem(
                "rabbitmq.queue-type",
                Text.of(
                    "mirrored needs a release before 4.0, and this is %s, which silently ignores it; use quorum, or classic without a copy",
                    found.name()));
          }
        });
  }

  /** Reports a heartbeat of the clients that the nodes would not agree to. */
  static void checkHeartbeat(RabbitMqSettings wanted, Settings settings) {
    String stated = wanted.properties().getOrDefault(HEARTBEAT, USUAL_HEARTBEAT_SECONDS);
    String key = "client.heartbeat";
    if (!settings.isGiven(key) || !stated.matches("\\d{1,5}") || Integer.parseInt(stated) == 0) {
      return;
    }
    int asked = settings.duration(key, ChronoUnit.SECONDS, 0, MOST_HEARTBEAT_SECONDS);
    if (asked == 0 || asked > Integer.parseInt(stated)) {
      settings.problem(
          key,
          Text.of(
              "must be from 1 s to %s s, the heartbeat of the nodes, which a client can only shorten, got \"%s\"; cluster.properties.heartbeat changes theirs",
              stated, settings.text(key)));
    }
  }

  static long ofNodeBytes(RabbitMqSettings wanted) {
    return wanted.memoryWatermarkBytes() + OVERHEAD_BYTES;
  }

  /** The memory of all nodes. */
  static MemoryNeed memory(RabbitMqSettings wanted) {
    return new MemoryNeed(
        "cluster.memory-watermark",
        wanted.nodes() * ofNodeBytes(wanted),
        Text.of(" for %d nodes", wanted.nodes()),
        "set less, or fewer cluster.nodes");
  }

  static void checkDisk(RabbitMqProcesses wanted, long usableBytes, Settings settings) {
    RabbitMqSettings rabbitMq = wanted.rabbitMq();
    long needed = rabbitMq.diskFreeLimitBytes() + rabbitMq.nodes() * DISK_BYTES_PER_NODE;
    String why = " (including cluster.disk-free-limit, below which nodes block publishers)";
    ProcessHost.checkDisk(wanted.dataDirectory(), needed, why, usableBytes, settings);
  }
}
