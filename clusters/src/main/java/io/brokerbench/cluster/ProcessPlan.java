package io.brokerbench.cluster;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.MessageStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts a cluster as child processes on loopback.
 *
 * @param <P> the ports of the cluster
 * @param dataDirectory the parent of the cluster's directory
 */
public record ProcessPlan<P extends PortLayout>(
    Path dataDirectory,
    Targets targets,
    Optional<MessageStore> store,
    Duration checkBackDelay,
    Preparation<P> programs)
    implements ClusterPlan {

  /** Finds the programs of a broker. */
  public interface Preparation<P extends PortLayout> {

    /** Finds or downloads the programs; starts nothing. */
    ClusterStart<P> prepare(Consumer<String> progress) throws BrokerException;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    // Steps that may fail come before the directory is created.
    ClusterStart<P> nodes = programs.prepare(progress);
    P ports = nodes.settings().choosePorts();
    Optional<Certificate> certificate = nodes.settings().makeCertificate();
    ProcessHost host = ProcessHost.in(dataDirectory);
    progress.accept(nodes.announce(ports));
    Path directory = host.directory();
    Placement<P> site =
        new Placement<>(
            directory.getFileName().toString(),
            ports,
            HostPort.LOOPBACK,
            HostPort.LOOPBACK,
            directory::resolve,
            Secret.make(),
            certificate);
    return nodes.run(host, site, progress);
  }
}
