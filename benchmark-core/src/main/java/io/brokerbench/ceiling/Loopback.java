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

  /** Timeout of a blocked read. */
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

  /** Work for the far end. */
  @FunctionalInterface
  interface Work {
    void at(Socket end) throws IOException;
  }

  /** Runs work at the far end in a separate thread, then closes that end in any case. */
  void atFarEnd(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try (far) {
                work.at(far);
              } catch (IOException e) {
                // The near end was closed, or detects that this end is closed.
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
