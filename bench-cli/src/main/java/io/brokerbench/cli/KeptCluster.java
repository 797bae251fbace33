package io.brokerbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.brokerbench.command.ShellWords;
import io.brokerbench.driver.Cluster;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cluster kept up by a process started by brokerbench, as described in its file.
 *
 * @param pid number of the process that keeps the cluster
 * @param startedAt start time of that process as reported by the system, because process numbers
 *     are reused
 * @param address address to which clients connect
 * @param flags flags of a command that measures the cluster, including the address; a password is
 *     hidden unless it was given as a reference
 * @param nodes process numbers of the nodes by name
 */
record KeptCluster(
    long pid, String startedAt, String address, String flags, Map<String, Long> nodes) {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Settings of the driver by which the cluster made the account of its clients. */
  private static final List<String> ACCOUNT =
      List.of(
          "rabbitmq.user",
          "rabbitmq.password",
          "rabbitmq.virtual-host",
          "mqtt.user",
          "mqtt.password");

  /** The position of starttime in /proc/PID/stat after the program's name (proc(5)). */
  private static final int START = 19;

  /** The path of the file in the directory of results. */
  static Path file(Path results) {
    return results.resolve("cluster.json");
  }

  /**
   * The cluster that this process keeps.
   *
   * @param settings with which the cluster was started
   */
  static KeptCluster of(Cluster cluster, String driver, SettingsInForce settings) {
    ProcessHandle self = ProcessHandle.current();
    Map<String, Long> nodes = new LinkedHashMap<>();
    cluster.nodes().forEach(node -> nodes.put(node.name(), node.pid()));
    return new KeptCluster(
        self.pid(), startOf(self), cluster.address(), flags(cluster, driver, settings), nodes);
  }

  private static String flags(Cluster cluster, String driver, SettingsInForce settings) {
    Map<String, Object> facts = cluster.facts();
    StringBuilder flags = new StringBuilder(" -n ").append(ShellWords.quoted(cluster.address()));
    if (!driver.equals("rocketmq")) {
      flags.append(" --driver ").append(driver);
    }
    if (Boolean.TRUE.equals(facts.get("tls"))) {
      flags.append(" --set cluster.tls=true");
      flags.append(
          facts.containsKey(Cluster.AUTHORITY_FILE)
              ? " --set tls.authorities=" + quoted(facts.get(Cluster.AUTHORITY_FILE))
              : " --set tls.verify=false");
    }
    if (facts.containsKey("proxies")) {
      flags
          .append(" --set client=grpc --set cluster.proxy-addresses=")
          .append(quoted(facts.get("proxies")));
    }
    if (facts.containsKey("metricsAddresses")) {
      flags
          .append(" --set cluster.metrics-addresses=")
          .append(quoted(facts.get("metricsAddresses")));
    }
    for (String key : ACCOUNT) {
      if (settings.given().contains(key)) {
        flags.append(" --set ").append(key).append('=').append(quoted(settings.value(key)));
      }
    }
    return flags.toString();
  }

  private static String quoted(@Nullable Object fact) {
    return ShellWords.quoted(String.valueOf(fact));
  }

  /**
   * On Linux the kernel's own figure, in ticks since the machine started: as an instant, the start
   * of a process moves with every step of the machine's clock.
   */
  private static String startOf(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      // The program's name, in parentheses, may have spaces and parentheses of its own.
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[START];
    } catch (IOException e) {
      return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }
  }

  void write(Path results) throws IOException {
    DurableFile.write(file(results), MAPPER.writeValueAsString(this) + "\n");
  }

  /**
   * The cluster that is up, if there is one.
   *
   * @throws BadInputException if its file cannot be read
   */
  static Optional<KeptCluster> read(Path results) throws BadInputException {
    try {
      KeptCluster kept = MAPPER.readValue(Files.readString(file(results)), KeptCluster.class);
      return kept.keeper().isPresent() ? Optional.of(kept) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new BadInputException(
          Text.of(
              "%s cannot be read: %s; name the directory of its file by --out",
              file(results), Causes.line(e)));
    }
  }

  /** The process that keeps the cluster, if it is alive. */
  Optional<ProcessHandle> keeper() {
    return ProcessHandle.of(pid).filter(process -> startOf(process).equals(startedAt));
  }
}
