package io.brokerbench.record.page;

import io.brokerbench.record.page.Page.Live;
import io.brokerbench.record.page.Page.Packed;
import io.brokerbench.record.page.Page.Stored;
import io.brokerbench.record.page.Page.Uniform;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A number of one to 16 bits for each index from 0, initially 0. Thread-safe; without locks on
 * pages of {@value #PAGE} entries that are in use.
 *
 * <p>Memory is held for entries that change and for those that differ from their neighbours: a page
 * whose entries have all been set to the same value uses none, and {@link #compact} packs pages
 * that are no longer in use, compressed in the heap or, beyond its limit, in the file of the {@link
 * PageStore}. Nothing is given up: such a page is unpacked when one of its entries changes.
 */
public final class PagedBits {

  /** Entries per page. */
  public static final int PAGE = 4096;

  /** Maximum number of pages that are exchanged with other processes: 2^38 entries. */
  public static final int MAX_PAGES = 1 << 26;

  /** Pages per chunk. Chunks whose pages are all uniform and the same are one object. */
  static final int CHUNK = 64;

  /** Calls of {@link #compact} after which a page without a change is no longer in use. */
  private static final int IDLE_LOOKS = 3;

  private static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(Page[].class);
  private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(Page[][].class);

  /** Entries of a page that is not in use; valid until that page is unpacked. */
  private static final class Unpacked {
    final int number;
    final long[] words;

    Unpacked(int number, long[] words) {
      this.number = number;
      this.words = words;
    }
  }

  private final PageStore store;
  private final int width;
  private final int mask;
  private final FilePositions positions;
  private volatile @Nullable Page[][] chunks = new Page[4][];
  private volatile @Nullable Unpacked unpacked;
  private final Set<Live> inUse = new LinkedHashSet<>();

  /** All entries are 0. */
  PagedBits(PageStore store, int width) {
    if (width < 1 || width > 16 || Integer.bitCount(width) != 1) {
      throw new IllegalArgumentException("one, two, four, eight or 16 bits, got " + width);
    }
    this.store = store;
    this.width = width;
    this.mask = (1 << width) - 1;
    this.positions = new FilePositions(store, PAGE * width / Byte.SIZE);
  }

  /**
   * Sets bits of an entry; returns its previous value. Of entries with a value, none may change.
   */
  public int set(long index, int bits) {
    return set(find(number(index)), index, bits);
  }

  /** As {@link #set(long, int)} for a page that was found, and may have been packed since. */
  int set(@Nullable Page found, long index, int bits) {
    if (found instanceof Live page) {
      int was = page.set(bit(index), bits);
      if (was == 0) {
        if (page.changed() == PAGE) {
          completed(page);
        }
        return 0;
      }
      if (!page.isFrozen()) {
        return was;
      }
    }
    return setSlowly(index, bits);
  }

  private synchronized int setSlowly(long index, int bits) {
    Page page = find(number(index));
    if (page != null && !(page instanceof Live)) {
      int was = value(page, index);
      if ((was | bits) == was) {
        return was;
      }
    }
    Live live = use(number(index), page);
    int was = live.set(bit(index), bits);
    if (was == 0 && live.changed() == PAGE) {
      completed(live);
    }
    return was;
  }

  /** Adds one to an entry; returns its new value, which is at most two less than 2^width. */
  public int add(long index) {
    return add(find(number(index)), index);
  }

  /** As {@link #add(long)} for a page that was found, and may have been packed since. */
  int add(@Nullable Page found, long index) {
    if (found instanceof Live page) {
      int now = page.add(bit(index));
      if (now < mask) {
        return now;
      }
    }
    return addSlowly(index);
  }

  private synchronized int addSlowly(long index) {
    return use(number(index), find(number(index))).add(bit(index));
  }

  public int get(long index) {
    return get(find(number(index)), index);
  }

  /** As {@link #get(long)} for a page that was found, and may have been packed since. */
  int get(@Nullable Page page, long index) {
    if (page instanceof Live live) {
      int value = live.get(bit(index));
      if (!live.isFrozen()) {
        return value;
      }
    } else if (page == null) {
      return 0;
    } else if (page instanceof Uniform uniform) {
      return uniform.value;
    } else {
      Unpacked last = unpacked;
      if (last != null && last.number == number(index)) {
        return value(last.words, index);
      }
    }
    return getSlowly(index);
  }

  private synchronized int getSlowly(long index) {
    Page page = find(number(index));
    return page == null ? 0 : value(page, index);
  }

  /** Whether all entries of the page that contains {@code index} are known to have this value. */
  public boolean isAll(int value, long index) {
    return find(number(index)) instanceof Uniform uniform && uniform.value == value;
  }

  /**
   * The first index from {@code from} on whose entry is 0, or is not 0.
   *
   * @return -1 if there is none; there is always a 0
   */
  public long next(long from, boolean zero) {
    long index = from;
    for (int number = number(from); zero || number < chunks.length * CHUNK; number++) {
      Page page = find(number);
      boolean uniform = page == null || page instanceof Uniform;
      if (uniform && (page == null || ((Uniform) page).value == 0) == zero) {
        return index;
      }
      long end = (number + 1L) * PAGE;
      for (; !uniform && index < end; index++) {
        if ((get(index) == 0) == zero) {
          return index;
        }
      }
      index = end;
    }
    return -1;
  }

  /** One more than the number of the highest page with an entry that was set. */
  public int pages() {
    int pages = chunks.length * CHUNK;
    while (pages > 0 && find(pages - 1) == null) {
      pages--;
    }
    return pages;
  }

  int pageBytes() {
    return PAGE * width / Byte.SIZE;
  }

  /** Value of all entries of a page, if that is known at once; else -1. */
  int uniform(int number) {
    Page page = find(number);
    return page == null ? 0 : page instanceof Uniform uniform ? uniform.value : -1;
  }

  /**
   * A copy of the entries of a page: the first entry in the lowest bits of the first word, and so
   * on.
   */
  public synchronized long[] read(int number) {
    Page page = find(number);
    return page == null
        ? new long[pageBytes() / Long.BYTES]
        : page instanceof Live live ? live.words() : words(number, page).clone();
  }

  /** Replaces the entries of a page by others, as {@link #read}; no other thread may set them. */
  public synchronized void write(int number, long[] words) {
    Uniform uniform = uniform(words);
    if (uniform != null) {
      replace(number, find(number), uniform);
    } else {
      Live live = new Live(number, words.clone(), width, notZero(words, width));
      replace(number, find(number), live);
      inUse.add(live);
    }
  }

  /**
   * Packs the pages that have not changed in the last calls. One thread at a time; others are not
   * held up while it compresses and writes.
   *
   * @throws java.io.UncheckedIOException if the store's file cannot be written; nothing is lost
   */
  void compact() {
    freeze()
        .forEach(
            (number, copy) -> {
              Packed packed = store.hold(copy);
              if (packed == null) {
                store.write(position(number), copy.bytes);
              }
              settle(number, copy, packed == null ? Stored.PAGE : packed);
            });
  }

  /** Ends the use of idle pages; returns those that are not uniform, as copies in their places. */
  private synchronized Map<Integer, Packed> freeze() {
    Map<Integer, Packed> copies = new LinkedHashMap<>();
    for (Iterator<Live> pages = inUse.iterator(); pages.hasNext(); ) {
      Live page = pages.next();
      if (page.isIdleFor(IDLE_LOOKS)) {
        pages.remove();
        long[] words = page.freeze();
        Uniform uniform = uniform(words);
        Packed copy = Packed.copy(words);
        put(page.number, uniform == null ? copy : uniform);
        if (uniform == null) {
          copies.put(page.number, copy);
        }
      }
    }
    return copies;
  }

  /** Puts a page into the place of its copy, unless that was unpacked in the meantime. */
  private synchronized void settle(int number, Packed copy, Page page) {
    if (find(number) == copy) {
      put(number, page);
    } else if (page instanceof Packed packed) {
      store.release(packed);
    }
  }

  /** Puts a page into the place of another. */
  private void replace(int number, @Nullable Page before, Page page) {
    put(number, page);
    unpacked = null;
    if (before instanceof Packed packed) {
      store.release(packed);
    } else if (before instanceof Live live) {
      inUse.remove(live);
    }
  }

  /** The uniform page with these entries; null if they differ. */
  private @Nullable Uniform uniform(long[] words) {
    int value = (int) words[0] & mask;
    long pattern = repeated(value, width);
    for (long word : words) {
      if (word != pattern) {
        return null;
      }
    }
    return value < Uniform.VALUES ? Uniform.of(value) : null;
  }

  /** A word of entries that all have this value. */
  static long repeated(int value, int width) {
    return Long.divideUnsigned(-1L, (1L << width) - 1) * value;
  }

  /** Number of entries that are not 0. */
  private static int notZero(long[] words, int width) {
    long lowest = repeated(1, width);
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

  /** Every entry of the page has a value, and will keep it. */
  private synchronized void completed(Live page) {
    Uniform uniform = uniform(page.words());
    if (uniform != null && find(page.number) == page) {
      put(page.number, uniform);
      inUse.remove(page);
    }
  }

  /** The page ready for changes. */
  private Live use(int number, @Nullable Page page) {
    if (page instanceof Live live) {
      return live;
    }
    long[] words = page == null ? new long[pageBytes() / Long.BYTES] : words(number, page).clone();
    Live live = new Live(number, words, width, notZero(words, width));
    replace(number, page, live);
    inUse.add(live);
    return live;
  }

  private int value(Page page, long index) {
    return page instanceof Live live
        ? live.get(bit(index))
        : page instanceof Uniform uniform
            ? uniform.value
            : value(words(number(index), page), index);
  }

  private int value(long[] words, long index) {
    int bit = bit(index);
    return (int) (words[bit >> 6] >>> bit) & mask;
  }

  /** Entries of a page that is not in use; not to be modified. */
  private long[] words(int number, Page page) {
    Unpacked last = unpacked;
    if (last != null && last.number == number) {
      return last.words;
    }
    long[] words = new long[pageBytes() / Long.BYTES];
    if (page instanceof Uniform uniform) {
      Arrays.fill(words, repeated(uniform.value, width));
    } else if (page instanceof Packed packed) {
      packed.unpack(words);
    } else {
      store.read(position(number), words);
    }
    unpacked = new Unpacked(number, words);
    return words;
  }

  private static int number(long index) {
    return (int) (index / PAGE);
  }

  private int bit(long index) {
    return (int) (index % PAGE) * width;
  }

  /** Position of a page in the store's file. */
  private synchronized long position(int number) {
    return positions.of(number);
  }

  @Nullable Page find(int number) {
    @Nullable Page[][] now = chunks;
    int chunk = number / CHUNK;
    Page[] pages = chunk < now.length ? (Page[]) CHUNKS.getAcquire(now, chunk) : null;
    return pages == null ? null : (Page) PAGES.getAcquire(pages, number % CHUNK);
  }

  private void put(int number, Page page) {
    @Nullable Page[][] now = chunks;
    int chunk = number / CHUNK;
    if (chunk >= now.length) {
      now = Arrays.copyOf(now, Math.max(chunk + 1, now.length * 2));
      chunks = now;
    }
    Page[] pages = now[chunk];
    if (pages == null) {
      pages = new Page[CHUNK];
    } else if (pages == UniformChunks.of(pages[0])) {
      pages = pages.clone();
    }
    PAGES.setRelease(pages, number % CHUNK, page);
    Page[] same = page instanceof Uniform ? UniformChunks.of(page) : null;
    CHUNKS.setRelease(now, chunk, same != null && Arrays.equals(pages, same) ? same : pages);
  }

  /** Chunks whose pages are all the same. */
  private static final class UniformChunks {

    private static final Page[][] ALL = new Page[Uniform.VALUES][PagedBits.CHUNK];

    static {
      for (int value = 0; value < ALL.length; value++) {
        Arrays.fill(ALL[value], Uniform.of(value));
      }
    }

    private UniformChunks() {}

    static Page @Nullable [] of(@Nullable Page page) {
      return page instanceof Uniform uniform ? ALL[uniform.value] : null;
    }
  }

  /** Positions of pages in the file of a {@link PageStore}. Not thread-safe. */
  private static final class FilePositions {

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
      int chunk = number / CHUNK;
      if (chunk >= positions.length) {
        int before = positions.length;
        positions = Arrays.copyOf(positions, chunk + 1 + before / 2);
        Arrays.fill(positions, before, positions.length, NOT_ALLOCATED);
      }
      if (positions[chunk] == NOT_ALLOCATED) {
        positions[chunk] = store.allocate(CHUNK * bytesPerPage);
      }
      return positions[chunk] + (long) (number % CHUNK) * bytesPerPage;
    }
  }
}
