package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of RocketMQ that outlives the command that started it. */
@Tag("ci")
final class ClusterCommandIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Below those that the other tests' clusters choose among. */
  private static final int PORT = 19_500;

  private final Path home;
  private final Path results;

  ClusterCommandIT(@TempDir Path home) throws IOException {
    this.home = home.toRealPath();
    this.results = this.home.resolve("results");
  }

  private record Ended(int code, String output) {}

  private Ended cluster(String action, String... assignments) throws Exception {
    Path output = Files.createTempFile(home, action, ".out");
    int code = BenchProcess.start(output, arguments(action, assignments)).waitFor();
    return new Ended(code, Files.readString(output));
  }

  private Object[] arguments(String action, String... assignments) {
    return Stream.concat(
            Stream.of("cluster", "--out", results, action),
            Stream.of(assignments).flatMap(each -> Stream.of("--set", each)))
        .toArray();
  }

  /** Settings of a cluster of one name server and one master. */
  private static String[] small(Path data, int port) {
    return new String[] {
      "cluster.data-directory=" + data,
      "cluster.topology=1m",
      "cluster.heap=256m",
      TestJvm.CLUSTER_FLAGS,
      "cluster.start-timeout=150s",
      "cluster.port=" + port
    };
  }

  /** The one that keeps the cluster, the guard of its data, name server and broker. */
  private void awaitFourProcesses() {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(processes()).hasSize(4));
  }

  private void takeDown() throws Exception {
    Ended down = cluster("down");
    assertThat(down.code()).as(down.output()).isZero();
    await().atMost(PATIENCE).until(() -> processes().isEmpty());
  }

  private List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(this::isOurs)
        .toList();
  }

  /** By its whole command line, of which the JDK may return only the beginning. */
  private boolean isOurs(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
          .contains(home.toString());
    } catch (IOException e) {
      return false;
    }
  }

  @AfterEach
  void endAll() {
    processes().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void aClusterStaysUpUntilItIsTakenDown() throws Exception {
    Ended none = cluster("status");
    assertThat(none.code()).isEqualTo(3);
    assertThat(none.output()).isEqualTo("no cluster is up; start one by: bench cluster up\n");

    Path data = Files.createDirectory(home.resolve("data"));
    Ended up = cluster("up", small(data, PORT));
    assertThat(up.code()).as(up.output()).isZero();
    assertThat(up.output())
        .contains("address: 127.0.0.1:" + PORT, "namesrv: process ", "master: process ")
        .contains("measure it: bench producer -n 127.0.0.1:" + PORT);
    assertThat(up.output()).contains("master is up\n").endsWith(cluster("status").output());
    awaitFourProcesses();

    Path said = home.resolve("said");
    Process cleanup = BenchProcess.start(said, "cleanup", "-n", "127.0.0.1:" + PORT, "--remove");
    assertThat(cleanup.waitFor()).as(Files.readString(said)).isZero();
    assertThat(said)
        .hasContent("no run of this user on this machine left anything on this cluster\n");

    Ended second = cluster("up");
    assertThat(second.code()).isEqualTo(2);
    assertThat(second.output())
        .isEqualTo(
            String.format(
                Locale.ROOT,
                "a cluster is up already at 127.0.0.1:%d; bench cluster down ends it%n",
                PORT));

    takeDown();
    assertThat(data).isEmptyDirectory();
    assertThat(results).isDirectoryNotContaining("glob:**/cluster.json");
    assertThat(cluster("down").output()).isEqualTo("no cluster is up\n");
  }

  @Tag("nightly")
  @Test
  void ofTwoThatStartAtOnceOneStartsACluster() throws Exception {
    Path data = Files.createDirectory(home.resolve("data"));
    List<Path> outputs = List.of(home.resolve("one"), home.resolve("two"));
    List<Process> starts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      starts.add(BenchProcess.start(outputs.get(i), arguments("up", small(data, PORT + 20 * i))));
    }
    List<Integer> codes = new ArrayList<>();
    for (Process start : starts) {
      codes.add(start.waitFor());
    }
    String said = Files.readString(outputs.get(0)) + Files.readString(outputs.get(1));
    assertThat(codes).as(said).containsExactlyInAnyOrder(0, 2);
    awaitFourProcesses();
    takeDown();
  }

  @Test
  void whatCannotBeStartedIsSaidInOneLine() throws Exception {
    Ended external = cluster("up", "cluster.host=external", "cluster.addresses=127.0.0.1:9");
    assertThat(external.code()).isEqualTo(2);
    assertThat(external.output())
        .isEqualTo("cluster.host: brokerbench does not start an external cluster\n");

    Ended unknown = cluster("restart");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.output())
        .isEqualTo("cluster: must be one of up, status, down, got \"restart\"\n");

    Ended release = cluster("up", "cluster.version=0.0.1");
    assertThat(release.code()).as(release.output()).isIn(2, 3);
    assertThat(release.output().lines()).hasSize(1);
    assertThat(processes()).isEmpty();
  }
}
