package io.brokerbench.record.page;

import io.brokerbench.record.page.Page.Packed;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Where the books of a run keep the pages that are no longer in use: compressed in the heap up to a
 * limit, beyond it in a file. Thread-safe.
 *
 * <p>The file is created when it is first needed, and has no name from then on: the operating
 * system removes it with the process, however that ends.
 */
public final class PageStore implements AutoCloseable {

  /**
   * Limit of the heap for pages that are not in use. Enough for 500 million messages of which half
   * are lost at random, or for a million that are lost singly.
   */
  public static final long HEAP_BYTES = 64 << 20;

  /** Of a packed page, in addition to its bytes: two objects and references to them. */
  private static final int OVERHEAD_BYTES = 48;

  private final Path directory;
  private final long heapBytes;
  private final Queue<PagedBits> books = new ConcurrentLinkedQueue<>();
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private @Nullable RandomAccessFile file;
  private long heldBytes;
  private long allocatedBytes;

  /** A store whose file, if it is needed, is in the system's directory for temporary files. */
  public PageStore() {
    this(Path.of(System.getProperty("java.io.tmpdir", ".")));
  }

  /**
   * A store whose file, if it is needed, is in this directory.
   *
   * @param directory existing by then
   */
  public PageStore(Path directory) {
    this(directory, HEAP_BYTES);
  }

  /**
   * A store with another limit.
   *
   * @param heapBytes of pages that are not in use; zero puts all of them into the file
   */
  public PageStore(Path directory, long heapBytes) {
    this.directory = directory;
    this.heapBytes = heapBytes;
  }

  /** Entries of so many bits, initially 0, whose pages are kept here. */
  public PagedBits bits(int width) {
    PagedBits bits = new PagedBits(this, width);
    books.add(bits);
    return bits;
  }

  /** Entries that count up to a number, as {@link #bits}. */
  public PagedBits counts(int max) {
    int width = 2;
    // The two highest values of an entry are no counts.
    while (max > (1 << width) - 2) {
      width *= 2;
    }
    return bits(width);
  }

  /**
   * Packs the pages of all books that have not changed in the last calls. To be called about once
   * per second while messages are sent or received.
   *
   * @throws UncheckedIOException if the file cannot be written
   */
  public void compact() {
    synchronized (books) {
      books.forEach(PagedBits::compact);
    }
  }

  public synchronized long fileBytes() {
    return allocatedBytes;
  }

  /** The page as it may stay in the heap; null if that is full. */
  synchronized @Nullable Packed hold(Packed copy) {
    byte[] small = new byte[copy.bytes.length / 2];
    deflater.reset();
    deflater.setInput(copy.bytes);
    deflater.finish();
    int length = deflater.deflate(small);
    Packed packed = deflater.finished() ? new Packed(Arrays.copyOf(small, length), true) : copy;
    if (heldBytes + bytes(packed) > heapBytes) {
      return null;
    }
    heldBytes += bytes(packed);
    packed.held = true;
    return packed;
  }

  /** Frees the space of a page in the heap. */
  synchronized void release(Packed packed) {
    if (packed.held) {
      packed.held = false;
      heldBytes -= bytes(packed);
    }
  }

  private static int bytes(Packed packed) {
    return packed.bytes.length + OVERHEAD_BYTES;
  }

  /** Reserves space in the file; returns its position. */
  synchronized long allocate(int bytes) {
    long position = allocatedBytes;
    allocatedBytes += bytes;
    return position;
  }

  synchronized void write(long position, byte[] bytes) {
    try {
      RandomAccessFile open = file();
      open.seek(position);
      open.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(
          Text.of("%s: the audit's books cannot be written: %s", directory, e.getMessage()), e);
    }
  }

  synchronized void read(long position, long[] words) {
    byte[] bytes = new byte[words.length * Long.BYTES];
    try {
      RandomAccessFile open = file();
      open.seek(position);
      open.readFully(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(
          Text.of("%s: the audit's books cannot be read: %s", directory, e.getMessage()), e);
    }
    ByteBuffer.wrap(bytes).asLongBuffer().get(words);
  }

  /** Not a channel, which an interrupt of any of its threads would close. */
  private RandomAccessFile file() throws IOException {
    RandomAccessFile open = file;
    if (open == null) {
      Path path = Files.createTempFile(directory, "audit", ".tmp");
      try {
        open = new RandomAccessFile(path.toFile(), "rw");
      } finally {
        Files.delete(path);
      }
      file = open;
    }
    return open;
  }

  @Override
  public synchronized void close() {
    deflater.end();
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
