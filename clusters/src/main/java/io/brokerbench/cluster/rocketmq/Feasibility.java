package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.PortRange;
import io.brokerbench.workload.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.resolution.VersionRangeResolutionException;

/** Whether a cluster could be started here and now; what speaks against it is noted as problems. */
final class Feasibility {

  private Feasibility() {}

  static void check(ProcessSettings wanted, Settings settings) {
    checkRelease(wanted.rocketMq(), settings);
    checkProperties(wanted.rocketMq(), settings);
    ports(wanted.rocketMq()).ifPresent(ports -> ports.checkFree(settings));
    Capacity.checkMemory(wanted.rocketMq(), settings);
    Capacity.checkDisk(wanted, settings);
  }

  private static void checkRelease(RocketMqSettings wanted, Settings settings) {
    Release release = wanted.release();
    List<String> servers = new ArrayList<>(RocketMqJars.BROKERS);
    if (wanted.proxy()) {
      servers.addAll(RocketMqJars.PROXY);
    }
    if (RocketMqJars.ARTIFACTS.areLocal(release.name(), servers)) {
      return;
    }
    try {
      Set<String> complete = RocketMqJars.ARTIFACTS.completeReleases(servers);
      if (!complete.contains(release.name())) {
        Optional<String> nearest = release.nearest(complete);
        settings.problem(
            "cluster.version",
            String.format(
                Locale.ROOT,
                "must be a release that Maven Central has %s of, got \"%s\"%s",
                wanted.proxy() ? "name server, broker and proxy" : "name server and broker",
                release.name(),
                nearest.map(name -> "; the nearest is " + name).orElse("")));
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

  /** As far as the release is on this machine; else at its start. */
  static void checkProperties(RocketMqSettings wanted, Settings settings) {
    if (!wanted.properties().isEmpty()) {
      try {
        KnownProperties.problems(
                RocketMqJars.ARTIFACTS.classPath(
                    wanted.release().name(), RocketMqJars.BROKERS, true),
                wanted.release(),
                wanted.properties())
            .forEach((name, rule) -> settings.problem("cluster.properties." + name, rule));
      } catch (DependencyResolutionException e) {
        // not there yet
      }
    }
  }

  /** Those that the settings name; empty for free ones. */
  static Optional<PortRange> ports(RocketMqSettings wanted) {
    return wanted.firstPort() > 0
        ? Optional.of(
            new PortLayout(wanted.firstPort(), wanted.topology().brokers(), wanted.proxy()).range())
        : Optional.empty();
  }
}
