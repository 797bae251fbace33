package io.brokerbench.ceiling;

import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.clock.Clock;
import io.brokerbench.units.Text;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The ceilings of TCP within this machine.
 *
 * @param longestNanos time limit of each
 */
record LoopbackCeilings(Clock clock, long longestNanos) {

  private static final int TRIP_BYTES = 1 << 10;
  private static final int WARMUP_TRIPS = 5_000;
  private static final int MOST_TRIPS = 20_000;

  private static final int BLOCK_BYTES = 64 << 10;

  /**
   * Round-trip time of 1 KiB to another thread of this machine: the lower bound for the response
   * time of a broker on this machine.
   */
  CeilingLatency roundTrip() throws IOException {
    try (Loopback loopback = Loopback.open()) {
      loopback.atFarEnd(LoopbackCeilings::echo);
      OutputStream out = loopback.near().getOutputStream();
      DataInputStream in = new DataInputStream(loopback.near().getInputStream());
      byte[] block = new byte[TRIP_BYTES];
      Repetition.Step trip =
          () -> {
            out.write(block);
            in.readFully(block);
          };
      new Repetition(clock, WARMUP_TRIPS, longestNanos / 4).of(trip);
      return new Repetition(clock, MOST_TRIPS, longestNanos).of(trip).latency();
    }
  }

  private static void echo(Socket end) throws IOException {
    InputStream in = end.getInputStream();
    byte[] block = new byte[TRIP_BYTES];
    while (in.readNBytes(block, 0, TRIP_BYTES) == TRIP_BYTES) {
      end.getOutputStream().write(block);
    }
  }

  /** Bytes per second that one connection carries, including the time to read them. */
  Bandwidth stream() throws IOException {
    try (Loopback loopback = Loopback.open()) {
      // Ends when the near end is closed.
      loopback.atFarEnd(
          end -> {
            byte[] block = new byte[BLOCK_BYTES];
            while (true) {
              end.getOutputStream().write(block);
            }
          });
      InputStream in = loopback.near().getInputStream();
      byte[] block = new byte[BLOCK_BYTES];
      long start = clock.nanoTime();
      long bytes = 0;
      long now;
      do {
        int read = in.read(block);
        if (read < 0) {
          throw new IOException(Text.of("the connection ended after %d bytes", bytes));
        }
        bytes += read;
        now = clock.nanoTime();
      } while (now - start < longestNanos);
      return Bandwidth.of(bytes, now - start);
    }
  }

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
}
