package io.brokerbench.ceiling;

import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.clock.Clock;
import java.io.IOException;

/**
 * How fast blocks of 1 MiB get onto the disk, one behind the other. The page cache would take all
 * of them at once and leave the time limit nothing to limit, so they are forced in stretches.
 */
final class SequentialWriteRate {

  static final int BLOCK_BYTES = DiskStorage.LARGEST_APPEND;
  static final long MOST_BYTES = 256L << 20;

  /** Long enough that waiting for its end hardly shows; at 10 MB/s it takes 3 s. */
  static final long STRETCH_BYTES = 32L << 20;

  private final Storage storage;
  private final Clock clock;
  private final long longestNanos;

  SequentialWriteRate(Storage storage, Clock clock, long longestNanos) {
    this.storage = storage;
    this.clock = clock;
    this.longestNanos = longestNanos;
  }

  Bandwidth measure() throws IOException {
    try (Storage.Appended file = storage.create()) {
      long start = clock.nanoTime();
      long bytes = 0;
      do {
        file.append(BLOCK_BYTES);
        bytes += BLOCK_BYTES;
        if (bytes % STRETCH_BYTES == 0) {
          file.force();
        }
      } while (bytes < MOST_BYTES && clock.nanoTime() - start < longestNanos);
      file.force();
      return Bandwidth.of(bytes, clock.nanoTime() - start);
    }
  }
}
