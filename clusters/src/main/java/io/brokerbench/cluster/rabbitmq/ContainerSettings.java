package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.ContainerOptions;
import io.brokerbench.workload.Settings;
import java.util.Locale;

/** What {@code rabbitmq.yaml} explains, for host container. */
record ContainerSettings(RabbitMqSettings rabbitMq, ContainerOptions options) {

  private static final String OFFICIAL = "rabbitmq:";

  /** The last line of releases that has all kinds of queues. */
  private static final String DEFAULT_TAG = "3.13";

  // What a node has beside what it counts.
  private static final long OVERHEAD_BYTES = 160L << 20;

  static ContainerSettings read(Settings settings) {
    RabbitMqSettings rabbitMq = RabbitMqSettings.read(settings, HostKinds.CONTAINER);
    ContainerOptions options =
        ContainerOptions.read(
            settings, OFFICIAL + rabbitMq.release().map(Release::name).orElse(DEFAULT_TAG));
    long neededBytes = rabbitMq.memoryWatermarkBytes() + OVERHEAD_BYTES;
    if (options.memoryBytes() > 0 && options.memoryBytes() < neededBytes) {
      settings.problem(
          "cluster.container.memory",
          String.format(
              Locale.ROOT,
              "must hold cluster.memory-watermark and what a node has beside, %,d bytes, got %,d",
              neededBytes,
              options.memoryBytes()));
    }
    return new ContainerSettings(rabbitMq, options);
  }
}
