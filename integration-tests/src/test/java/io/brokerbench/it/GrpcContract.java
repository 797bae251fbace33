package io.brokerbench.it;

import io.brokerbench.driver.Cluster;
import java.nio.file.Path;
import java.util.List;

/** The driver {@code rocketmq} with consumers of the gRPC client, on a master with a proxy. */
abstract class GrpcContract extends RocketMqContract {

  private final String model;

  GrpcContract(Path directory, String model) throws Exception {
    super(
        OwnCluster.start(
            directory,
            OwnCluster.NO_CHECK_BACK,
            "rocketmq.client=grpc",
            "cluster.topology=1m",
            // For consumers, which are those of pop.
            "cluster.properties.timerWheelEnable=true"));
    this.model = model;
  }

  @Override
  final List<String> client(Cluster cluster) {
    return List.of(
        "rocketmq.client=grpc",
        "consume.model=" + model,
        "cluster.proxy-addresses=" + cluster.facts().get("proxies"));
  }

  /** Without streams, messages have no order. */
  @Override
  final List<String> inOrder() {
    return List.of();
  }

  @Override
  final List<String> streamsInOrder() {
    return List.of("consume.model=orderly");
  }

  /** There is no slave, and proxies refuse system topics. */
  @Override
  final String topicOnReplica(String topic) {
    return topic;
  }

  @Override
  final int largestBatch() {
    return 1;
  }

  @Override
  final boolean reportsTimes() {
    return false;
  }

  @Override
  final boolean sendsOneWay() {
    return false;
  }

  @Override
  final boolean namesQueues() {
    return false;
  }

  @Override
  final boolean connectsAlongsideTheLoad() {
    return false;
  }
}
