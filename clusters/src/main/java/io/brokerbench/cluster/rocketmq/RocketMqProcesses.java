package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.process.JavaRuntime;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** RocketMQ as child processes: the settings of {@code rocketmq.yaml} for host process. */
record RocketMqProcesses(RocketMqSettings rocketMq, Path dataDirectory, JavaRuntime java) {

  static RocketMqProcesses read(Settings settings) {
    return new RocketMqProcesses(
        RocketMqSettings.read(settings, HostKeys.PROCESS),
        settings.parsed("cluster.data-directory", Jvm::parentOfHomes),
        settings.parsed("cluster.java", JavaRuntime::parse));
  }

  RocketMqClusterStart prepare(Consumer<String> progress) throws BrokerException {
    RocketMqRelease release = rocketMq.release();
    List<Path> classPath =
        RocketMqJars.ARTIFACTS.get(release.name(), RocketMqJars.BROKERS, progress);
    RocketMqJars.checkProperties(classPath, rocketMq);
    List<Path> proxyClassPath =
        rocketMq.proxy()
            ? RocketMqJars.ARTIFACTS.get(release.name(), RocketMqJars.PROXY, progress)
            : List.of();
    List<String> access = JvmFlags.access(release, java.feature());
    return new RocketMqClusterStart(
        rocketMq,
        Map.of("javaHome", java.home()),
        node ->
            node.process(
                node.command(
                    java.executable().toString(),
                    access,
                    // Brokers have the same jars with and without a separate proxy.
                    jars(node.hasProxy() ? proxyClassPath : classPath)),
                Map.of()));
  }

  private static String jars(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
