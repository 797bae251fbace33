package io.brokerbench.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A number of one or two bits for each index from 0, initially 0; bits are set, never cleared.
 * Thread-safe; locks only when a page of {@value #PAGE} entries is created.
 *
 * <p>A page whose entries are all 1 uses no memory: a run without loss holds only the pages in use.
 * In the worst case an entry costs its bits.
 */
final class PagedBits {

  /** Entries per page. */
  static final int PAGE = 4096;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final Page ALL_ONE = new Page(new long[0]);

  private final int width;
  private final int mask;
  private volatile @Nullable Page[] pages = new Page[4];

  private static final class Page {
    final long[] words;
    final AtomicInteger ones = new AtomicInteger();

    Page(long[] words) {
      this.words = words;
    }
  }

  /** All entries are 0. */
  PagedBits(int width) {
    if (width != 1 && width != 2) {
      throw new IllegalArgumentException("one or two bits, got " + width);
    }
    this.width = width;
    this.mask = (1 << width) - 1;
  }

  /** Sets bits of an entry; returns its previous value. */
  int set(long index, int bits) {
    Page page = page(index);
    if (page == ALL_ONE) {
      return 1;
    }
    int bit = (int) (index % PAGE) * width;
    long[] words = page.words;
    long before = (long) WORD.getAndBitwiseOr(words, bit >> 6, (long) bits << bit);
    int was = (int) (before >>> bit) & mask;
    if (was == 0 && bits == 1 && page.ones.incrementAndGet() == PAGE) {
      publish((int) (index / PAGE), ALL_ONE);
    }
    return was;
  }

  int get(long index) {
    @Nullable Page[] now = pages;
    int number = (int) (index / PAGE);
    Page page = number < now.length ? now[number] : null;
    if (page == null) {
      return 0;
    }
    if (page == ALL_ONE) {
      return 1;
    }
    int bit = (int) (index % PAGE) * width;
    return (int) ((long) WORD.getVolatile(page.words, bit >> 6) >>> bit) & mask;
  }

  /** Whether all entries of the page that contains {@code index} are 1. */
  boolean isAllOne(long index) {
    @Nullable Page[] now = pages;
    int number = (int) (index / PAGE);
    return number < now.length && now[number] == ALL_ONE;
  }

  private Page page(long index) {
    @Nullable Page[] now = pages;
    int number = (int) (index / PAGE);
    Page page = number < now.length ? now[number] : null;
    return page == null ? begin(number) : page;
  }

  private synchronized Page begin(int number) {
    Page page = number < pages.length ? pages[number] : null;
    if (page == null) {
      page = new Page(new long[PAGE * width / Long.SIZE]);
      publish(number, page);
    }
    return page;
  }

  private synchronized void publish(int number, Page page) {
    @Nullable Page[] next = pages;
    if (number >= next.length) {
      next = java.util.Arrays.copyOf(next, Math.max(number + 1, next.length * 2));
    }
    next[number] = page;
    pages = next;
  }
}
