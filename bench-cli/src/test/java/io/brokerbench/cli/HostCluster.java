package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import io.brokerbench.cli.HostNetwork.Host;
import io.brokerbench.cli.HostNetwork.Machine;
import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * RocketMQ on two hosts, and everything that the hosts of a run need: the distribution of this
 * build, and certificates.
 */
final class HostCluster implements AutoCloseable {

  /** Address of the name server, as hosts see it. */
  static final String NAME_SERVER = "namesrv:9876";

  /** Where a host finds its certificates. */
  static final String CREDENTIALS = "/credentials";

  /** A directory that the hosts of a run share with this machine. */
  static final String WORK = "/work";

  private final Path home;
  private final Path ofController;
  private final Path ofWorkers;
  private final HostNetwork network = new HostNetwork();
  private final String jre = HostNetwork.jre();
  private final List<Host> brokers = new ArrayList<>();
  private @Nullable Path distribution;
  private @Nullable BrokerCounts broker;

  /**
   * Creates the network.
   *
   * @param home an empty directory for files
   */
  HostCluster(Path home) throws IOException {
    this.home = home.toRealPath();
    this.ofController = this.home.resolve("controller-credentials");
    this.ofWorkers = this.home.resolve("worker-credentials");
  }

  /** Starts the brokers, once. */
  void start() throws Exception {
    distribution = Distribution.unpack(Files.createDirectory(home.resolve("distribution")));
    assertThat(CommandOutput.of("worker", "credentials", ofController).code())
        .isEqualTo(ExitCode.VALID);
    Files.createDirectory(ofWorkers);
    for (String file : List.of("authority.pem", "worker.pem", "worker-key.pem")) {
      Files.copy(ofController.resolve(file), ofWorkers.resolve(file));
    }
    // On a busy machine messages may wait for longer than brokers tolerate by default. The ends of
    // transactions are recorded before the first check-back. Without the timer wheel, the broker
    // answers each of five sessions per second without a walk over its 1.2 million slots.
    Path configuration =
        Files.writeString(
            home.resolve("broker.conf"),
            """
            brokerFastFailureEnable=false
            osPageCacheBusyTimeOutMills=60000
            transactionOpBatchInterval=10
            transactionCheckInterval=3000
            timerWheelEnable=false
            """);
    Machine machine =
        new Machine(
            HostNetwork.rocketMq(),
            "",
            Map.of("JAVA_OPT_EXT", "-Xms256m -Xmx256m -Xmn128m -XX:TieredStopAtLevel=1"),
            List.of(shared(configuration, "/broker.conf", AccessMode.ro)));
    Host nameServer = network.start("namesrv", machine, List.of("sh", "mqnamesrv"));
    Host master =
        network.start(
            "broker", machine, List.of("sh", "mqbroker", "-n", NAME_SERVER, "-c", "/broker.conf"));
    brokers.addAll(List.of(nameServer, master));
    broker = new BrokerCounts(nameServer.address() + ":9876", master.address() + ":10911");
  }

  private static Bind shared(Path source, String path, AccessMode mode) {
    return new Bind(source.toString(), new Volume(path), mode);
  }

  /** What the broker holds. */
  BrokerCounts broker() {
    return Objects.requireNonNull(broker);
  }

  /** The addresses among these with which the brokers have open connections, one for each. */
  List<String> connected(Collection<String> addresses) throws InterruptedException {
    List<String> connected = new ArrayList<>();
    for (Host each : brokers) {
      each.peers().stream().filter(addresses::contains).forEach(connected::add);
    }
    return connected;
  }

  /** Creates the directory that the hosts of a run see as {@value #WORK}. */
  Path createWork(String run) throws IOException {
    return Files.createDirectory(home.resolve(run));
  }

  /** Starts a host that executes {@code bench} with these arguments and a worker's certificate. */
  Host startWorker(String name, Path work, List<String> arguments) throws IOException {
    return start(name, work, ofWorkers, arguments);
  }

  /** The same with the controller's certificate. */
  Host startController(String name, Path work, List<String> arguments) throws IOException {
    return start(name, work, ofController, arguments);
  }

  private Host start(String name, Path work, Path credentials, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("/brokerbench/bin/bench"));
    command.addAll(arguments);
    Machine machine =
        new Machine(
            jre,
            Files.getAttribute(home, "unix:uid") + ":" + Files.getAttribute(home, "unix:gid"),
            Map.of(
                "XDG_STATE_HOME",
                WORK + "/state",
                "BENCH_JAVA_OPTS",
                "-Xms64m -Xmx256m " + TestJvm.FLAGS),
            List.of(
                shared(Objects.requireNonNull(distribution), "/brokerbench", AccessMode.ro),
                shared(credentials, CREDENTIALS, AccessMode.ro),
                shared(work, WORK, AccessMode.rw)));
    return network.start(name, machine, command);
  }

  /** Removes all hosts and the network, and checks that they are gone. */
  @Override
  public void close() {
    if (broker != null) {
      broker.close();
    }
    network.close();
    assertThat(network.left()).isEmpty();
  }
}
