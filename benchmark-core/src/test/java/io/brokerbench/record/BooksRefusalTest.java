package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.record.BookChunk.Book;
import io.brokerbench.record.BookChunk.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a controller refuses, in one line and without any change. */
final class BooksRefusalTest {

  private static final int RUN = Machine.RUN;

  /** Position of the length of the content. */
  private static final int LENGTH = 22;

  private final Machine controller = new Machine(true, true);

  /** A worker has sent 5,000 messages by producer 3 and received two of them. */
  @BeforeEach
  void acceptAWorker() {
    Machine worker = worker(3);
    worker.books.export(chunk -> controller.books.accept("first", chunk));
  }

  private static Machine worker(int producer) {
    Machine worker = new Machine(true, true);
    worker.sent.attempted(producer, 0, 5000);
    worker.sent.ended(producer, 17, 4000, SendOutcome.ACKED);
    for (int sequence : new int[] {4503, 5, 5}) {
      MessageHeader header = AuditedRun.header(RUN, producer, sequence, true);
      worker.groups.get(1).received(header, 0, sequence == 5 ? 0 : 1);
      worker.checks.check(header, 2);
    }
    return worker;
  }

  private void assertRefused(byte[] chunk, String problem) {
    List<byte[]> before = controller.exported();
    assertThatThrownBy(() -> controller.books.accept("second", chunk))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("second: the audit's books are not accepted: " + problem);
    assertUnchanged(before);
  }

  private void assertUnchanged(List<byte[]> before) {
    List<byte[]> after = controller.exported();
    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < after.size(); i++) {
      assertThat(after.get(i)).isEqualTo(before.get(i));
    }
  }

  private static byte[] chunk(Kind kind, int producer, int page, int pages, int... content) {
    ByteBuffer bytes = ByteBuffer.allocate(content.length);
    Arrays.stream(content).forEach(each -> bytes.put((byte) each));
    return new BookChunk(new Book(kind, 0, RUN, producer), 0, page, pages, bytes.flip()).toBytes();
  }

  /** Outcomes of the pages of a producer that are all the same. */
  private static byte[] sent(int producer, long attempted, int pages, int outcome) {
    ByteBuffer content = ByteBuffer.allocate(10).putLong(attempted);
    content.put((byte) pages).put((byte) outcome).flip();
    return new BookChunk(new Book(Kind.SENT, 0, RUN, producer), 0, 0, pages, content).toBytes();
  }

  @Test
  void everyShorterChunkAndEveryLongerOne() {
    for (byte[] chunk : worker(4).exported()) {
      List<byte[]> before = controller.exported();
      for (int length = 0; length < chunk.length; length++) {
        byte[] part = Arrays.copyOf(chunk, length);
        assertThatThrownBy(() -> controller.books.accept("second", part))
            .isInstanceOf(IllegalArgumentException.class);
      }
      byte[] longer = Arrays.copyOf(chunk, chunk.length + 1);
      assertThatThrownBy(() -> controller.books.accept("second", longer))
          .isInstanceOf(IllegalArgumentException.class);
      assertUnchanged(before);
      controller.books.accept("second", chunk);
    }
    assertThat(controller.groups.get(1).counts().messages()).isEqualTo(4);
  }

  /** A bit that is not what it was is refused in the same way, or means something else. */
  @Test
  void noOtherExceptionWhateverTheBytes() {
    SplittableRandom random = new SplittableRandom(1);
    List<byte[]> chunks = worker(4).exported();
    for (int i = 0; i < 3_000; i++) {
      byte[] chunk = chunks.get(random.nextInt(chunks.size())).clone();
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        chunk[random.nextInt(chunk.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Machine any = new Machine(true, true);
      try {
        any.books.accept("second", chunk);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("second: the audit's books are not accepted: ");
      }
    }
  }

  @Test
  void aHeaderOfAnotherFormat() {
    byte[] chunk = chunk(Kind.CORRUPT, 1, 0, 1, 1, 1);
    assertRefused(new byte[26], "26 bytes are not a chunk");
    assertRefused(with(chunk, 0, 2), "the format has version 2 instead of 1");
    assertRefused(with(chunk, 1, 9), "kind 9 of a chunk is not known");
    assertRefused(with(chunk, 2, 1), "there is no group 257");
    assertRefused(with(chunk, 7, 78), "the run is 78 instead of 77");
    assertRefused(with(chunk, 13, 1), "chunk 1 came instead of 0");
    assertRefused(with(chunk, 18, 0x80), "-2147483647 pages from page 0 on are not possible");
    assertRefused(with(chunk, 14, 0x80), "1 pages from page -2147483648 on are not possible");
    assertRefused(with(chunk, 14, 4), "1 pages from page 67108864 on are not possible");
    assertRefused(with(chunk, 21, 0), "0 pages from page 0 on are not possible");
    assertRefused(with(chunk, 19, 4), "262145 pages from page 0 on are not possible");
  }

  private static byte[] with(byte[] chunk, int position, int value) {
    byte[] other = chunk.clone();
    other[position] = (byte) value;
    return other;
  }

  @Test
  void aContentThatIsLargerThanAnnounced() {
    byte[] header = Arrays.copyOf(chunk(Kind.CORRUPT, 1, 0, 1), 26);
    Deflater deflater = new Deflater(9, true);
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    bomb.write(header, 0, header.length);
    byte[] zeros = new byte[1 << 20];
    byte[] packed = new byte[1 << 20];
    for (int i = 0; i < 256; i++) {
      deflater.setInput(zeros);
      bomb.write(packed, 0, deflater.deflate(packed));
    }
    deflater.finish();
    bomb.write(packed, 0, deflater.deflate(packed));
    deflater.end();
    byte[] chunk = bomb.toByteArray();
    ByteBuffer.wrap(chunk).putInt(LENGTH, 1 << 18);
    assertRefused(chunk, "the content does not have 262144 bytes");
    ByteBuffer.wrap(chunk).putInt(LENGTH, 1 << 28);
    assertRefused(chunk, "the content is too long, 268435456 bytes");
  }

  @Test
  void pagesThatAreNotOfTheirKind() {
    assertRefused(chunk(Kind.CORRUPT, 1, 0, 1, 1, 2), "an entry is 2, above the maximum of 1");
    assertRefused(sent(1, 5000, 2, 4), "an entry is 4, above the maximum of 3");
    assertRefused(chunk(Kind.CORRUPT, 1, 0, 1, 2, 1), "more pages than announced");
    assertRefused(chunk(Kind.CORRUPT, 1, 0, 2, 1, 1), "pages are missing");
    assertRefused(chunk(Kind.CORRUPT, 1, 0, 1, 0, 1), "pages are missing");
    assertRefused(chunk(Kind.CORRUPT, 1, 0, 1, 1, 1, 0), "1 bytes follow the content");
    assertRefused(
        chunk(Kind.CORRUPT, 1, 0, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 1),
        "a number of pages without an end");
    assertRefused(
        chunk(Kind.SEEN, 1, 0, 1, 1, 0, 1, 1), "messages were redelivered, but not received");
    assertRefused(chunk(Kind.SENT, 1, 0, 1), "the number of messages is missing");
  }

  @Test
  void outcomesOfMessagesThatWereNotSent() {
    assertRefused(sent(1, 0, 1, 1), "producer 1 cannot have sent 0 messages");
    assertRefused(sent(1, -1, 1, 1), "producer 1 cannot have sent -1 messages");
    assertRefused(
        sent(1, (1L << 38) + 1, 1, 1), "producer 1 cannot have sent 274877906945 messages");
    for (long attempted : new long[] {1, 4096, 4097, 8160, 8191}) {
      assertRefused(
          sent(1, attempted, 2, 1),
          "producer 1 has more outcomes than its " + attempted + " messages");
    }
    assertThat(controller.books.accept("second", sent(1, 8192, 2, 1))).isFalse();
  }

  @Test
  void aProducerOfAnotherWorkerOrOfTheControllerItself() {
    assertRefused(worker(3).exported().get(0), "producer 3 has also sent in first");
    controller.sent.attempted(7, 0, 1);
    assertRefused(worker(7).exported().get(0), "producer 7 has also sent in this process");
  }

  @Test
  void aProducerWithTwoNumbersOfMessages() {
    assertThat(controller.books.accept("second", sent(1, 8192, 2, 1))).isFalse();
    byte[] again = sent(1, 8193, 2, 1);
    ByteBuffer.wrap(again).putInt(10, 1);
    assertRefused(again, "producer 1 has 8193 messages instead of 8192");
  }

  @Test
  void aChunkThatIsMissingOrComesAgain() {
    List<byte[]> chunks = worker(4).exported();
    assertRefused(chunks.get(1), "chunk 1 came instead of 0");
    for (byte[] chunk : chunks) {
      controller.books.accept("second", chunk);
    }
    assertRefused(chunks.get(0), "chunk 0 came after the last");
    assertRefused(
        chunks.get(chunks.size() - 1), "chunk " + (chunks.size() - 1) + " came after the last");
  }

  @Test
  void booksThatAreNotKept() {
    Machine unordered = new Machine(true, false);
    byte[] reordered = chunk(Kind.REORDERED, 1, 0, 1, 1, 1);
    assertThatThrownBy(() -> unordered.books.accept("second", reordered))
        .hasMessage("second: the audit's books are not accepted: there is no book of REORDERED");
    byte[] counts = last(new Machine(true, true));
    assertThatThrownBy(() -> unordered.books.accept("second", counts))
        .hasMessageEndingWith(": the order of group 1 is checked on one side only");
    Books none =
        new Books(
            new SendBook(controller.store), List.of(), new CheckBackBook(RUN, controller.store));
    assertThatThrownBy(() -> none.accept("second", counts))
        .hasMessageEndingWith(": the counts are not 4 numbers");
    byte[] seen = chunk(Kind.SEEN, 1, 0, 1, 1, 1, 1, 0);
    assertThatThrownBy(() -> none.accept("second", seen))
        .hasMessageEndingWith(": there are no groups");
  }

  @Test
  void countsBelowZero() {
    byte[] counts = new byte[20 * Long.BYTES];
    counts[19 * Long.BYTES] = (byte) 0x80;
    int[] numbers = new int[counts.length];
    Arrays.setAll(numbers, i -> counts[i]);
    assertRefused(chunk(Kind.COUNTS, 0, 0, 0, numbers), "a count of -9223372036854775808");
  }

  private static byte[] last(Machine machine) {
    List<byte[]> chunks = machine.exported();
    return chunks.get(chunks.size() - 1);
  }
}
