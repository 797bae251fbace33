package io.brokerbench.record.page;

import java.util.Arrays;

/** Positions of pages in the file of a {@link PageStore}. Not thread-safe. */
final class FilePositions {

  private static final long NOT_ALLOCATED = -1;

  private final PageStore store;
  private final int bytesPerPage;

  /** By chunk. */
  private long[] positions = {};

  FilePositions(PageStore store, int bytesPerPage) {
    this.store = store;
    this.bytesPerPage = bytesPerPage;
  }

  /** Position of a page, for which space is reserved if it has none yet. */
  long of(int number) {
    int chunk = number / PagedBits.CHUNK;
    if (chunk >= positions.length) {
      int before = positions.length;
      positions = Arrays.copyOf(positions, chunk + 1 + before / 2);
      Arrays.fill(positions, before, positions.length, NOT_ALLOCATED);
    }
    if (positions[chunk] == NOT_ALLOCATED) {
      positions[chunk] = store.allocate(PagedBits.CHUNK * bytesPerPage);
    }
    return positions[chunk] + (long) (number % PagedBits.CHUNK) * bytesPerPage;
  }
}
