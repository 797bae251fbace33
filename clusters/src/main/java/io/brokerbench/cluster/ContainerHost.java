package io.brokerbench.cluster;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.HostConfig;
import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Containers, each with one node, that share one network. */
final class ContainerHost implements NodeHost {

  private static final int JDK_OF_IMAGE_AT_LEAST = 9;
  private static final String LANGUAGE = "LC_ALL=C.UTF-8";

  private final DockerEngine engine;
  private final Containers containers;
  private final ContainerSettings settings;
  private final ContainerNetwork network;
  private final Site site;
  private final String jars;
  private final Map<String, Object> facts;

  /**
   * A host.
   *
   * @param jars RocketMQ's in the image, as a class path
   */
  ContainerHost(
      DockerEngine engine,
      Containers containers,
      ContainerSettings settings,
      ContainerNetwork network,
      Site site,
      String jars,
      Map<String, Object> facts) {
    this.engine = engine;
    this.containers = containers;
    this.settings = settings;
    this.network = network;
    this.site = site;
    this.jars = jars;
    this.facts = facts;
  }

  @Override
  public Site site() {
    return site;
  }

  @Override
  public RunningNode start(NodeSpec node) throws BrokerException, InterruptedException {
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
      ContainerNode started = new ContainerNode(engine, node.name(), id, node.home());
      containers.start(id, node.name());
      started.started();
      running = true;
      return started;
    } catch (IOException e) {
      throw new BrokerException("%s cannot be started: %s".formatted(node.name(), e), e);
    } catch (RuntimeException e) {
      throw new BrokerException(
          "%s cannot be started: %s".formatted(node.name(), DockerEngine.say(e)), e);
    } finally {
      if (!running) {
        engine.remove(id);
      }
    }
  }

  private CreateContainerCmd command(NodeSpec node) throws BrokerException {
    // A JDK 8 would not know the flags; nor does it know the variable.
    String access =
        String.join(" ", JvmFlags.access(settings.rocketMq().release(), JDK_OF_IMAGE_AT_LEAST));
    List<String> environment = new ArrayList<>();
    environment.add("ROCKETMQ_HOME=" + node.home());
    environment.add(LANGUAGE);
    if (!access.isEmpty()) {
      environment.add("JDK_JAVA_OPTIONS=" + access);
    }
    String[] command =
        Stream.concat(
                Stream.of(ContainerNode.SHELL, node.home().toString()),
                node.command("java", List.of(), jars, node.home()).stream())
            .toArray(String[]::new);
    return containers
        .shell(node.name(), settings.image(), limits(node), command)
        .withEnv(environment);
  }

  private HostConfig limits(NodeSpec node) throws BrokerException {
    HostConfig config = HostConfig.newHostConfig().withNetworkMode(network.mode());
    if (node.name().equals(NodeSpec.NAME_SERVER)) {
      return config;
    }
    if (settings.cpus() > 0) {
      config.withNanoCPUs(Math.round(settings.cpus() * 1e9));
    }
    if (settings.memoryBytes() > 0) {
      config.withMemory(settings.memoryBytes()).withMemorySwap(settings.memoryBytes());
    }
    if (settings.writeIops() > 0) {
      config.withBlkioDeviceWriteIOps(
          List.of(
              new BlkioRateDevice()
                  .withPath(BlockDevice.behind(engine.rootDirectory()))
                  .withRate(settings.writeIops())));
    }
    return config;
  }

  @Override
  public Map<String, Object> facts() {
    return facts;
  }

  @Override
  public Optional<Path> disk() {
    return Optional.empty();
  }

  @Override
  public Path failureLogs() {
    return Path.of(System.getProperty("java.io.tmpdir"), site.clusterName() + "-logs");
  }

  @Override
  public void close() {
    network.close();
  }
}
