package io.brokerbench.cluster;

import io.brokerbench.cluster.docker.ContainerHost;
import io.brokerbench.cluster.docker.ContainerImage;
import io.brokerbench.cluster.docker.ContainerNetwork;
import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.cluster.docker.Containers;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.node.Addresses;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.MessageStore;
import io.brokerbench.units.Text;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts a cluster in containers.
 *
 * @param <P> the ports of the cluster
 */
public record ContainerPlan<P extends PortLayout>(
    Optional<MessageStore> store, ContainerBroker<P> broker) implements ClusterPlan {

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    ContainerOptions options = broker.options();
    DockerEngine engine = DockerEngine.connect();
    broker.memory().requireOfDocker(engine.memoryBytes());
    engine.removeForgotten();
    ContainerImage image = broker.image(engine, progress);
    boolean ofHost = options.isOfHost(engine, broker.needsPod());
    ClusterStart<P> nodes = broker.prepare(engine, image, progress);
    P ports = nodes.settings().choosePorts();
    Optional<PortRange> named = nodes.settings().namedPorts();
    if (named.isPresent()) {
      named.get().requireFree();
    }
    Optional<Certificate> certificate = nodes.settings().makeCertificate();
    progress.accept(
        Text.of(
            "%s in containers of %s, network %s",
            nodes.announce(ports), image.name(), ofHost ? "host" : "pod"));
    Containers containers = new Containers(engine);
    ContainerNetwork network = containers.network(ofHost, image.name(), ports.ofClients());
    ContainerHost host =
        new ContainerHost(
            engine,
            containers,
            options.of(image),
            broker.user(),
            network,
            options.facts(engine, image, ofHost));
    Placement<P> site =
        new Placement<>(
            containers.clusterName(),
            ports,
            network.bindAddress(),
            Addresses.LOOPBACK,
            name -> broker.home(),
            Secret.make(),
            certificate);
    return broker.run(nodes, host, site, progress);
  }
}
