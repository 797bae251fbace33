package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.TestJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A process that starts a cluster and is killed; nothing of the cluster may be left then. */
public final class KilledStart {

  private static final String READY = "ready";

  private KilledStart() {}

  /** Starts a cluster, stops its last node and waits; prints the process numbers of the nodes. */
  public static void main(String[] args) throws Exception {
    ClusterFactory factory =
        Class.forName(args[0])
            .asSubclass(ClusterFactory.class)
            .getDeclaredConstructor()
            .newInstance();
    String[] assignments = Arrays.copyOfRange(args, 1, args.length);
    Cluster cluster = GivenSettings.plan(factory, "process", assignments).start(line -> {});
    for (Node node : cluster.nodes()) {
      System.out.println(node.pid());
    }
    cluster.nodes().get(cluster.nodes().size() - 1).pause();
    System.out.println(READY);
    Thread.currentThread().join();
  }

  /**
   * Kills such a process.
   *
   * @param data for the cluster's files; empty
   * @param nodes number of the cluster's nodes
   */
  public static void leavesNothing(
      Class<? extends ClusterFactory> factory, Path data, int nodes, String... assignments)
      throws Exception {
    List<String> command = TestJvm.command(List.of(), KilledStart.class.getName());
    command.add(factory.getName());
    command.add("cluster.data-directory=" + data);
    // That process does not know which ports this test JVM may use.
    command.add(GivenSettings.port());
    command.addAll(List.of(assignments));
    Process benchmark =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<Long> pids = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(benchmark.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); !READY.equals(line); line = out.readLine()) {
        assertThat(line).matches("\\d+");
        pids.add(Long.valueOf(line));
      }
      assertThat(pids).hasSize(nodes).allMatch(KilledStart::runs);
      // Guards and helpers, too, before they lose their parents.
      benchmark.descendants().map(ProcessHandle::pid).forEach(pids::add);
      assertThat(data).isNotEmptyDirectory();
    } finally {
      benchmark.destroyForcibly().waitFor();
    }
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              assertThat(pids).noneMatch(KilledStart::runs);
              assertThat(data).isEmptyDirectory();
            });
  }

  private static boolean runs(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
