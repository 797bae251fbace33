package io.brokerbench.it;

import io.brokerbench.testkit.PortRanges;
import io.brokerbench.testkit.TestJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Settings of small clusters for the tests, which share a machine with two processors: brokers use
 * less than half the processor time of the default settings.
 */
final class SmallCluster {

  /** A cluster uses up to 18 ports: three name servers with controllers, and three brokers. */
  private static final PortRanges PORTS = new PortRanges(20_000, 2_000, 20);

  private SmallCluster() {}

  /** Settings of a cluster, except those given by other settings or flags. */
  static List<String> settings(String... others) {
    List<String> settings = new ArrayList<>();
    settings.add("cluster.heap=256m");
    settings.add("cluster.proxy-heap=256m");
    settings.add(TestJvm.CLUSTER_FLAGS);
    if (none(others, "cluster.host=") && none(others, "cluster.port=")) {
      settings.add(port());
    }
    return settings;
  }

  /** The setting of a range of free ports for one cluster. */
  static String port() {
    return "cluster.port=" + freePort();
  }

  private static boolean none(String[] others, String begin) {
    return Stream.of(others).noneMatch(each -> each.startsWith(begin));
  }

  /** The first port of a range of free ports for one cluster. */
  static int freePort() {
    return PORTS.next();
  }
}
