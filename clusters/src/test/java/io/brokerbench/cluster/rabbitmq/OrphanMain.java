package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.Cluster;

/** Starts a cluster, stops its node and waits to be killed; tells that node's number. */
final class OrphanMain {

  private OrphanMain() {}

  public static void main(String[] args) throws Exception {
    Cluster cluster =
        GivenSettings.plan(
                new RabbitMqClusterFactory(),
                "process",
                "cluster.nodes=1",
                "cluster.memory-watermark=256m",
                "cluster.data-directory=" + args[0])
            .start(line -> {});
    System.out.println(cluster.nodes().get(0).pid());
    cluster.nodes().get(0).pause();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
