package io.brokerbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/**
 * Machines that are containers, each with a network namespace of its own, on a bridge of Docker.
 * They know each other by name.
 */
final class HostNetwork implements AutoCloseable {

  /** Label of the network and its hosts; the value is the network's name. */
  private static final String LABEL = "io.brokerbench.hosts";

  private static final String JRE = "brokerbench/base:bookworm";
  private static final String OFFICIAL_JRE = "eclipse-temurin:17-jre";
  private static final String ROCKETMQ = "brokerbench/rocketmq:5.5.0";
  private static final String OFFICIAL_ROCKETMQ = "apache/rocketmq:5.5.0";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Columns of {@code /proc/net/tcp}. */
  private static final int PEER = 2;

  private static final int STATE = 3;
  private static final String ESTABLISHED = "01";

  private final DockerClient client;
  private final String name = "brokerbench-hosts-" + UUID.randomUUID();
  private final String id;

  /**
   * What a host is made of.
   *
   * @param user number of its user; empty for the image's
   * @param binds directories and files of this machine
   */
  record Machine(String image, String user, Map<String, String> environment, List<Bind> binds) {}

  /** A running host. */
  final class Host {
    private final String container;

    private Host(String container) {
      this.container = container;
    }

    /** Waits until its first process has ended, and with it all others; returns the exit code. */
    int awaitEnd(Duration limit) throws InterruptedException {
      await().atMost(limit).until(() -> !runs());
      return Math.toIntExact(
          client.inspectContainerCmd(container).exec().getState().getExitCodeLong());
    }

    boolean runs() {
      return Boolean.TRUE.equals(
          client.inspectContainerCmd(container).exec().getState().getRunning());
    }

    /** Everything that it has printed. */
    String output() throws InterruptedException {
      return client
          .logContainerCmd(container)
          .withStdOut(true)
          .withStdErr(true)
          .exec(new Printed())
          .toItsEnd();
    }

    /** The other side's address of each open TCP connection, as the kernel has them. */
    List<String> peers() throws InterruptedException {
      String reading =
          client
              .execCreateCmd(container)
              .withAttachStdout(true)
              .withCmd("cat", "/proc/net/tcp", "/proc/net/tcp6")
              .exec()
              .getId();
      String sockets = client.execStartCmd(reading).exec(new Printed()).toItsEnd();
      assertThat(sockets).contains("rem_address");
      return sockets
          .lines()
          .map(line -> line.strip().split("\\s+", -1))
          .filter(socket -> socket.length > STATE && socket[STATE].equals(ESTABLISHED))
          .map(socket -> ipv4(socket[PEER]))
          .toList();
    }

    /** Its address on the bridge, which this machine reaches as well. */
    String address() {
      Map<String, ContainerNetwork> networks =
          client.inspectContainerCmd(container).exec().getNetworkSettings().getNetworks();
      return Objects.requireNonNull(networks.get(name)).getIpAddress();
    }

    /** Ends all of its processes at once. */
    void kill() {
      client.killContainerCmd(container).exec();
    }

    /**
     * Freezes all of its processes, whose connections stay; tries again, because the kernel may
     * refuse while a thread waits for a disk.
     */
    void pause() {
      await()
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(InternalServerErrorException.class)
          .until(
              () -> {
                client.pauseContainerCmd(container).exec();
                return true;
              });
    }

    void unpause() {
      client.unpauseContainerCmd(container).exec();
    }

    /** Takes its network away. */
    void disconnect() {
      client.disconnectFromNetworkCmd().withContainerId(container).withNetworkId(id).exec();
    }

    void remove() {
      client.removeContainerCmd(container).withForce(true).withRemoveVolumes(true).exec();
    }
  }

  /** What a container prints. */
  private static final class Printed extends ResultCallback.Adapter<Frame> {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void onNext(Frame frame) {
      text.append(new String(frame.getPayload(), UTF_8));
    }

    String toItsEnd() throws InterruptedException {
      awaitCompletion(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return text.toString();
    }
  }

  /**
   * The address in a line of {@code /proc/net/tcp}.
   *
   * @param hex the address and a port; the last four bytes of an IPv6 address that stands for an
   *     IPv4 one are the latter, in reverse order as everywhere
   */
  private static String ipv4(String hex) {
    String all = hex.substring(0, hex.indexOf(':'));
    int bytes = Integer.parseUnsignedInt(all.substring(all.length() - 8), 16);
    return Text.of(
        "%d.%d.%d.%d", bytes & 0xFF, (bytes >> 8) & 0xFF, (bytes >> 16) & 0xFF, bytes >>> 24);
  }

  /** Creates the network. */
  HostNetwork() {
    client = client();
    id =
        client
            .createNetworkCmd()
            .withName(name)
            .withDriver("bridge")
            .withLabels(Map.of(LABEL, name))
            .exec()
            .getId();
  }

  /** The reason why there can be no hosts, if there is one; images are pulled. */
  static Optional<String> problem() {
    try {
      DockerClient client = client();
      for (String image : List.of(jre(), rocketMq())) {
        if (!isHere(client, image)) {
          client.pullImageCmd(image).start().awaitCompletion();
        }
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (RuntimeException e) {
      return Optional.of("scripts/docker/prepare makes sure of Docker and its images: " + e);
    }
  }

  private static DockerClient client() {
    List<DockerClientProviderStrategy> strategies = new ArrayList<>();
    ServiceLoader.load(DockerClientProviderStrategy.class).forEach(strategies::add);
    return DockerClientProviderStrategy.getFirstValidStrategy(strategies).getDockerClient();
  }

  /** An image with a JRE and bash. */
  static String jre() {
    return firstHere(JRE, OFFICIAL_JRE);
  }

  /** An image with RocketMQ. */
  static String rocketMq() {
    return firstHere(ROCKETMQ, OFFICIAL_ROCKETMQ);
  }

  private static String firstHere(String prepared, String official) {
    return isHere(client(), prepared) ? prepared : official;
  }

  private static boolean isHere(DockerClient client, String image) {
    try {
      client.inspectImageCmd(image).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** Starts a host of this name with this command. */
  Host start(String host, Machine machine, List<String> command) {
    CreateContainerCmd create =
        client
            .createContainerCmd(machine.image())
            .withName(name + "-" + host)
            .withHostName(host)
            .withAliases(host)
            .withLabels(Map.of(LABEL, name))
            .withEnv(
                machine.environment().entrySet().stream()
                    .map(variable -> variable.getKey() + "=" + variable.getValue())
                    .toList())
            .withHostConfig(
                HostConfig.newHostConfig().withNetworkMode(name).withBinds(machine.binds()))
            .withCmd(command);
    if (!machine.user().isEmpty()) {
      create = create.withUser(machine.user());
    }
    String container = create.exec().getId();
    client.startContainerCmd(container).exec();
    return new Host(container);
  }

  /** The names of all hosts and networks of this object that exist, running or not. */
  List<String> left() {
    List<String> left = new ArrayList<>();
    client
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(LABEL, name))
        .exec()
        .forEach(container -> left.add(container.getNames()[0]));
    client.listNetworksCmd().exec().stream()
        .filter(network -> network.getId().equals(id))
        .forEach(network -> left.add(network.getName()));
    return left;
  }

  /** Removes all hosts, and the network. */
  @Override
  public void close() {
    client
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(LABEL, name))
        .exec()
        .forEach(container -> new Host(container.getId()).remove());
    client.removeNetworkCmd(id).exec();
  }
}
