package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;

/** Starts a cluster, stops one of its brokers and waits to be killed; tells their numbers. */
final class OrphanMain {

  private OrphanMain() {}

  public static void main(String[] args) throws Exception {
    Cluster cluster =
        GivenSettings.plan(new MqttClusterFactory(), "process", args).start(line -> {});
    for (Node node : cluster.nodes()) {
      System.out.println(node.pid());
    }
    cluster.nodes().get(0).pause();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
