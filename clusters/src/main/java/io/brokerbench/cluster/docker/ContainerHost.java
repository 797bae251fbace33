package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.HostConfig;
import io.brokerbench.cluster.node.Launch;
import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.cluster.node.Uninterrupted;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Containers, each with one node, that share one network.
 *
 * @param user the user that runs the nodes; blank for the image's default
 */
public record ContainerHost(
    DockerEngine engine,
    Containers containers,
    ContainerOptions options,
    String user,
    ContainerNetwork network,
    Map<String, Object> facts)
    implements NodeHost {

  private static final Path BLOCK = Path.of("/sys/class/block");

  /** This host with one more container in its network, to be removed with it. */
  public ContainerHost with(String container) {
    return new ContainerHost(engine, containers, options, user, network.with(container), facts);
  }

  @Override
  public RunningNode start(Launch node) throws BrokerException, InterruptedException {
    String id = containers.create(command(node));
    boolean running = false;
    try (InputStream files = NodeArchive.of(node)) {
      Uninterrupted.call(
          () ->
              engine
                  .client()
                  .copyArchiveToContainerCmd(id)
                  .withRemotePath(NodeArchive.ROOT)
                  .withTarInputStream(files)
                  .exec());
      ContainerNode started = new ContainerNode(engine, node, id);
      containers.start(id, node.name());
      started.started();
      running = true;
      return started;
    } catch (IOException e) {
      throw new BrokerException(Text.of("%s cannot be started: %s", node.name(), e), e);
    } catch (RuntimeException e) {
      throw new BrokerException(
          Text.of("%s cannot be started: %s", node.name(), DockerEngine.say(e)), e);
    } finally {
      if (!running) {
        engine.remove(id);
      }
    }
  }

  private CreateContainerCmd command(Launch node) throws BrokerException {
    List<String> environment = new ArrayList<>();
    environment.add(Launch.LANGUAGE + "=" + Launch.LANGUAGE_VALUE);
    node.environment().forEach((name, value) -> environment.add(name + "=" + value));
    String[] command =
        Stream.concat(
                Stream.of(ContainerNode.shell(node), node.home().toString()),
                node.command().stream())
            .toArray(String[]::new);
    CreateContainerCmd create =
        containers.shell(node.name(), options.image(), limits(node), command).withEnv(environment);
    return user.isBlank() ? create : create.withUser(user);
  }

  private HostConfig limits(Launch node) throws BrokerException {
    HostConfig config = HostConfig.newHostConfig().withNetworkMode(network.mode());
    if (!node.limited()) {
      return config;
    }
    if (options.cpus() > 0) {
      config.withNanoCPUs(Math.round(options.cpus() * 1e9));
    }
    if (options.memoryBytes() > 0) {
      config.withMemory(options.memoryBytes()).withMemorySwap(options.memoryBytes());
    }
    if (options.writeIops() > 0) {
      config.withBlkioDeviceWriteIOps(
          List.of(
              new BlkioRateDevice()
                  .withPath(diskBehind(engine.rootDirectory()))
                  .withRate(options.writeIops())));
    }
    return config;
  }

  /**
   * The disk that holds a directory, such as {@code /dev/vda}: only whole disks can be throttled.
   */
  private static String diskBehind(String directory) throws BrokerException {
    try {
      Path device = Path.of(Files.getFileStore(Path.of(directory)).name()).toRealPath();
      Path entry = BLOCK.resolve(device.getFileName()).toRealPath();
      Path disk =
          Files.exists(entry.resolve("partition")) ? entry.resolve("..").normalize() : entry;
      return "/dev/" + disk.getFileName();
    } catch (IOException e) {
      throw new BrokerException(
          Text.of(
              "cluster.container.write-iops is not available: the disk behind %s, where Docker keeps its containers, is unknown here",
              directory),
          e);
    }
  }

  @Override
  public Optional<Path> disk() {
    return Optional.empty();
  }

  @Override
  public Path failureLogs() {
    return Path.of(System.getProperty("java.io.tmpdir"), containers.clusterName() + "-logs");
  }

  @Override
  public void close() {
    network.close();
    containers.close();
  }
}
