package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ClockStamp;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class MessageHeaderTest {

  private static final long MAX_SEQUENCE = (1L << 48) - 1;
  private static final ClockStamp STAMP = new ClockStamp(7, 0, 8, 15);

  @Property
  void whatWasWrittenIsRead(
      @ForAll int run,
      @ForAll @IntRange(min = 0, max = 65_535) int producer,
      @ForAll @LongRange(min = 0, max = MAX_SEQUENCE) long sequence,
      @ForAll long intendedNanos,
      @ForAll Resolution local,
      @ForAll @IntRange(min = 0, max = TransactionOutcome.MAX_UNKNOWN) int unknownChecks,
      @ForAll boolean rollback,
      @ForAll @IntRange(min = MessageHeader.BYTES, max = 300) int size) {
    byte[] body = body(size, sequence);
    TransactionOutcome outcome =
        new TransactionOutcome(
            local, unknownChecks, rollback ? Resolution.ROLLBACK : Resolution.COMMIT);
    ClockStamp clock = new ClockStamp(run + 1, intendedNanos, intendedNanos / 3, 17);
    new MessageHeader.Writer(run, producer, () -> clock)
        .write(body, sequence, intendedNanos, outcome, MessageHeader.tailChecksum(body));
    // The error is told as the next power of two.
    ClockStamp read = new ClockStamp(run + 1, intendedNanos, intendedNanos / 3, 32);
    assertThat(MessageHeader.read(body))
        .contains(new MessageHeader(run, producer, sequence, intendedNanos, outcome, read, true));
  }

  @Test
  void theClocksErrorIsThatOfTheIntendedTimeByTheLatestStamp() {
    AtomicReference<ClockStamp> stamp = new AtomicReference<>(new ClockStamp(1, 0, 2, 0));
    MessageHeader.Writer writer = new MessageHeader.Writer(1, 2, stamp::get);
    // 500 ppm of a second are 500 us: below 2^19 ns.
    assertThat(clock(writer, 1_000_000_000))
        .isEqualTo(new ClockStamp(1, 1_000_000_000, 2, 1 << 19));
    stamp.set(new ClockStamp(1, 1_000_000_000, 3, 100));
    assertThat(clock(writer, 1_000_000_000)).isEqualTo(new ClockStamp(1, 1_000_000_000, 3, 128));
  }

  private static ClockStamp clock(MessageHeader.Writer writer, long intendedNanos) {
    byte[] body = new byte[64];
    writer.write(
        body, 0, intendedNanos, TransactionOutcome.COMMITTED, MessageHeader.tailChecksum(body));
    return MessageHeader.read(body).orElseThrow().clock();
  }

  @Property(tries = 50)
  void everyFlippedBitIsDetected(
      @ForAll @LongRange(min = 0, max = MAX_SEQUENCE) long sequence,
      @ForAll long intendedNanos,
      @ForAll @IntRange(min = MessageHeader.BYTES, max = 128) int size) {
    byte[] body = body(size, intendedNanos);
    new MessageHeader.Writer(1, 2, () -> STAMP)
        .write(
            body,
            sequence,
            intendedNanos,
            TransactionOutcome.COMMITTED,
            MessageHeader.tailChecksum(body));
    for (int bit = 0; bit < size * 8; bit++) {
      body[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(MessageHeader.read(body).filter(MessageHeader::intact))
          .as("bit %d", bit)
          .isEmpty();
      body[bit / 8] ^= (byte) (1 << bit % 8);
    }
    assertThat(MessageHeader.read(body).filter(MessageHeader::intact)).isPresent();
  }

  @Test
  void aBodyTooShortForAHeaderHasNone() {
    assertThat(MessageHeader.read(new byte[MessageHeader.BYTES - 1])).isEmpty();
    assertThat(MessageHeader.read(new byte[0])).isEmpty();
  }

  @Test
  void somebodyElsesBodyHasNone() {
    assertThat(MessageHeader.read(new byte[100])).isEmpty();
  }

  @Test
  void aBodyThatWasCutIsDetectedAndStillSaysWhichItWas() {
    byte[] body = body(100, 1);
    new MessageHeader.Writer(1, 2, () -> STAMP)
        .write(body, 3, 4, TransactionOutcome.COMMITTED, MessageHeader.tailChecksum(body));
    MessageHeader cut = MessageHeader.read(java.util.Arrays.copyOf(body, 99)).orElseThrow();
    assertThat(cut.intact()).isFalse();
    assertThat(cut.producer()).isEqualTo(2);
    assertThat(cut.sequence()).isEqualTo(3);
  }

  private static byte[] body(int size, long seed) {
    byte[] body = new byte[size];
    new Random(seed).nextBytes(body);
    return body;
  }
}
