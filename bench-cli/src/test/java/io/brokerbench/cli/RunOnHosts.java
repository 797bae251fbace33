package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.cli.HostNetwork.Host;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.testkit.Entries;
import io.brokerbench.workload.TestWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A run with a controller and four workers, each on a new host, and with a topic of its own. */
final class RunOnHosts implements AutoCloseable {

  /** The names of the workers. */
  static final List<String> WORKERS = List.of("w1", "w2", "w3", "w4");

  private static final int PER_SECOND = 200;
  private static final String CONTROLLER = "controller:7700";
  private static final int MIDDLE_SECONDS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  /** More than the two minutes after which brokers close a connection that was cut off. */
  private static final Duration CONNECTION_PATIENCE = Duration.ofMinutes(5);

  private final HostCluster cluster;
  private final String topic;
  private final Path work;
  private final Map<String, Host> workers = new LinkedHashMap<>();
  private final List<Host> hosts = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final Host controller;

  /**
   * Starts the workers, then the controller.
   *
   * @param topic to create; also the name of the run's directory on this machine
   * @param toolAndFlags what the controller executes, separated by blanks
   */
  RunOnHosts(HostCluster cluster, String topic, String toolAndFlags) throws IOException {
    this.cluster = cluster;
    this.topic = topic;
    this.work = cluster.createWork(topic);
    List<String> join =
        List.of("worker", "--join", CONTROLLER, "--credentials", HostCluster.CREDENTIALS);
    for (String name : WORKERS) {
      workers.put(name, added(cluster.startWorker(name, work, join)));
    }
    List<String> command = new ArrayList<>(List.of(toolAndFlags.split(" ")));
    command.addAll(List.of("-n", HostCluster.NAME_SERVER, "-t", topic));
    command.addAll(List.of("--rate", PER_SECOND + "/s", "--warmup", "0s"));
    command.addAll(List.of("--workers", Integer.toString(WORKERS.size())));
    command.addAll(List.of("--listen", "0.0.0.0:7700", "--credentials", HostCluster.CREDENTIALS));
    command.addAll(List.of("--out", HostCluster.WORK + "/results"));
    TestWorkload.ANY_MACHINE.forEach(limit -> command.addAll(List.of("--set", limit)));
    controller = added(cluster.startController("controller", work, command));
  }

  private Host added(Host host) {
    hosts.add(host);
    addresses.add(host.address());
    return host;
  }

  String topic() {
    return topic;
  }

  Host controller() {
    return controller;
  }

  Host worker(String name) {
    return Objects.requireNonNull(workers.get(name));
  }

  /**
   * Waits for some measured seconds and for a draft of the result, and checks that all hosts are
   * connected to the brokers then.
   */
  void awaitMiddle() throws InterruptedException {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(controller.runs()).as(controller.output()).isTrue();
              return seconds() >= MIDDLE_SECONDS && Files.exists(directory().resolve(RunFile.NAME));
            });
    assertThat(cluster.connected(addresses)).containsAll(addresses);
  }

  /** Waits for the end of a second, for which every worker has just answered. */
  void awaitSecond() throws IOException {
    int before = seconds();
    await().atMost(PATIENCE).until(() -> seconds() > before);
  }

  /** The result directory. */
  Path directory() throws IOException {
    return Entries.only(work.resolve("results"));
  }

  /** Seconds on disk, of warm-up and measured time. */
  private int seconds() throws IOException {
    Path results = work.resolve("results");
    if (Files.notExists(results) || isEmpty(results)) {
      return 0;
    }
    Path file = directory().resolve("intervals.csv");
    return Files.exists(file) ? Math.max(0, Files.readAllLines(file).size() - 1) : 0;
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  /** Waits for the end of the controller with one of these exit codes; returns the result. */
  RunResult end(Integer... codes) throws Exception {
    int code = controller.awaitEnd(PATIENCE);
    assertThat(code).as(controller.output()).isIn((Object[]) codes);
    return RunFile.read(directory().resolve(RunFile.NAME));
  }

  /** Checks that a worker ends with this code, and with it all of its processes. */
  void assertEnd(String worker, int code) throws InterruptedException {
    Host host = worker(worker);
    int ended = host.awaitEnd(PATIENCE);
    assertThat(ended)
        .as("%s: %s%ncontroller: %s", worker, host.output(), controller.output())
        .isEqualTo(code);
  }

  /** Executes {@code cleanup} for what a controller without a network or a life left behind. */
  void cleanUp() throws Exception {
    Host host =
        added(
            cluster.startController(
                "cleanup", work, List.of("cleanup", "-n", HostCluster.NAME_SERVER, "--remove")));
    assertThat(host.awaitEnd(PATIENCE)).as(host.output()).isZero();
  }

  /**
   * Checks that neither the brokers nor the record of created objects have anything of the run, and
   * that no host of it is connected to the brokers.
   */
  void assertNothingIsLeft() throws Exception {
    cluster.broker().awaitGone(topic);
    await()
        .atMost(CONNECTION_PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(cluster.connected(addresses)).isEmpty());
    try (Stream<Path> records = Files.list(work.resolve("state/brokerbench/created"))) {
      assertThat(records).isEmpty();
    }
  }

  /** Removes all hosts. */
  @Override
  public void close() {
    hosts.forEach(Host::remove);
  }
}
