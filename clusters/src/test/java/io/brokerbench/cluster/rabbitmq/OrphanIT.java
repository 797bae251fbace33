package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.KilledStart;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("ci")
@RequiresRabbitMq
final class OrphanIT {

  /** Neither of the node nor of the port mapper and other helpers. */
  @Test
  void killingUsLeavesNoProcessAndNoDirectory(@TempDir Path parent) throws Exception {
    KilledStart.leavesNothing(
        RabbitMqClusterFactory.class,
        parent,
        1,
        "cluster.nodes=1",
        "cluster.memory-watermark=256m");
  }
}
