package io.brokerbench.record.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The entries of a page of {@link PagedBits}, in one of four forms. */
sealed interface Page {

  /** All entries have the same value. There is one object for each value. */
  final class Uniform implements Page {

    /** Number of values that have such a page. */
    static final int VALUES = 1 << 10;

    private static final Uniform[] ALL = new Uniform[VALUES];

    static {
      for (int value = 0; value < VALUES; value++) {
        ALL[value] = new Uniform(value);
      }
    }

    final int value;

    private Uniform(int value) {
      this.value = value;
    }

    static Uniform of(int value) {
      return ALL[value];
    }
  }

  /** Compressed, or a copy where that saves nothing. */
  final class Packed implements Page {
    final byte[] bytes;
    final boolean compressed;

    /** Whether the store counts it; guarded by the store. */
    boolean held;

    Packed(byte[] bytes, boolean compressed) {
      this.bytes = bytes;
      this.compressed = compressed;
    }

    static Packed copy(long[] words) {
      byte[] bytes = new byte[words.length * Long.BYTES];
      ByteBuffer.wrap(bytes).asLongBuffer().put(words);
      return new Packed(bytes, false);
    }

    void unpack(long[] words) {
      byte[] raw = bytes;
      if (compressed) {
        raw = new byte[words.length * Long.BYTES];
        Inflater inflater = new Inflater(true);
        try {
          inflater.setInput(bytes);
          inflater.inflate(raw);
        } catch (DataFormatException e) {
          throw new IllegalStateException(e);
        } finally {
          inflater.end();
        }
      }
      ByteBuffer.wrap(raw).asLongBuffer().get(words);
    }
  }

  final class Stored implements Page {
    static final Stored PAGE = new Stored();

    private Stored() {}
  }

  /**
   * In use: entries are read and modified without locks, until the page is frozen. All bits of a
   * frozen page are set, so that a thread that comes too late finds an entry that cannot be right,
   * looks at {@link #frozen}, and turns to the page's other form.
   */
  final class Live implements Page {

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    final int number;
    private final long[] words;
    private final int mask;
    private final AtomicInteger changes;
    private volatile boolean frozen;
    private int changesBefore;
    private int idleLooks;

    /**
     * Takes possession of the words.
     *
     * @param changes number of entries that are not 0
     */
    Live(int number, long[] words, int width, int changes) {
      this.number = number;
      this.words = words;
      this.mask = (1 << width) - 1;
      this.changes = new AtomicInteger(changes);
    }

    /** Sets bits of an entry; returns its previous value. */
    int set(int bit, int bits) {
      long before = (long) WORD.getAndBitwiseOr(words, bit >> 6, (long) bits << bit);
      return (int) (before >>> bit) & mask;
    }

    /**
     * Adds one to an entry, which stays below its highest value; returns the new value, or the
     * highest one if the page is frozen.
     */
    int add(int bit) {
      while (true) {
        long before = (long) WORD.getVolatile(words, bit >> 6);
        int value = (int) (before >>> bit) & mask;
        if (value >= mask - 1) {
          return value;
        }
        if (WORD.compareAndSet(words, bit >> 6, before, before + (1L << bit))) {
          changed();
          return value + 1;
        }
      }
    }

    int get(int bit) {
      return (int) ((long) WORD.getVolatile(words, bit >> 6) >>> bit) & mask;
    }

    /** Counts a change; returns the number of changes. */
    int changed() {
      return changes.incrementAndGet();
    }

    boolean isFrozen() {
      return frozen;
    }

    /** Whether nothing has changed since as many looks as this. */
    boolean isIdleFor(int looks) {
      int now = changes.get();
      idleLooks = now == changesBefore ? idleLooks + 1 : 0;
      changesBefore = now;
      return idleLooks >= looks;
    }

    /** The entries at this moment. */
    long[] words() {
      long[] copy = new long[words.length];
      for (int i = 0; i < copy.length; i++) {
        copy[i] = (long) WORD.getVolatile(words, i);
      }
      return copy;
    }

    /** Ends its use; returns the entries, from which on no change succeeds. */
    long[] freeze() {
      frozen = true;
      long[] last = new long[words.length];
      for (int i = 0; i < last.length; i++) {
        last[i] = (long) WORD.getAndSet(words, i, -1L);
      }
      return last;
    }
  }
}
