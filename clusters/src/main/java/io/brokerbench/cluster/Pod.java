package io.brokerbench.cluster;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.brokerbench.driver.BrokerException;
import java.util.ArrayList;
import java.util.List;

/**
 * A container that does nothing but own a network, and publish its ports on this machine's loopback
 * under the same numbers. So brokers and clients know every node by one address, on Linux and in
 * Docker's virtual machines alike; messages pass the engine's proxy.
 */
final class Pod {

  private static final String ROLE = "pod";

  private Pod() {}

  /** Started, with what delays replication if that is wanted. */
  static ContainerNetwork start(
      DockerEngine engine, Containers containers, ContainerSettings settings, PortLayout ports)
      throws BrokerException, InterruptedException {
    List<String> started = new ArrayList<>();
    boolean up = false;
    try {
      String id =
          containers.create(
              containers
                  .shell(ROLE, settings.image(), publishing(ports), "cat >/dev/null")
                  .withExposedPorts(exposed(ports)));
      started.add(id);
      Attachment.to(engine.client(), id, line -> {}, () -> {});
      containers.start(id, ROLE);
      String haHost = Site.LOOPBACK;
      if (!settings.replicationDelay().isZero()) {
        HaProxy proxy = HaProxy.start(engine, containers, settings.proxyImage(), id);
        started.add(proxy.id());
        int port = ports.ha(BrokerProperties.MASTER_ID);
        proxy.delay(port, engine.address(id) + ":" + port, settings.replicationDelay());
        haHost = proxy.address();
      }
      up = true;
      return new ContainerNetwork(engine, "container:" + id, "0.0.0.0", haHost, started);
    } catch (RuntimeException e) {
      throw new BrokerException("no network for the containers: " + DockerEngine.say(e), e);
    } finally {
      if (!up) {
        started.forEach(engine::remove);
      }
    }
  }

  private static List<ExposedPort> exposed(PortLayout ports) {
    return ports.ofClients().stream().map(ExposedPort::tcp).toList();
  }

  private static HostConfig publishing(PortLayout ports) {
    return HostConfig.newHostConfig()
        .withNetworkMode(DockerEngine.BRIDGE)
        .withPortBindings(
            ports.ofClients().stream()
                .map(
                    port ->
                        new PortBinding(
                            Ports.Binding.bindIpAndPort(Site.LOOPBACK, port),
                            ExposedPort.tcp(port)))
                .toList());
  }
}
