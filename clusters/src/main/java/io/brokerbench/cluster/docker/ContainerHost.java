package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.HostConfig;
import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Containers, each with one node, that share one network.
 *
 * @param user the user that runs the nodes; blank for the image's default
 * @param replication the proxy between a master and its slave, if there is one
 */
public record ContainerHost(
    DockerEngine engine,
    Containers containers,
    ContainerOptions options,
    String user,
    ContainerNetwork network,
    Map<String, Object> facts,
    Optional<ReplicationProxy> replication)
    implements NodeHost {

  /** The directory that an engine unpacks into; it exists in every image. */
  private static final String ROOT = "/tmp";

  private static final String DIRECTORY = "brokerbench";

  /** The directory of the unpacked files, which have the same paths as in the node's home. */
  static final String UNPACKED = ROOT + "/" + DIRECTORY;

  /** This host with a proxy in its network, to be removed with it. */
  public ContainerHost with(ReplicationProxy proxy) {
    return new ContainerHost(
        engine, containers, options, user, network.with(proxy.id()), facts, Optional.of(proxy));
  }

  @Override
  public RunningNode start(ProcessSpec node) throws BrokerException, InterruptedException {
    Optional<PodFirewall.Member> member = network.firewall().map(PodFirewall::join);
    String id = containers.create(command(node, member));
    boolean running = false;
    try (InputStream files = archive(node)) {
      engine.answer(
          () ->
              engine
                  .client()
                  .copyArchiveToContainerCmd(id)
                  .withRemotePath(ROOT)
                  .withTarInputStream(files)
                  .exec());
      long writeIops = node.limited() ? options.writeIops() : 0;
      ContainerImpairments impairments =
          new ContainerImpairments(engine, id, member, writeIops, replication);
      ContainerNode started = new ContainerNode(engine, node, id, impairments);
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

  private static InputStream archive(ProcessSpec node) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream archive = new TarArchiveOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : node.files().entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(DIRECTORY + "/" + file.getKey());
        entry.setSize(file.getValue().length);
        archive.putArchiveEntry(entry);
        archive.write(file.getValue());
        archive.closeArchiveEntry();
      }
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }

  private CreateContainerCmd command(ProcessSpec node, Optional<PodFirewall.Member> member)
      throws BrokerException {
    List<String> environment = new ArrayList<>();
    environment.add(ProcessSpec.LANGUAGE + "=" + ProcessSpec.LANGUAGE_VALUE);
    node.environment().forEach((name, value) -> environment.add(name + "=" + value));
    String[] command =
        Stream.concat(
                Stream.of(ContainerNode.shell(node), node.home().toString()),
                node.command().stream())
            .toArray(String[]::new);
    CreateContainerCmd create =
        containers
            .shell(
                node.name(),
                options.image(),
                limits(node).withGroupAdd(member.map(PodFirewall.Member::group).stream().toList()),
                command)
            .withEnv(environment);
    return user.isBlank() ? create : create.withUser(user);
  }

  private HostConfig limits(ProcessSpec node) throws BrokerException {
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
    if (options.storeBytes() > 0) {
      config.withTmpFs(
          Map.of(
              ContainerImpairments.STORE,
              Text.of("rw,exec,mode=1777,size=%d", options.storeBytes())));
    }
    if (options.writeIops() > 0) {
      config.withBlkioDeviceWriteIOps(
          List.of(
              new BlkioRateDevice()
                  .withPath(EngineDisk.of(engine).path())
                  .withRate(options.writeIops())));
    }
    return config;
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
