package io.brokerbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster that a process of ours keeps up, as its file tells.
 *
 * @param pid of the process that keeps it
 * @param startedAt when that process was started, as the system tells: a number may come again
 * @param address what clients connect to
 * @param proxies what clients connect to by gRPC; empty for none
 * @param nodes numbers of its processes, by name
 */
record KeptCluster(
    long pid, String startedAt, String address, String proxies, Map<String, Long> nodes) {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Where the file is, given where results go. */
  static Path file(Path results) {
    return results.resolve("cluster.json");
  }

  /** The cluster that this process keeps. */
  static KeptCluster of(Cluster cluster) {
    ProcessHandle self = ProcessHandle.current();
    Map<String, Long> nodes = new LinkedHashMap<>();
    for (Node node : cluster.nodes()) {
      nodes.put(node.name(), node.pid());
    }
    String proxies = String.valueOf(cluster.facts().getOrDefault("proxies", ""));
    return new KeptCluster(self.pid(), startOf(self), cluster.address(), proxies, nodes);
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }

  void write(Path results) throws IOException {
    WholeFile.write(file(results), MAPPER.writeValueAsString(this) + "\n");
  }

  /** The one that is up, if there is one. */
  static Optional<KeptCluster> read(Path results) throws IOException {
    try {
      KeptCluster kept = MAPPER.readValue(Files.readString(file(results)), KeptCluster.class);
      return kept.keeper().isPresent() ? Optional.of(kept) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The process that keeps it, if that lives. */
  Optional<ProcessHandle> keeper() {
    return ProcessHandle.of(pid).filter(process -> startOf(process).equals(startedAt));
  }
}
