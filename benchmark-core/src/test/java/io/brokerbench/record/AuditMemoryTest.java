package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.record.page.PagedBits;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the audit costs in memory: 64 MB for a hundred million messages at the most. Here with 6 %
 * of the messages in 6 % of the memory, of which 1 MB does not grow with them.
 */
final class AuditMemoryTest {

  private static final int RUN = 1;
  private static final int PRODUCERS = 4;
  private static final long MESSAGES = 6_000_000;

  /** Tables that do not grow with the messages. */
  private static final long FIXED_BYTES = 1_500_000;

  /** 64 MB for 100 million messages, for as many as there are here. */
  private static final long LIMIT_BYTES =
      FIXED_BYTES + (64_000_000 - FIXED_BYTES) * (MESSAGES / 1_000_000) / 100;

  private static final ClockStamp STAMP = new ClockStamp(1, 0, 0, 0);

  /** All that is kept of a run, for as long as it is wanted. */
  private record Books(
      SendBook sent, Receipts receipts, CheckBackBook checks, Reconciliation reconciliation) {}

  private static boolean none(long sequence) {
    return false;
  }

  @Test
  void withoutLossItIsNextToNothing() {
    assertThat(bytes(AuditMemoryTest::none, AuditMemoryTest::none, false))
        .isLessThan(LIMIT_BYTES / 3);
  }

  @Test
  void aGapInEveryPageKeepsItBelowTheLimit() {
    assertThat(bytes(sequence -> sequence % PagedBits.PAGE == 17, AuditMemoryTest::none, false))
        .isLessThan(LIMIT_BYTES);
  }

  @Test
  void evenIfEveryOtherMessageIsLost() {
    assertThat(bytes(sequence -> sequence % 2 == 0, AuditMemoryTest::none, false))
        .isLessThan(LIMIT_BYTES);
  }

  @Test
  void evenIfAllAreTransactionsThatWereAskedBack() {
    assertThat(bytes(sequence -> sequence % PagedBits.PAGE == 17, AuditMemoryTest::none, true))
        .isLessThan(LIMIT_BYTES);
  }

  @Test
  void evenIfAllComeTwice() {
    assertThat(bytes(sequence -> sequence % PagedBits.PAGE == 17, sequence -> true, false))
        .isLessThan(LIMIT_BYTES);
  }

  private static long bytes(LongPredicate lost, LongPredicate twice, boolean checked) {
    Books[] books = {run(lost, twice, checked)};
    long held = usedBytes();
    assertThat(Objects.requireNonNull(books[0]).reconciliation().delivered()).isPositive();
    books[0] = null;
    return held - usedBytes();
  }

  /** A lost message has an unknown outcome, so that neither book has a page without a gap. */
  private static Books run(LongPredicate lost, LongPredicate twice, boolean checked) {
    SendBook sent = new SendBook(new PageStore());
    Receipts receipts = new Receipts(RUN, sent, OrderCheck.of(PRODUCERS, 8, 0, new PageStore()));
    CheckBackBook checks = new CheckBackBook(RUN, new PageStore());
    TransactionOutcome outcome = new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.COMMIT);
    List<MessageHeader.Writer> writers =
        IntStream.range(0, PRODUCERS)
            .mapToObj(producer -> new MessageHeader.Writer(RUN, producer, () -> STAMP))
            .toList();
    byte[] body = new byte[MessageHeader.BYTES];
    MessageHeader header = new MessageHeader();
    for (long sequence = 0; sequence < MESSAGES / PRODUCERS; sequence++) {
      for (int producer = 0; producer < PRODUCERS; producer++) {
        sent.attempted(producer, sequence, 1);
        boolean gap = lost.test(sequence);
        sent.ended(producer, sequence, 1, gap ? SendOutcome.UNKNOWN : SendOutcome.ACKED);
        if (gap) {
          continue;
        }
        writers.get(producer).write(body, sequence, 0, outcome, 0);
        header.decode(body);
        receipts.received(header, 0, 0);
        if (twice.test(sequence)) {
          receipts.received(header, 0, 0);
        }
        if (checked) {
          checks.check(header, 1);
        }
      }
    }
    return new Books(
        sent,
        receipts,
        checks,
        Reconciliation.of(sent, receipts, true, true, true, (p, s) -> Visibility.YES));
  }

  private static long usedBytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
