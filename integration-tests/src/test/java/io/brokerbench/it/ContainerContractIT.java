package io.brokerbench.it;

import org.junit.jupiter.api.Tag;

/** The driver {@code rocketmq} with brokers in containers with a network of their own. */
@Tag("nightly")
@RequiresDocker
final class ContainerContractIT extends RocketMqContract {

  ContainerContractIT() throws Exception {
    super(
        OwnCluster.start(
            Docker.settings("5.5.0", "cluster.container.network=pod", OwnCluster.NO_CHECK_BACK)));
  }
}
