package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * How long 1 KiB takes to another thread of this machine and back, over TCP. No broker on this
 * machine answers sooner.
 */
final class LoopbackRoundTrip {

  static final int BYTES = 1 << 10;
  private static final int WARMUP = 5_000;
  private static final int MOST = 20_000;

  private final Clock clock;
  private final long longestNanos;

  LoopbackRoundTrip(Clock clock, long longestNanos) {
    this.clock = clock;
    this.longestNanos = longestNanos;
  }

  Latency measure() throws IOException {
    try (Loopback loopback = Loopback.open()) {
      loopback.atFarEnd(LoopbackRoundTrip::echo);
      OutputStream out = loopback.near().getOutputStream();
      DataInputStream in = new DataInputStream(loopback.near().getInputStream());
      byte[] block = new byte[BYTES];
      Repetition.Step trip =
          () -> {
            out.write(block);
            in.readFully(block);
          };
      new Repetition(clock, WARMUP, longestNanos / 4).of(trip);
      return new Repetition(clock, MOST, longestNanos).of(trip).latency();
    }
  }

  private static void echo(Socket end) throws IOException {
    InputStream in = end.getInputStream();
    byte[] block = new byte[BYTES];
    while (in.readNBytes(block, 0, BYTES) == BYTES) {
      end.getOutputStream().write(block);
    }
  }
}
