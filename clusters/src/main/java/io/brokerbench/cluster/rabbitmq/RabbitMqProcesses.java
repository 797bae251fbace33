package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * RabbitMQ as child processes: the settings of {@code rabbitmq.yaml} for host process.
 *
 * @param installation empty if the machine has none
 */
record RabbitMqProcesses(
    RabbitMqSettings rabbitMq, Path dataDirectory, Optional<RabbitMqInstallation> installation) {

  static RabbitMqProcesses read(Settings settings) {
    return new RabbitMqProcesses(
        RabbitMqSettings.read(settings, HostKeys.PROCESS),
        settings.parsed("cluster.data-directory", ProcessHost::parent),
        settings.parsed("cluster.home", RabbitMqInstallation::parse));
  }

  RabbitMqClusterStart prepare(Consumer<String> progress) throws BrokerException {
    RabbitMqInstallation found = installation.orElseThrow(RabbitMqProcesses::gone);
    Path mapper = RabbitMqInstallation.portMapper().orElseThrow(RabbitMqProcesses::gone);
    Map<String, String> environment = Map.of("PATH", RabbitMqInstallation.path());
    RabbitMqPrograms programs =
        new RabbitMqPrograms(
            found.release(), found.server().toString(), mapper.toString(), environment);
    return new RabbitMqClusterStart(rabbitMq.of(found.release()), programs);
  }

  private static BrokerException gone() {
    return new BrokerException("RabbitMQ is not installed here");
  }
}
