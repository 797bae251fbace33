package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.record.page.PagedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers of bytes. */
final class BooksSizeTest {

  private static final int CHUNK_BYTES = 257 << 10;

  private static long bytes(Machine machine) {
    long bytes = 0;
    for (byte[] chunk : machine.exported()) {
      assertThat(chunk).hasSizeLessThanOrEqualTo(CHUNK_BYTES);
      bytes += chunk.length;
    }
    return bytes;
  }

  @Test
  void aBillionMessagesThatAllArrivedTakeTwoHundredBytes() {
    int pages = 1_000_000_000 / PagedBits.PAGE;
    long[] acked = new long[2 * PagedBits.PAGE / Long.SIZE];
    Arrays.fill(acked, 0x5555_5555_5555_5555L);
    long[][] outcomes = new long[pages][];
    Arrays.fill(outcomes, acked);
    long[] all = new long[PagedBits.PAGE / Long.SIZE];
    Arrays.fill(all, -1L);
    long[] none = new long[all.length];
    Machine worker = new Machine(true, false);
    worker.sent.add(0, (long) pages * PagedBits.PAGE, 0, outcomes);
    for (int page = 0; page < pages; page++) {
      worker.groups.get(0).addSeen(Machine.RUN, 0, page, all, none);
    }
    assertThat(bytes(worker)).isLessThan(200);
    Machine controller = new Machine(true, false);
    worker.books.export(chunk -> controller.books.accept("worker", chunk));
    assertThat(controller.groups.get(0).counts().messages())
        .isEqualTo((long) pages * PagedBits.PAGE);
  }

  /** At random: of such bits with a share of 1 % the information is 0.081 bits each. */
  @Test
  void aHundredthWithoutAnAnswerTakesAQuarterOfABit() {
    SplittableRandom random = new SplittableRandom(1);
    int messages = 2_000_000;
    Machine worker = new Machine(true, false);
    for (int sequence = 0; sequence < messages; sequence++) {
      boolean answered = random.nextInt(100) > 0;
      worker.sent.attempted(0, sequence, 1);
      worker.sent.ended(0, sequence, 1, answered ? SendOutcome.ACKED : SendOutcome.UNKNOWN);
    }
    assertThat(bytes(worker)).isLessThan(messages / Byte.SIZE / 4);
  }

  /** Every fourth message of each producer, as if it had one of four queues. */
  @Test
  void theMessagesOfAQueueTakeAFiftiethOfABit() {
    int messages = 2_000_000;
    Machine worker = new Machine(true, false);
    for (int sequence = 2; sequence < messages; sequence += 4) {
      worker.groups.get(0).received(AuditedRun.header(Machine.RUN, 5, sequence, true), 0, 0);
    }
    assertThat(bytes(worker)).isLessThan(messages / Byte.SIZE / 50);
  }

  @Test
  void whatCannotBeCompressedIsCutIntoChunksOfALimitedSize() {
    SplittableRandom random = new SplittableRandom(1);
    Machine worker = new Machine(true, false);
    int messages = 2_000_000;
    for (int sequence = 0; sequence < messages; sequence++) {
      worker.sent.attempted(0, sequence, 1);
      int outcome = random.nextInt(4);
      if (outcome > 0) {
        worker.sent.ended(0, sequence, 1, List.of(SendOutcome.values()).get(outcome - 1));
      }
    }
    assertThat(bytes(worker))
        .isBetween(2L * messages / Byte.SIZE, 2L * messages / Byte.SIZE + 10_000);
  }

  @Test
  void aChunkIsMadeWhenTheOneBeforeItHasBeenTaken() {
    Machine worker = new Machine(true, false);
    worker.sent.attempted(0, 0, 1);
    worker.sent.attempted(1, 0, 1);
    List<byte[]> taken = new ArrayList<>();
    assertThatThrownBy(
            () ->
                worker.books.export(
                    chunk -> {
                      taken.add(chunk);
                      throw new IllegalStateException("enough");
                    }))
        .hasMessage("enough");
    assertThat(taken).hasSize(1);
  }
}
