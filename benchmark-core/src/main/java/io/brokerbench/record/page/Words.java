package io.brokerbench.record.page;

/** Entries of some bits in words of 64: the first entry in the lowest bits of the first word. */
final class Words {

  private Words() {}

  /** A word of entries that all have this value. */
  static long of(int value, int width) {
    return Long.divideUnsigned(-1L, (1L << width) - 1) * value;
  }

  /** Number of entries that are not 0. */
  static int notZero(long[] words, int width) {
    long lowest = of(1, width);
    int count = 0;
    for (long word : words) {
      long folded = word;
      for (int bits = 1; bits < width; bits *= 2) {
        folded |= folded >>> bits;
      }
      count += Long.bitCount(folded & lowest);
    }
    return count;
  }
}
