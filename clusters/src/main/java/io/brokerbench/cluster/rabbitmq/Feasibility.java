package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Memory;
import io.brokerbench.workload.Settings;
import java.util.Locale;
import java.util.Optional;

/** Whether a cluster could be started here and now; what speaks against it is noted as problems. */
final class Feasibility {

  private static final long DISK_BYTES_PER_NODE = 1L << 30;

  private Feasibility() {}

  static void check(ProcessSettings wanted, Settings settings) {
    checkInstallation(wanted, settings);
    checkMirrors(wanted.installation().map(Installation::release), settings);
    wanted.rabbitMq().ports().ifPresent(ports -> ports.checkFree(settings));
    checkMemory(wanted.rabbitMq(), Memory.availableBytes(), settings);
    checkDisk(wanted, wanted.dataDirectory().toFile().getUsableSpace(), settings);
  }

  private static void checkInstallation(ProcessSettings wanted, Settings settings) {
    if (wanted.installation().isEmpty()) {
      settings.problem(
          "cluster.home",
          "is empty, and RabbitMQ is not installed here; install it (on Debian: apt-get install"
              + " rabbitmq-server), or name the directory of an installation, or use cluster.host"
              + " container");
    } else if (Installation.portMapper().isEmpty()) {
      settings.problem(
          "cluster.home",
          "needs Erlang, but there is no erl with its epmd on PATH; install it (on Debian: apt-get"
              + " install erlang-base)");
    }
    wanted
        .rabbitMq()
        .release()
        .ifPresent(
            release ->
                wanted
                    .installation()
                    .map(Installation::release)
                    .filter(there -> !there.is(release) || !release.variant().isEmpty())
                    .ifPresent(
                        there ->
                            settings.problem(
                                "cluster.version",
                                String.format(
                                    Locale.ROOT,
                                    "must be the release that is installed, %s, got \"%s\"; install the other and name it by cluster.home, or use cluster.host container",
                                    there.name(),
                                    release.name()))));
  }

  /** Later releases ignore the policy in silence: such a queue would have no copy. */
  static void checkMirrors(Optional<Release> release, Settings settings) {
    boolean mirrored = settings.text("rabbitmq.queue-type").equals("mirrored");
    release
        .filter(found -> mirrored && !found.hasMirrors())
        .ifPresent(
            found ->
                settings.problem(
                    "rabbitmq.queue-type",
                    String.format(
                        Locale.ROOT,
                        "mirrored needs a release before 4.0, and this is %s, which ignores it in silence; use quorum, or classic without a copy",
                        found.name())));
  }

  static void checkMemory(RabbitMqSettings wanted, long availableBytes, Settings settings) {
    long neededBytes = wanted.nodes() * wanted.memoryWatermarkBytes();
    if (neededBytes > availableBytes) {
      settings.problem(
          "cluster.memory-watermark",
          String.format(
              Locale.ROOT,
              "needs %s of memory for %d nodes, of which %s are missing; set less, or cluster.nodes 1",
              Memory.size(neededBytes),
              wanted.nodes(),
              Memory.size(neededBytes - availableBytes)));
    }
  }

  static void checkDisk(ProcessSettings wanted, long usableBytes, Settings settings) {
    RabbitMqSettings rabbitMq = wanted.rabbitMq();
    long neededBytes = rabbitMq.diskFreeLimitBytes() + rabbitMq.nodes() * DISK_BYTES_PER_NODE;
    if (neededBytes > usableBytes) {
      settings.problem(
          "cluster.data-directory",
          String.format(
              Locale.ROOT,
              "%s needs room for %s (cluster.disk-free-limit among it, below which nodes hold"
                  + " publishers up), but has %s; name a directory on another disk",
              wanted.dataDirectory(),
              Memory.size(neededBytes),
              Memory.size(usableBytes)));
    }
  }
}
