package io.brokerbench.it;

import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Settings of small clusters for the tests, which share a machine with two processors: brokers use
 * less than half the processor time of the default settings.
 */
final class SmallCluster {

  private static final int LOWEST_PORT = 20_000;
  private static final int PORTS_PER_JVM = 2_000;

  /** A cluster uses up to 13 ports, or 11 with a proxy. */
  private static final int PORTS_PER_CLUSTER = 16;

  private static int clusters;

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

  /**
   * The first port of a free range, from ports reserved for this test JVM: two JVMs that search at
   * the same moment might find the same ports.
   */
  static synchronized int freePort() {
    int range = LOWEST_PORT + PORTS_PER_JVM * Integer.getInteger("brokerbench.it.fork", 0);
    while (true) {
      int first = range + PORTS_PER_CLUSTER * clusters++ % PORTS_PER_JVM;
      if (IntStream.range(first, first + PORTS_PER_CLUSTER).allMatch(SmallCluster::isFree)) {
        return first;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
