package io.brokerbench.record;

import io.brokerbench.record.page.PageRuns;
import io.brokerbench.record.page.PagedBits;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A part of the {@link Books} of a process as bytes.
 *
 * <p>The format, version {@value #VERSION}, in bytes, all numbers big endian: version (1), kind
 * (1), group (2), run (4), producer (2), number of the chunk (4), first page (4), pages (4), length
 * of the content (4); then the content, compressed by DEFLATE (RFC 1951) to the end of the chunk.
 * What a kind does not need is 0. The content is:
 *
 * <ul>
 *   <li>kind 0, outcomes of sends: messages that the producer attempted (8), and pages of two bits
 *       for each message: 0 none, 1 acknowledged, 2 rejected, 3 unknown;
 *   <li>kind 1, messages that a group received, by the run in their headers: pages of one bit for
 *       each message; then, for the same pages, one bit for those whose first delivery was marked
 *       as redelivered;
 *   <li>kinds 2 to 7, sets of messages: pages of one bit for each message; duplicates, corrupt,
 *       received before the time for which they were scheduled, out of order within their queue,
 *       out of order within their stream, all of a group, and resolved by a check-back;
 *   <li>kind 8, counts, the last chunk: for each group deliveries, redelivered, postponed, foreign,
 *       unexpected, duplicate deliveries, corrupt deliveries, and one more than the largest
 *       displacement, or 0 if order is not checked; then check-backs, unexpected, duplicate and
 *       foreign ones (8 each).
 * </ul>
 *
 * <p>Pages are those of {@link PageRuns}.
 *
 * @param book to which it belongs
 * @param number of the chunk among those of the process, from 0
 * @param page the first one
 * @param pages number of pages
 * @param content not compressed
 */
record BookChunk(Book book, int number, int page, int pages, ByteBuffer content) {

  enum Kind {
    SENT(0),
    SEEN(1),
    DUPLICATES(2),
    CORRUPT(3),
    EARLY(4),
    REORDERED(5),
    REORDERED_IN_SHARD(6),
    RESOLVED(7),
    COUNTS(8);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    private static Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("kind " + code + " of a chunk is not known");
    }
  }

  /**
   * A book of a process.
   *
   * @param group index of the consumer group; 0 if it is not about one
   * @param run number in the headers of the messages
   * @param producer 0 if it is not about one
   */
  record Book(Kind kind, int group, int run, int producer) {}

  /** Maximum size of the content, so that a chunk is hardly larger whatever it contains. */
  static final int MAX_CONTENT_BYTES = 1 << 18;

  /** Maximum number of pages of a chunk: a billion messages. */
  static final int MAX_PAGES = 1 << 18;

  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 26;

  byte[] toBytes() {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(content.duplicate());
      deflater.finish();
      // What cannot be compressed grows by five bytes for every 16 KiB or more.
      byte[] packed = new byte[content.remaining() + content.remaining() / 1024 + 64];
      int length = deflater.deflate(packed);
      return ByteBuffer.allocate(HEADER_BYTES + length)
          .put((byte) VERSION)
          .put(book.kind().code)
          .putShort((short) book.group())
          .putInt(book.run())
          .putShort((short) book.producer())
          .putInt(number)
          .putInt(page)
          .putInt(pages)
          .putInt(content.remaining())
          .put(packed, 0, length)
          .array();
    } finally {
      deflater.end();
    }
  }

  /**
   * Reads a chunk.
   *
   * @throws IllegalArgumentException if the bytes are not a chunk of this version
   */
  static BookChunk of(byte[] bytes) {
    check(bytes.length > HEADER_BYTES, bytes.length + " bytes are not a chunk");
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int version = in.get();
    check(version == VERSION, "the format has version " + version + " instead of " + VERSION);
    Book book =
        new Book(
            Kind.of(in.get()),
            Short.toUnsignedInt(in.getShort()),
            in.getInt(),
            Short.toUnsignedInt(in.getShort()));
    int number = in.getInt();
    int page = in.getInt();
    int pages = in.getInt();
    check(
        page >= 0
            && pages >= (book.kind() == Kind.COUNTS ? 0 : 1)
            && pages <= MAX_PAGES
            && (long) page + pages <= PagedBits.MAX_PAGES,
        pages + " pages from page " + page + " on are not possible");
    int length = in.getInt();
    check(
        length >= 0 && length <= MAX_CONTENT_BYTES,
        "the content is too long, " + length + " bytes");
    return new BookChunk(book, number, page, pages, inflated(in, length));
  }

  private static ByteBuffer inflated(ByteBuffer packed, int length) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(packed);
      // One byte more, so that a longer content is noticed.
      byte[] content = new byte[length + 1];
      int actual = inflater.inflate(content);
      check(
          actual == length && inflater.finished() && !packed.hasRemaining(),
          "the content does not have " + length + " bytes");
      return ByteBuffer.wrap(content, 0, length);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("the content cannot be decompressed", e);
    } finally {
      inflater.end();
    }
  }

  /**
   * Reads the next pages of the content: all of the chunk's.
   *
   * @param width bits of a message
   * @return the words of each page; not to be modified
   */
  long[][] readPages(int width) {
    return PageRuns.read(content, width, pages);
  }

  /** Checks that all of the content was read. */
  void checkEnd() {
    check(!content.hasRemaining(), content.remaining() + " bytes follow the content");
  }

  /** Throws an {@code IllegalArgumentException} if a condition does not hold. */
  static void check(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException(problem);
    }
  }
}
