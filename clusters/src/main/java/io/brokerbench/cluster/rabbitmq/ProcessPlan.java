package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.PortRange;
import io.brokerbench.cluster.ProcessHost;
import io.brokerbench.cluster.Secret;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts RabbitMQ's processes as the settings have them. */
final class ProcessPlan implements ClusterPlan {

  private final ProcessSettings settings;

  ProcessPlan(ProcessSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    RabbitMqSettings rabbitMq = settings.rabbitMq();
    Installation installation = settings.installation().orElseThrow(ProcessPlan::gone);
    Path mapper = Installation.portMapper().orElseThrow(ProcessPlan::gone);
    PortRange range = PortRange.wanted(rabbitMq.firstPort(), PortLayout.count(rabbitMq.nodes()));
    PortLayout ports = new PortLayout(range.first(), rabbitMq.nodes());
    Optional<Certificate> certificate =
        rabbitMq.tls() ? Optional.of(Certificate.make()) : Optional.empty();
    ProcessHost host = ProcessHost.in(settings.dataDirectory());
    progress.accept(ClusterStart.announce(rabbitMq, installation.release(), ports));
    Path directory = host.directory();
    Site site =
        new Site(
            directory.getFileName().toString(),
            installation.release(),
            ports,
            Addresses.LOOPBACK,
            directory::resolve,
            Secret.make(),
            installation.server().toString(),
            mapper.toString(),
            Map.of("PATH", Installation.path()),
            certificate);
    return new ClusterStart(rabbitMq, site, host).run(progress);
  }

  private static BrokerException gone() {
    return new BrokerException("RabbitMQ is not installed here");
  }
}
