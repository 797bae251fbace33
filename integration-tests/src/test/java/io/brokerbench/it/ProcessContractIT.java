package io.brokerbench.it;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The driver {@code rocketmq} with brokers as processes of this machine. */
@Tag("ci")
final class ProcessContractIT extends RocketMqContract {

  ProcessContractIT(@TempDir Path directory) throws Exception {
    super(
        OwnCluster.start(
            directory,
            OwnCluster.NO_CHECK_BACK,
            // Sessions need not wait for the pull requests of their deleted groups.
            "cluster.properties.autoCreateSubscriptionGroup=false"));
  }
}
