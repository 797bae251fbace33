package io.brokerbench.it;

import io.brokerbench.driver.Cluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The driver {@code rocketmq} with the gRPC client, on a master with a proxy. */
@Tag("nightly")
final class GrpcContractIT extends RocketMqContract {

  GrpcContractIT(@TempDir Path directory) throws Exception {
    super(
        OwnCluster.start(
            directory,
            OwnCluster.NO_CHECK_BACK,
            "rocketmq.client=grpc",
            "cluster.topology=1m",
            // For consumers, which are those of pop.
            "cluster.properties.timerWheelEnable=true"));
  }

  @Override
  List<String> client(Cluster cluster) {
    return List.of(
        "rocketmq.client=grpc", "cluster.proxy-addresses=" + cluster.facts().get("proxies"));
  }

  /** Without streams, messages have no order. */
  @Override
  List<String> inOrder() {
    return List.of();
  }

  @Override
  List<String> streamsInOrder() {
    return List.of("consume.model=orderly");
  }

  /** There is no slave, and proxies refuse system topics. */
  @Override
  String topicOnReplica(String topic) {
    return topic;
  }

  @Override
  int largestBatch() {
    return 1;
  }

  @Override
  boolean reportsTimes() {
    return false;
  }

  @Override
  boolean sendsOneWay() {
    return false;
  }

  @Override
  boolean namesQueues() {
    return false;
  }

  @Override
  boolean connectsAlongsideTheLoad() {
    return false;
  }
}
