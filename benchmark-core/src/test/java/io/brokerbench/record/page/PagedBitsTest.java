package io.brokerbench.record.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class PagedBitsTest {

  private static final int SIZE = 3 * PagedBits.PAGE + 100;

  /** Some pages full of ones, some all but one, whatever the order. */
  @Property(tries = 100)
  void itHoldsWhatAnArrayWould(@ForAll @IntRange(min = 1, max = 2) int width, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PagedBits bits = new PageStore().bits(width);
    int[] model = new int[SIZE];
    int others = random.nextInt(4);
    for (int index : shuffled(SIZE, random)) {
      int value = random.nextInt(SIZE) < others ? random.nextInt(1 << width) : 1;
      if (value != 0) {
        assertThat(bits.set(index, value)).isZero();
        model[index] = value;
      }
      if (width == 1 && random.nextInt(10) == 0) {
        assertThat(bits.set(index, 1)).isEqualTo(value);
        model[index] = 1;
      }
    }
    assertEqual(bits, model);
  }

  private static void assertEqual(PagedBits bits, int[] model) {
    for (int index = 0; index < model.length; index++) {
      if (bits.get(index) != model[index]) {
        assertThat(bits.get(index)).as("entry %d", index).isEqualTo(model[index]);
      }
    }
    for (int page = 0; page < model.length; page += PagedBits.PAGE) {
      boolean allOne = page + PagedBits.PAGE <= model.length;
      for (int i = page; i < Math.min(model.length, page + PagedBits.PAGE); i++) {
        allOne &= model[i] == 1;
      }
      assertThat(bits.isAll(1, page)).as("page of %d", page).isEqualTo(allOne);
    }
  }

  private static int[] shuffled(int size, SplittableRandom random) {
    int[] indexes = new int[size];
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      indexes[i] = indexes[other];
      indexes[other] = i;
    }
    return indexes;
  }

  /** Each thread sets all entries in an order of its own: of each entry just one is the first. */
  @Property(tries = 20)
  void ofSeveralThreadsJustOneIsTheFirst(@ForAll long seed) throws InterruptedException {
    PagedBits bits = new PageStore().bits(1);
    AtomicIntegerArray firsts = new AtomicIntegerArray(SIZE);
    InThreads.run(
        4,
        thread -> {
          for (int index : shuffled(SIZE, new SplittableRandom(seed + thread))) {
            if (bits.set(index, 1) == 0) {
              firsts.incrementAndGet(index);
            }
          }
        });
    int[] model = new int[SIZE];
    java.util.Arrays.fill(model, 1);
    assertEqual(bits, model);
    for (int index = 0; index < SIZE; index++) {
      assertThat(firsts.get(index)).as("entry %d", index).isEqualTo(1);
    }
  }

  /** Neighbours in a word belong to different threads. */
  @Property(tries = 20)
  void nothingIsLostBetweenThreads(@ForAll long seed) throws InterruptedException {
    int threads = 4;
    int[] model = new int[SIZE];
    SplittableRandom random = new SplittableRandom(seed);
    for (int index = 0; index < SIZE; index++) {
      model[index] = random.nextInt(2 * PagedBits.PAGE) == 0 ? 2 + random.nextInt(2) : 1;
    }
    PagedBits bits = new PageStore().bits(2);
    InThreads.run(
        threads,
        thread -> {
          for (int index : shuffled(SIZE, new SplittableRandom(seed))) {
            if (index % threads == thread) {
              bits.set(index, model[index]);
            }
          }
        });
    assertEqual(bits, model);
  }

  /** Two threads go side by side, page by page: they meet where a page begins and in each word. */
  @Test
  void threadsThatMeetInAPageAndInAWordLoseNothing() throws InterruptedException {
    int size = 200 * PagedBits.PAGE;
    PagedBits bits = new PageStore().bits(2);
    AtomicInteger steps = new AtomicInteger();
    InThreads.run(
        2,
        thread -> {
          for (int index = thread; index < size; index += 2) {
            if (index % PagedBits.PAGE == thread) {
              steps.incrementAndGet();
              while (steps.get() < 2 * (index / PagedBits.PAGE + 1)) {
                LockSupport.parkNanos(1_000);
              }
            }
            bits.set(index, 3);
          }
        });
    for (int index = 0; index < size; index++) {
      if (bits.get(index) != 3) {
        assertThat(bits.get(index)).as("entry %d", index).isEqualTo(3);
      }
    }
  }

  @Test
  void whatWasNeverSetIsZeroHoweverFar() {
    PagedBits bits = new PageStore().bits(2);
    assertThat(bits.get(0)).isZero();
    assertThat(bits.get(1L << 40)).isZero();
    assertThat(bits.isAll(1, 1L << 40)).isFalse();
    bits.set(1_000_000, 3);
    assertThat(bits.get(1_000_000)).isEqualTo(3);
    assertThat(bits.get(999_999)).isZero();
    assertThat(bits.get(1_000_001)).isZero();
  }

  @Test
  void aFullPageStaysAsItIs() {
    PagedBits bits = new PageStore().bits(1);
    for (int index = 0; index < PagedBits.PAGE; index++) {
      assertThat(bits.isAll(1, 0)).isFalse();
      bits.set(index, 1);
    }
    assertThat(bits.isAll(1, PagedBits.PAGE - 1)).isTrue();
    assertThat(bits.isAll(1, PagedBits.PAGE)).isFalse();
    assertThat(bits.set(17, 1)).isEqualTo(1);
    assertThat(bits.get(17)).isEqualTo(1);
  }

  @Test
  void threeBitsAreNoPowerOfTwo() {
    assertThatThrownBy(() -> new PageStore().bits(3))
        .hasMessage("one, two, four, eight or 16 bits, got 3");
  }
}
