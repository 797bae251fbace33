package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.ProcessHost;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Starts RocketMQ's processes as the settings have them. */
final class ProcessPlan implements ClusterPlan {

  private final ProcessSettings settings;

  ProcessPlan(ProcessSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    Release release = settings.rocketMq().release();
    List<Path> classPath = RocketMqJars.get(release, RocketMqJars.BROKERS, progress);
    RocketMqJars.checkProperties(classPath, settings.rocketMq());
    List<Path> proxyClassPath =
        settings.rocketMq().proxy()
            ? RocketMqJars.get(release, RocketMqJars.PROXY, progress)
            : List.of();
    PortLayout ports = PortLayout.of(settings.rocketMq());
    ProcessHost host = ProcessHost.in(settings.dataDirectory());
    progress.accept(ClusterStart.announce(settings.rocketMq(), ports));
    Path directory = host.directory();
    Site site =
        new Site(
            directory.getFileName().toString(),
            ports,
            Site.LOOPBACK,
            Site.LOOPBACK,
            directory::resolve);
    List<String> access = JvmFlags.access(release, settings.java().feature());
    return new ClusterStart(
            settings.rocketMq(),
            site,
            host,
            Map.of("javaHome", settings.java().home()),
            node ->
                node.launch(
                    node.command(
                        settings.java().executable().toString(),
                        access,
                        // Brokers have the same jars with and without a proxy.
                        jars(node.program() == Program.PROXY ? proxyClassPath : classPath)),
                    Map.of()))
        .run(progress);
  }

  private static String jars(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
