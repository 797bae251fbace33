package io.brokerbench.testkit;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.stream.IntStream;

/**
 * Free ports for one cluster after the other, from ports that are reserved for this test JVM: two
 * JVMs that search at the same moment might find the same ports. The system property {@code
 * brokerbench.it.fork} is the number of the JVM.
 */
public final class PortRanges {

  private final int first;
  private final int portsPerJvm;
  private final int portsPerCluster;
  private int clusters;

  /**
   * Chooses nothing yet.
   *
   * @param lowest the first port of the first JVM
   */
  public PortRanges(int lowest, int portsPerJvm, int portsPerCluster) {
    this.first = lowest + portsPerJvm * Integer.getInteger("brokerbench.it.fork", 0);
    this.portsPerJvm = portsPerJvm;
    this.portsPerCluster = portsPerCluster;
  }

  /** The first port of a free range for the next cluster. */
  public synchronized int next() {
    while (true) {
      int port = first + portsPerCluster * clusters++ % portsPerJvm;
      if (IntStream.range(port, port + portsPerCluster).allMatch(PortRanges::isFree)) {
        return port;
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
