package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Starts RocketMQ's processes as the settings have them. */
final class ProcessPlan implements ClusterPlan {

  private final ProcessSettings settings;

  ProcessPlan(ProcessSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    Release release = settings.rocketMq().release();
    List<Path> classPath = RocketMqJars.get(release, Artifacts.BROKERS, progress);
    RocketMqJars.checkProperties(classPath, settings.rocketMq());
    List<Path> proxyClassPath =
        settings.rocketMq().proxy()
            ? RocketMqJars.get(release, Artifacts.PROXY, progress)
            : List.of();
    PortLayout ports = PortLayout.of(settings.rocketMq());
    Path directory = directory();
    progress.accept(ClusterStart.announce(settings.rocketMq(), ports));
    Site site =
        new Site(
            directory.getFileName().toString(),
            ports,
            Site.LOOPBACK,
            Site.LOOPBACK,
            directory::resolve);
    return new ClusterStart(
            settings.rocketMq(),
            new ProcessHost(site, directory, classPath, proxyClassPath, release, settings.java()))
        .run(progress);
  }

  private Path directory() throws BrokerException {
    try {
      return Files.createTempDirectory(settings.dataDirectory(), "brokerbench-").toRealPath();
    } catch (IOException e) {
      throw new BrokerException(
          "no directory can be made in %s: %s".formatted(settings.dataDirectory(), e.getMessage()),
          e);
    }
  }
}
