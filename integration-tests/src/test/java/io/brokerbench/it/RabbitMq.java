package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.PrometheusEndpoints;
import io.brokerbench.driver.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** RabbitMQ clusters of the tests, and sessions with them. */
final class RabbitMq {

  static final String DRIVER = "driver=rabbitmq";

  private RabbitMq() {}

  /** Starts nodes, three unless configured otherwise, with their data below a directory. */
  static Cluster start(Path directory, String... assignments) throws Exception {
    List<String> all = new ArrayList<>(List.of(DRIVER, "cluster.data-directory=" + directory));
    all.add(SmallCluster.port());
    all.addAll(List.of(assignments));
    return OwnCluster.started(all.toArray(String[]::new));
  }

  /** Flags with which a benchmark uses the cluster as an external one. */
  static List<String> flags(Cluster cluster) {
    List<String> flags =
        new ArrayList<>(List.of("--driver", "rabbitmq", "-n", cluster.address(), "--set"));
    flags.add("cluster.metrics-addresses=" + cluster.facts().get("metricsAddresses"));
    // Before release 3.9.
    Object management = cluster.facts().get("managementAddresses");
    if (management != null) {
      flags.addAll(List.of("--set", "cluster.management-addresses=" + management));
    }
    return flags;
  }

  /** The rows of a list of rabbitmqctl, by the first node; a name that is empty is omitted. */
  static List<String> list(Cluster cluster, String... command) throws Exception {
    String[] arguments =
        Stream.concat(Stream.of("-q", "--no-table-headers"), Stream.of(command))
            .toArray(String[]::new);
    return ctl(cluster, "r1", arguments).lines().filter(line -> !line.isBlank()).toList();
  }

  /** Runs rabbitmqctl against a node that is a process. */
  static String ctl(Cluster cluster, String node, String... arguments) throws Exception {
    Path directory = Path.of(String.valueOf(cluster.facts().get("dataDirectory")));
    List<String> command = new ArrayList<>(List.of("/usr/lib/rabbitmq/bin/rabbitmqctl"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    String path = environment.get("PATH");
    environment.clear();
    environment.put("PATH", path);
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("HOME", directory.resolve(node).resolve("user").toString());
    environment.put("ERL_EPMD_PORT", String.valueOf(cluster.facts().get("firstPort")));
    environment.put("RABBITMQ_NODENAME", node + "@localhost");
    environment.put("RABBITMQ_CONF_ENV_FILE", directory.resolve("none").toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.format(Locale.ROOT, "%s: %s", command, said));
    }
    return said;
  }

  /** A metric of a cluster of one node, summed over its labels. */
  static double metric(Cluster cluster, String name) throws Exception {
    return new PrometheusEndpoints(
            List.of("http://" + cluster.facts().get("metricsAddresses") + "/metrics"))
        .read()
        .complete()
        .sums()
        .getOrDefault(name, 0.0);
  }

  /** Moves the leader of a queue to another node. */
  static void moveLeader(Cluster cluster, String queue) throws Exception {
    String moved =
        ctl(
            cluster,
            "r1",
            "eval",
            String.format(
                Locale.ROOT,
                "{ok, Q} = rabbit_amqqueue:lookup(rabbit_misc:r(<<\"/\">>, queue, <<\"%s\">>)),"
                    + " {_, Leader} = amqqueue:get_pid(Q), [Other | _] ="
                    + " rabbit_quorum_queue:get_replicas(Q) -- [Leader],"
                    + " rabbit_quorum_queue:transfer_leadership(Q, Other).",
                queue));
    if (!moved.contains("{migrated,")) {
      throw new AssertionError(
          String.format(Locale.ROOT, "the leader of %s stays: %s", queue, moved));
    }
  }

  /** A connection outside of any session. */
  static Connection connection(Cluster cluster) throws Exception {
    return new ConnectionFactory()
        .newConnection(Address.parseAddresses(cluster.address().replace(';', ',')));
  }

  /** A session with the cluster as an external one. */
  static Session connect(Cluster cluster, String... assignments) throws Exception {
    List<String> all = new ArrayList<>(List.of(DRIVER));
    all.add("cluster.metrics-addresses=" + cluster.facts().get("metricsAddresses"));
    all.addAll(List.of(assignments));
    return Sessions.connect(cluster, all.toArray(String[]::new));
  }
}
