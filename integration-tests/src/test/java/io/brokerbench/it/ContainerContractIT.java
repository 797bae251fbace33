package io.brokerbench.it;

/** The driver {@code rocketmq} with brokers in containers with a network of their own. */
@RequiresDocker
final class ContainerContractIT extends RocketMqContract {

  ContainerContractIT() throws Exception {
    super(OwnCluster.start(Docker.settings("5.5.0", "cluster.container.network=pod")));
  }
}
