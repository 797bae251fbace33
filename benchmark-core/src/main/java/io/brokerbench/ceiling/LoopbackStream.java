package io.brokerbench.ceiling;

import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** How many bytes a second one TCP connection carries within this machine, and is read. */
final class LoopbackStream {

  private static final int BLOCK_BYTES = 64 << 10;

  private final Clock clock;
  private final long longestNanos;

  LoopbackStream(Clock clock, long longestNanos) {
    this.clock = clock;
    this.longestNanos = longestNanos;
  }

  Bandwidth measure() throws IOException {
    try (Loopback loopback = Loopback.open()) {
      // Until the near end is closed.
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
          throw new IOException(
              String.format(Locale.ROOT, "the connection ended after %d bytes", bytes));
        }
        bytes += read;
        now = clock.nanoTime();
      } while (now - start < longestNanos);
      return Bandwidth.of(bytes, now - start);
    }
  }
}
