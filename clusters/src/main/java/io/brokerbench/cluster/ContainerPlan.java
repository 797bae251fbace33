package io.brokerbench.cluster;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.docker.ContainerHost;
import io.brokerbench.cluster.docker.ContainerImage;
import io.brokerbench.cluster.docker.ContainerImpairments;
import io.brokerbench.cluster.docker.ContainerNetwork;
import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.cluster.docker.Containers;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.MessageStore;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Starts a cluster in containers.
 *
 * @param <P> the ports of the cluster
 */
public record ContainerPlan<P extends PortLayout>(
    Targets targets,
    Optional<MessageStore> store,
    Duration checkBackDelay,
    ContainerBroker<P> broker)
    implements ClusterPlan {

  @Override
  public Targets targets() {
    Set<Impairment> possible =
        EnumSet.of(broker.options().storeBytes() > 0 ? Impairment.FILL_DISK : Impairment.SLOW_DISK);
    if (broker.delaysReplication()) {
      possible.add(Impairment.DELAY);
    }
    // What needs a pod has a proxy in it, whose connections have the mark of one node each.
    if (broker.options().network() == ContainerOptions.Network.POD && !broker.needsPod()) {
      possible.addAll(List.of(Impairment.PARTITION, Impairment.ISOLATE));
    }
    return targets.with(possible);
  }

  @Override
  public Optional<String> refusal(Impairment impairment) {
    return ContainerImpairments.refusal(impairment);
  }

  @Override
  public boolean reportsRestarts() {
    return broker.reportsRestarts();
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    ContainerOptions options = broker.options();
    DockerEngine engine = DockerEngine.connect();
    broker.memory().requireOfDocker(engine.availableBytes());
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
    Map<String, Object> facts = options.facts(engine, image, ofHost);
    ContainerHost host =
        new ContainerHost(
            engine, containers, options.of(image), broker.user(), network, facts, Optional.empty());
    Placement<P> site =
        new Placement<>(
            containers.clusterName(),
            ports,
            network.bindAddress(),
            HostPort.LOOPBACK,
            name -> broker.home(),
            Secret.make(),
            certificate);
    return broker.run(nodes, host, site, progress);
  }
}
