package io.brokerbench.cluster.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.driver.Cluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * RabbitMQ's own tool, asking the first node of a cluster of processes.
 *
 * @param directory the cluster's
 * @param firstPort the port mapper's
 */
record Ctl(Path directory, String firstPort) {

  static Ctl of(Cluster cluster) {
    return new Ctl(
        Path.of(String.valueOf(cluster.facts().get("dataDirectory"))),
        String.valueOf(cluster.facts().get("firstPort")));
  }

  String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(
        RabbitMqInstallation.parse("").orElseThrow().server().resolveSibling("rabbitmqctl") + "");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                RabbitMqInstallation.path(),
                "LC_ALL",
                "C.UTF-8",
                "HOME",
                directory.resolve("r1").resolve("user").toString(),
                "ERL_EPMD_PORT",
                firstPort,
                "RABBITMQ_NODENAME",
                "r1@localhost",
                "RABBITMQ_CONF_ENV_FILE",
                directory.resolve("none").toString()));
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said;
  }
}
