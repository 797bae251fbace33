package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.Statistics;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/** Direct access of the tests to the Docker engine: inspects containers and injects faults. */
final class Docker {

  /** Label of every container of a cluster started by brokerbench. */
  private static final String LABEL = "io.brokerbench";

  /** Label of the process with which a container ends. */
  private static final String PROCESS_LABEL = "io.brokerbench.pid";

  private static final String BRIDGE = "bridge";
  private static final long COMMAND_SECONDS = 120;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Docker() {}

  private static final class Holder {
    static final DockerClient CLIENT = connect();

    private static DockerClient connect() {
      List<DockerClientProviderStrategy> strategies = new ArrayList<>();
      ServiceLoader.load(DockerClientProviderStrategy.class).forEach(strategies::add);
      return DockerClientProviderStrategy.getFirstValidStrategy(strategies).getDockerClient();
    }
  }

  /** The reason why tests cannot use containers, if there is one. */
  static Optional<String> problem() {
    try {
      client().pingCmd().exec();
      for (String image : List.of(rocketMq("5.5.0"), rocketMq("4.9.7"), toxiproxy())) {
        if (!isHere(image)) {
          client().pullImageCmd(image).start().awaitCompletion();
        }
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (RuntimeException | ExceptionInInitializerError | NoClassDefFoundError e) {
      return Optional.of("there is no Docker engine or no image: " + e);
    }
  }

  static DockerClient client() {
    return Holder.CLIENT;
  }

  /** The image built by scripts/docker/prepare if it exists, otherwise the official one. */
  static String rocketMq(String release) {
    return firstHere("brokerbench/rocketmq:" + release, "apache/rocketmq:" + release);
  }

  static String toxiproxy() {
    return firstHere("brokerbench/toxiproxy:2.8.0", "ghcr.io/shopify/toxiproxy:2.12.0");
  }

  private static String firstHere(String ours, String official) {
    return isHere(ours) ? ours : official;
  }

  /** Whether the engine has an image. */
  static boolean isHere(String image) {
    try {
      client().inspectImageCmd(image).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** Settings of a cluster of this release in containers. */
  static String[] settings(String release, String... more) {
    return Stream.concat(
            Stream.concat(
                Stream.of(
                    "cluster.host=container",
                    "cluster.version=" + release,
                    "cluster.container.image=" + rocketMq(release),
                    "cluster.container.proxy-image=" + toxiproxy()),
                SmallCluster.settings("cluster.host=container").stream()),
            Stream.of(more))
        .toArray(String[]::new);
  }

  /** The same as flags of a command. */
  static String[] flags(String release, String... more) {
    return Stream.of(settings(release, more))
        .flatMap(setting -> Stream.of("--set", setting))
        .toArray(String[]::new);
  }

  /** The container of a node according to the cluster's facts. */
  static String container(Cluster cluster, String node) {
    Map<?, ?> nodes = (Map<?, ?>) cluster.facts().get("nodes");
    return String.valueOf(((Map<?, ?>) nodes.get(node)).get("container"));
  }

  /** The container that owns a cluster's network. */
  static String pod(Cluster cluster) {
    String name = client().inspectContainerCmd(container(cluster, "namesrv")).exec().getName();
    return name.substring(1, name.lastIndexOf('-')) + "-pod";
  }

  /** Runs a shell command in a container as the image's user; returns its output. */
  static String run(String container, String command) throws InterruptedException {
    StringBuilder said = new StringBuilder();
    String id = exec(container, command);
    client()
        .execStartCmd(id)
        .exec(
            new ResultCallback.Adapter<Frame>() {
              @Override
              public void onNext(Frame frame) {
                said.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
              }
            })
        .awaitCompletion(COMMAND_SECONDS, TimeUnit.SECONDS);
    return said.toString();
  }

  /** Starts a shell command that continues in the background of a container. */
  static void start(String container, String command) throws InterruptedException {
    client()
        .execStartCmd(exec(container, command))
        .withDetach(true)
        .exec(new ResultCallback.Adapter<Frame>())
        .awaitCompletion(COMMAND_SECONDS, TimeUnit.SECONDS);
  }

  private static String exec(String container, String command) {
    return client()
        .execCreateCmd(container)
        .withCmd("/bin/sh", "-c", command)
        .withAttachStdout(true)
        .withAttachStderr(true)
        .exec()
        .getId();
  }

  /**
   * Freezes a container; retries, because the kernel may refuse while a thread waits for a disk.
   */
  static void pause(String container) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(InternalServerErrorException.class)
        .until(
            () -> {
              client().pauseContainerCmd(container).exec();
              return true;
            });
  }

  /** Disconnects a container from its network and from the ports of this machine. */
  static void disconnect(String container) {
    client().disconnectFromNetworkCmd().withContainerId(container).withNetworkId(BRIDGE).exec();
  }

  static void connect(String container) {
    client().connectToNetworkCmd().withContainerId(container).withNetworkId(BRIDGE).exec();
  }

  /** The current resource statistics of a container as reported by the engine. */
  static Statistics statistics(String container) throws InterruptedException {
    AtomicReference<Statistics> shown = new AtomicReference<>();
    client()
        .statsCmd(container)
        .withNoStream(true)
        .exec(
            new ResultCallback.Adapter<Statistics>() {
              @Override
              public void onNext(Statistics statistics) {
                shown.set(statistics);
              }
            })
        .awaitCompletion();
    return shown.get();
  }

  /** Closes a cluster and checks that no container, and no new network or volume, remains. */
  static void closeLeavesNothing(Cluster cluster) {
    String pod = pod(cluster);
    String name = pod.substring(0, pod.lastIndexOf('-'));
    assertThat(containers()).anyMatch(container -> container.contains(name));
    cluster.close();
    assertThat(cluster.nodes()).noneMatch(Node::alive);
    assertThat(containers()).noneMatch(container -> container.contains(name));
  }

  /** The containers of a process in any state. */
  static List<Container> containersOf(long pid) {
    return list(PROCESS_LABEL + "=" + pid);
  }

  /** The containers of all clusters in any state. */
  private static Set<String> containers() {
    return names(list(LABEL));
  }

  /** The containers whose process has ended, in any state. */
  static Set<String> orphans() {
    return names(
        list(LABEL).stream()
            .filter(
                container ->
                    ProcessHandle.of(Long.parseLong(container.getLabels().get(PROCESS_LABEL)))
                        .isEmpty())
            .toList());
  }

  private static List<Container> list(String label) {
    return client().listContainersCmd().withShowAll(true).withLabelFilter(List.of(label)).exec();
  }

  private static Set<String> names(List<Container> containers) {
    return containers.stream()
        .map(container -> container.getNames()[0] + " " + container.getState())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Docker's networks and unused volumes. */
  static Set<String> holdings() {
    Set<String> holdings = new TreeSet<>();
    client().listNetworksCmd().exec().forEach(network -> holdings.add(network.getName()));
    client()
        .listVolumesCmd()
        .withDanglingFilter(true)
        .exec()
        .getVolumes()
        .forEach(volume -> holdings.add(volume.getName()));
    return holdings;
  }
}
