package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.resolution.VersionRangeResolutionException;

/** Whether a cluster could be started here and now; what speaks against it is noted as problems. */
final class Feasibility {

  private static final int HIGHEST_PORT = 65_535;

  private Feasibility() {}

  static void check(ProcessSettings wanted, Settings settings) {
    checkRelease(wanted.rocketMq(), settings);
    checkProperties(wanted.rocketMq(), settings);
    checkPorts(wanted.rocketMq(), settings);
    Capacity.checkMemory(wanted.rocketMq(), settings);
    Capacity.checkDisk(wanted, settings);
  }

  private static void checkRelease(RocketMqSettings wanted, Settings settings) {
    Release release = wanted.release();
    List<String> servers = new ArrayList<>(Artifacts.BROKERS);
    if (wanted.proxy()) {
      servers.addAll(Artifacts.PROXY);
    }
    if (Artifacts.areLocal(release, servers)) {
      return;
    }
    try {
      Set<String> complete = Artifacts.completeReleases(servers);
      if (!complete.contains(release.name())) {
        Optional<String> nearest = release.nearest(complete);
        settings.problem(
            "cluster.version",
            "must be a release that Maven Central has %s of, got \"%s\"%s"
                .formatted(
                    wanted.proxy() ? "name server, broker and proxy" : "name server and broker",
                    release.name(),
                    nearest.map(name -> "; the nearest is " + name).orElse("")));
      }
    } catch (VersionRangeResolutionException e) {
      settings.problem(
          "cluster.version",
          "%s is not in the local Maven repository, and no other can be asked for it: %s"
              .formatted(release.name(), e.getMessage()));
    }
  }

  /** As far as the release is on this machine; else at its start. */
  static void checkProperties(RocketMqSettings wanted, Settings settings) {
    if (!wanted.properties().isEmpty()) {
      try {
        KnownProperties.problems(
                Artifacts.classPath(wanted.release(), Artifacts.BROKERS, true),
                wanted.release(),
                wanted.properties())
            .forEach((name, rule) -> settings.problem("cluster.properties." + name, rule));
      } catch (DependencyResolutionException e) {
        // not there yet
      }
    }
  }

  static void checkPorts(RocketMqSettings wanted, Settings settings) {
    if (wanted.firstPort() > 0 && checkPortRange(wanted, settings)) {
      layout(wanted).conflict().ifPresent(conflict -> settings.problem("cluster.port", conflict));
    }
  }

  /** Whether there are as many ports behind the first. */
  static boolean checkPortRange(RocketMqSettings wanted, Settings settings) {
    PortLayout ports = layout(wanted);
    if (ports.last() > HIGHEST_PORT) {
      settings.problem(
          "cluster.port",
          "must leave room for the ports behind it: %d needs ports up to %d"
              .formatted(ports.first(), ports.last()));
      return false;
    }
    return true;
  }

  private static PortLayout layout(RocketMqSettings wanted) {
    return new PortLayout(wanted.firstPort(), wanted.topology().brokers(), wanted.proxy());
  }
}
