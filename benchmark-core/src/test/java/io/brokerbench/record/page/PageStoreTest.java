package io.brokerbench.record.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Books whose pages are packed in mid-use: compressed, copied, or written to the file. */
final class PageStoreTest {

  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));
  private static final int SIZE = 5 * PagedBits.PAGE + 100;

  /** Enough calls of compact for every page that is not in use. */
  private static void pack(PageStore store) {
    for (int i = 0; i < 5; i++) {
      store.compact();
    }
  }

  /** Sparse pages, half full ones, and such of one value, in the heap, in the file, and in both. */
  @Property(tries = 60)
  void packedEntriesAreWhatTheyWereAndMayChangeStill(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int width = 1 << random.nextInt(3);
    long heapBytes = random.nextInt(3) * 1000L;
    try (PageStore store = new PageStore(TEMPORARY, heapBytes)) {
      PagedBits bits = store.bits(width);
      int[] model = new int[SIZE];
      for (int round = 0; round < 4; round++) {
        double share = random.nextBoolean() ? random.nextDouble() : random.nextInt(2);
        int usual = 1 + random.nextInt((1 << width) - 1);
        for (int index = 0; index < SIZE; index++) {
          if (model[index] == 0 && random.nextDouble() < share) {
            model[index] = random.nextInt(500) == 0 ? 1 : usual;
            assertThat(bits.set(index, model[index])).isZero();
          } else if (model[index] != 0 && random.nextInt(100) == 0) {
            assertThat(bits.set(index, model[index])).isEqualTo(model[index]);
          }
        }
        pack(store);
        for (int index = 0; index < SIZE; index++) {
          if (bits.get(index) != model[index]) {
            assertThat(bits.get(index)).as("entry %d", index).isEqualTo(model[index]);
          }
        }
      }
    }
  }

  /** Pages are written over others in any form, and then change and are packed as all do. */
  @Property(tries = 60)
  void aWrittenPageIsReadAndChangesAsAnyOther(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int width = 1 << random.nextInt(3);
    try (PageStore store = new PageStore(TEMPORARY, random.nextInt(3) * 1000L)) {
      PagedBits bits = store.bits(width);
      PagedBits model = new PageStore().bits(width);
      for (int round = 0; round < 20; round++) {
        int page = random.nextInt(3);
        long[] words = new long[PagedBits.PAGE * width / Long.SIZE];
        int kind = random.nextInt(3);
        Arrays.setAll(words, i -> kind == 0 ? 0 : kind == 1 ? -1L : random.nextLong());
        bits.write(page, words);
        model.write(page, words);
        assertThat(bits.read(page)).isEqualTo(words);
        words[0] = ~words[0];
        for (int i = 0; i < random.nextInt(2) * PagedBits.PAGE; i++) {
          long index = (long) page * PagedBits.PAGE + i;
          if (bits.get(index) == 0) {
            bits.set(index, 1);
            model.set(index, 1);
          }
        }
        for (int i = random.nextInt(6); i > 0; i--) {
          store.compact();
        }
        for (int i = 0; i < 4; i++) {
          assertThat(bits.read(i)).isEqualTo(model.read(i));
        }
      }
      assertThat(bits.pages()).isEqualTo(model.pages());
    }
  }

  /** Four threads set the same entries in the same order, while their page is packed under them. */
  @Property(tries = 5)
  void ofSeveralThreadsJustOneIsTheFirstThoughPagesArePacked() throws InterruptedException {
    int size = 40 * PagedBits.PAGE;
    try (PageStore store = new PageStore(TEMPORARY, 1000)) {
      PagedBits bits = store.bits(1);
      AtomicIntegerArray firsts = new AtomicIntegerArray(size);
      whilePacking(
          store,
          thread -> {
            for (int index = 0; index < size; index += 2) {
              if (bits.set(index, 1) == 0) {
                firsts.incrementAndGet(index);
              }
            }
          });
      for (int index = 0; index < size; index++) {
        if (firsts.get(index) != (index + 1) % 2 || bits.get(index) != (index + 1) % 2) {
          assertThat(firsts.get(index)).as("entry %d", index).isEqualTo((index + 1) % 2);
          assertThat(bits.get(index)).as("entry %d", index).isEqualTo((index + 1) % 2);
        }
      }
    }
  }

  /** Each of four threads adds one to each entry: each sum is seen once. */
  @Property(tries = 10)
  void countsAreExactThoughPagesArePacked(@ForAll long seed) throws InterruptedException {
    try (PageStore store = new PageStore(TEMPORARY, 1000)) {
      PagedBits counts = store.counts(4);
      AtomicIntegerArray sums = new AtomicIntegerArray(SIZE);
      whilePacking(
          store,
          thread -> {
            int start = new SplittableRandom(seed + thread).nextInt(SIZE);
            for (int i = 0; i < SIZE; i++) {
              int index = (start + i) % SIZE;
              sums.addAndGet(index, 1 << (8 * (counts.add(index) - 1)));
            }
          });
      for (int index = 0; index < SIZE; index++) {
        if (sums.get(index) != 0x01010101) {
          assertThat(sums.get(index)).as("entry %d", index).isEqualTo(0x01010101);
        }
      }
    }
  }

  private static void whilePacking(PageStore store, java.util.function.IntConsumer task)
      throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread packing =
        new Thread(
            () -> {
              while (!over.get()) {
                store.compact();
              }
            });
    packing.start();
    try {
      InThreads.run(4, task);
    } finally {
      over.set(true);
      packing.join();
    }
  }

  /** A thread finds a page, and is held up until that has been packed. */
  @Test
  void whoComesTooLateToAPageGoesToWhatItBecame() {
    try (PageStore store = new PageStore(TEMPORARY, 0)) {
      PagedBits bits = store.bits(1);
      bits.set(5, 1);
      Page found = bits.find(0);
      pack(store);
      assertThat(bits.get(found, 5)).isEqualTo(1);
      assertThat(bits.get(found, 6)).isZero();
      assertThat(bits.set(found, 5, 1)).isEqualTo(1);
      assertThat(bits.set(found, 6, 1)).isZero();
      assertThat(bits.get(6)).isEqualTo(1);
      assertThat(bits.get(7)).isZero();
      PagedBits counts = store.counts(4);
      counts.add(5);
      Page counted = counts.find(0);
      pack(store);
      assertThat(counts.add(counted, 5)).isEqualTo(2);
      assertThat(counts.add(counted, 6)).isEqualTo(1);
      assertThat(counts.add(5)).isEqualTo(3);
    }
  }

  @Test
  void countsStopBelowTheHighestTheyCanHold() {
    PagedBits counts = new PageStore().counts(2);
    assertThat(counts.add(7)).isEqualTo(1);
    assertThat(counts.add(7)).isEqualTo(2);
    assertThat(counts.add(7)).isEqualTo(2);
    assertThat(counts.add(8)).isEqualTo(1);
    PagedBits many = new PageStore().counts(1000);
    for (int count = 1; count <= 1000; count++) {
      assertThat(many.add(SIZE)).isEqualTo(count);
    }
  }

  @Test
  void pagesOfOneValueTakeNoSpaceAndOthersGoToTheFileOnceTheHeapIsFull(@TempDir Path directory) {
    try (PageStore store = new PageStore(directory, 0)) {
      PagedBits bits = store.bits(2);
      for (int index = 0; index < 100 * PagedBits.PAGE; index++) {
        bits.set(index, 3);
      }
      pack(store);
      assertThat(store.fileBytes()).isZero();
      assertThat(directory).isEmptyDirectory();
      bits.set(100L * PagedBits.PAGE + 5, 2);
      pack(store);
      assertThat(store.fileBytes()).isPositive();
      assertThat(directory).as("the file has no name").isEmptyDirectory();
      assertThat(bits.get(100L * PagedBits.PAGE + 5)).isEqualTo(2);
    }
  }

  /** As senders and consumers that are stopped may be. */
  @Test
  void anInterruptedThreadReadsAndWritesAsAnyOther(@TempDir Path directory) {
    try (PageStore store = new PageStore(directory, 0)) {
      PagedBits bits = store.bits(1);
      bits.set(5, 1);
      pack(store);
      Thread.currentThread().interrupt();
      assertThat(bits.get(5)).isEqualTo(1);
      assertThat(bits.set(6, 1)).isZero();
      pack(store);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(bits.get(4)).isZero();
      assertThat(bits.get(6)).isEqualTo(1);
    }
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamedAndNothingIsLost(@TempDir Path directory) {
    Path missing = directory.resolve("missing");
    try (PageStore store = new PageStore(missing, 0)) {
      PagedBits bits = store.bits(1);
      bits.set(5, 1);
      assertThatThrownBy(() -> pack(store))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith(missing + ": the audit's books cannot be written: ");
      assertThat(bits.get(5)).isEqualTo(1);
      assertThat(bits.get(6)).isZero();
    }
  }
}
