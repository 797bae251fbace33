package io.brokerbench.record.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class PageRunsTest {

  /** Pages without any entry, of one value and of several, in all their forms. */
  private static PagedBits random(PageStore store, int width, SplittableRandom random) {
    PagedBits bits = store.bits(width);
    for (int page = 0; page < 30; page++) {
      int kind = random.nextInt(4);
      int value = 1 + random.nextInt((1 << width) - 1);
      for (int i = 0; kind > 0 && i < PagedBits.PAGE; i++) {
        if (kind != 2 || random.nextBoolean()) {
          bits.set((long) page * PagedBits.PAGE + i, kind == 3 && i > 0 ? 1 : value);
        }
      }
      store.compact();
    }
    return bits;
  }

  @Property(tries = 30)
  void pagesAreReadAsTheyWereWritten(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int width = 1 << random.nextInt(3);
    try (PageStore store = new PageStore()) {
      List<PagedBits> entries = List.of(random(store, width, random), random(store, width, random));
      int page = random.nextInt(5);
      while (page < 32) {
        ByteBuffer bytes = ByteBuffer.allocate(2000 * width + random.nextInt(10_000));
        int next = PageRuns.write(entries, page, 32, bytes);
        assertThat(next).isGreaterThan(page);
        bytes.flip();
        for (PagedBits each : entries) {
          long[][] read = PageRuns.read(bytes, width, next - page);
          for (int i = 0; i < read.length; i++) {
            assertThat(read[i]).isEqualTo(each.read(page + i));
          }
        }
        assertThat(bytes.hasRemaining()).isFalse();
        page = next;
      }
    }
  }
}
