package io.brokerbench.ceiling;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Both ends of a TCP connection within this machine, without delay (Nagle's algorithm off), as
 * brokers and their clients set it.
 */
record Loopback(Socket near, Socket far) implements Closeable {

  /** A stuck read fails then. */
  private static final int TIMEOUT_MILLIS = 5_000;

  static Loopback open() throws IOException {
    InetAddress self = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 1, self)) {
      server.setSoTimeout(TIMEOUT_MILLIS);
      Socket near = new Socket(self, server.getLocalPort());
      try {
        Loopback loopback = new Loopback(near, server.accept());
        loopback.prepare();
        return loopback;
      } catch (IOException e) {
        near.close();
        throw e;
      }
    }
  }

  private void prepare() throws IOException {
    for (Socket end : new Socket[] {near, far}) {
      end.setTcpNoDelay(true);
      end.setSoTimeout(TIMEOUT_MILLIS);
    }
  }

  /** What is done at the far end. */
  @FunctionalInterface
  interface Work {
    void at(Socket end) throws IOException;
  }

  /** Works at the far end in a thread of its own, then closes that end, whatever happened. */
  void atFarEnd(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try (far) {
                work.at(far);
              } catch (IOException e) {
                // The near end was closed, or sees this one closed: it knows what that means.
              }
            },
            "loopback");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    try (near) {
      far.close();
    }
  }
}
