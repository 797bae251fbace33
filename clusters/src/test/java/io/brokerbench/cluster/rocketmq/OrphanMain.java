package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.TestJvm;

/** Starts a cluster, stops one of its nodes and waits to be killed; tells each process's number. */
final class OrphanMain {

  private OrphanMain() {}

  public static void main(String[] args) throws Exception {
    Cluster cluster =
        GivenSettings.plan(
                new RocketMqClusterFactory(),
                "process",
                "cluster.heap=256m",
                TestJvm.CLUSTER_FLAGS,
                "cluster.version=" + args[0],
                "cluster.data-directory=" + args[1])
            .start(line -> {});
    for (Node node : cluster.nodes()) {
      System.out.println(node.pid());
    }
    cluster.nodes().get(1).pause();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
