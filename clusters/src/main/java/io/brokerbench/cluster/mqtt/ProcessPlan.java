package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.PortRange;
import io.brokerbench.cluster.ProcessHost;
import io.brokerbench.cluster.Secret;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts brokers as processes as the settings have them. */
final class ProcessPlan implements ClusterPlan {

  private final ProcessSettings settings;

  ProcessPlan(ProcessSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    MqttSettings mqtt = settings.mqtt();
    // Whatever may fail comes before there is a directory.
    boolean mosquitto = mqtt.broker() == Broker.MOSQUITTO;
    Optional<Installation> installation = mosquitto ? Installation.find() : Optional.empty();
    if (mosquitto && installation.isEmpty()) {
      throw new BrokerException("mosquitto is not installed here");
    }
    String jars = mosquitto ? "" : HiveMqJars.get(settings.hiveMq(), progress);
    Release release = installation.map(Installation::release).orElseGet(settings::hiveMq);
    PortRange range = PortRange.wanted(mqtt.firstPort(), mqtt.portCount());
    PortLayout ports = new PortLayout(mqtt.broker(), range.first(), mqtt.nodes().size());
    Optional<Certificate> certificate =
        mqtt.tls() ? Optional.of(Certificate.make()) : Optional.empty();
    ProcessHost host = ProcessHost.in(settings.dataDirectory());
    Path directory = host.directory();
    Site site = new Site(ports, Addresses.LOOPBACK, directory::resolve, Secret.make(), certificate);
    progress.accept(ClusterStart.announce(mqtt, release.name(), ports));
    return new ClusterStart(mqtt, site, host, release.name())
        .run(
            node ->
                installation
                    .map(found -> MosquittoNode.of(mqtt, site, node, found.program().toString()))
                    .orElseGet(
                        () ->
                            HiveMqNode.of(
                                mqtt, site, settings.java().executable().toString(), jars)),
            progress);
  }
}
