package io.brokerbench.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of loopback on which no program listens. */
public final class FreePort {

  private FreePort() {}

  /** One that the system chooses; another program may take it at any time. */
  public static int choose() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
