package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.ProcessHost;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What {@code rabbitmq.yaml} explains, for host process.
 *
 * @param installation empty if the machine has none
 */
record ProcessSettings(
    RabbitMqSettings rabbitMq, Path dataDirectory, Optional<Installation> installation) {

  static ProcessSettings read(Settings settings) {
    return new ProcessSettings(
        RabbitMqSettings.read(settings, HostKinds.PROCESS),
        settings.parsed("cluster.data-directory", ProcessHost::parent),
        settings.parsed("cluster.home", Installation::parse));
  }
}
