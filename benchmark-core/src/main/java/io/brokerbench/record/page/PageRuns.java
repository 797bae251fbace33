package io.brokerbench.record.page;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Consecutive pages of {@link PagedBits}, of at most eight bits for each entry, as bytes, in runs.
 *
 * <p>A run starts with a number in groups of seven bits, the lowest first, each in a byte whose
 * highest bit is set if another follows. Zero: one page follows, as words of 64 bits, big endian,
 * with the page's first entry in the lowest bits of the first word. Any other number: the entries
 * of so many pages have the same value, which follows as one byte.
 */
public final class PageRuns {

  /** Maximum number of bytes of a number of pages. */
  private static final int NUMBER_BYTES = 5;

  private final PagedBits bits;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int value;
  private int run;

  private PageRuns(PagedBits bits) {
    this.bits = bits;
  }

  /**
   * Writes the pages from one number on, up to another: all of the first entries, then the same of
   * the next ones, and so on; as many pages as there is space for.
   *
   * @return the number of the first page that was not written
   */
  public static int write(List<PagedBits> entries, int from, int end, ByteBuffer out) {
    List<PageRuns> runs = entries.stream().map(PageRuns::new).toList();
    int page = from;
    for (; page < end && bytesWithNext(runs) <= out.remaining(); page++) {
      for (PageRuns each : runs) {
        each.add(page);
      }
    }
    runs.forEach(each -> out.put(each.toBytes()));
    return page;
  }

  private static int bytesWithNext(List<PageRuns> runs) {
    int bytes = 0;
    for (PageRuns each : runs) {
      bytes += each.out.size() + NUMBER_BYTES + 1 + 1 + each.bits.pageBytes();
    }
    return bytes;
  }

  private void add(int page) {
    int uniform = bits.uniform(page);
    if (run > 0 && uniform != value) {
      end();
    }
    if (uniform >= 0) {
      value = uniform;
      run++;
    } else {
      long[] words = bits.read(page);
      ByteBuffer bytes = ByteBuffer.allocate(1 + words.length * Long.BYTES);
      bytes.position(1).slice().asLongBuffer().put(words);
      out.write(bytes.array(), 0, bytes.capacity());
    }
  }

  private void end() {
    for (int rest = run; rest > 0; rest >>>= 7) {
      out.write(rest > 0x7F ? rest | 0x80 : rest);
    }
    out.write(value);
    run = 0;
  }

  private byte[] toBytes() {
    if (run > 0) {
      end();
    }
    return out.toByteArray();
  }

  /**
   * Reads pages.
   *
   * @param width bits of an entry
   * @return the words of each page; not to be modified
   * @throws IllegalArgumentException if these are not as many pages of this width
   */
  public static long[][] read(ByteBuffer in, int width, int pages) {
    long[][] read = new long[pages][];
    long[][] uniform = new long[1 << width][];
    int wordsPerPage = PagedBits.PAGE * width / Long.SIZE;
    try {
      for (int page = 0; page < pages; ) {
        int run = number(in);
        if (run < 0 || run > pages - page) {
          throw new IllegalArgumentException("more pages than announced");
        }
        if (run == 0) {
          read[page] = new long[wordsPerPage];
          in.slice().asLongBuffer().get(read[page]);
          in.position(in.position() + wordsPerPage * Long.BYTES);
          page++;
          continue;
        }
        int value = in.get() & 0xFF;
        if (value >= uniform.length) {
          throw new IllegalArgumentException(
              "an entry is " + value + ", above the maximum of " + (uniform.length - 1));
        }
        if (uniform[value] == null) {
          uniform[value] = new long[wordsPerPage];
          Arrays.fill(uniform[value], PagedBits.repeated(value, width));
        }
        Arrays.fill(read, page, page + run, uniform[value]);
        page += run;
      }
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("pages are missing", e);
    }
    return read;
  }

  private static int number(ByteBuffer in) {
    int number = 0;
    for (int i = 0; i < NUMBER_BYTES; i++) {
      byte next = in.get();
      number |= (next & 0x7F) << (7 * i);
      if (next >= 0) {
        return number;
      }
    }
    throw new IllegalArgumentException("a number of pages without an end");
  }
}
