package io.brokerbench.fault;

import java.util.function.IntToLongFunction;

/** Binary search in sorted ticks. */
final class TickSearch {

  private TickSearch() {}

  /**
   * Index of the first of so many sorted ticks that is not before a moment; their number if none.
   */
  static int from(long moment, int size, IntToLongFunction ticks) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ticks.applyAsLong(middle) < moment) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
