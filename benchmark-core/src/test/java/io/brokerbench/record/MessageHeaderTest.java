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
    MessageHeader header = decodedBefore();
    assertThat(header.decode(body)).isTrue();
    assertThat(header.intact()).isTrue();
    assertThat(header.run()).isEqualTo(run);
    assertThat(header.producer()).isEqualTo(producer);
    assertThat(header.sequence()).isEqualTo(sequence);
    assertThat(header.intendedNanos()).isEqualTo(intendedNanos);
    assertThat(header.outcome()).isEqualTo(outcome);
    assertThat(header.clockId()).isEqualTo(run + 1);
    assertThat(header.anchorNanos()).isEqualTo(intendedNanos / 3);
    // The error is told as the next power of two.
    assertThat(header.errorNanos()).isEqualTo(32);
  }

  @Test
  void theClocksErrorIsThatOfTheIntendedTimeByTheLatestStamp() {
    AtomicReference<ClockStamp> stamp = new AtomicReference<>(new ClockStamp(1, 0, 2, 0));
    MessageHeader.Writer writer = new MessageHeader.Writer(1, 2, stamp::get);
    // 500 ppm of a second are 500 us: below 2^19 ns.
    MessageHeader first = written(writer, 1_000_000_000);
    assertThat(first.anchorNanos()).isEqualTo(2);
    assertThat(first.errorNanos()).isEqualTo(1 << 19);
    stamp.set(new ClockStamp(1, 1_000_000_000, 3, 100));
    MessageHeader second = written(writer, 1_000_000_000);
    assertThat(second.anchorNanos()).isEqualTo(3);
    assertThat(second.errorNanos()).isEqualTo(128);
  }

  private static MessageHeader written(MessageHeader.Writer writer, long intendedNanos) {
    byte[] body = new byte[64];
    writer.write(
        body, 0, intendedNanos, TransactionOutcome.COMMITTED, MessageHeader.tailChecksum(body));
    return MessageHeader.read(body).orElseThrow();
  }

  /** A header of another, broken message, which the next one replaces. */
  private static MessageHeader decodedBefore() {
    return TestHeader.of(
        -1, 9, 8, new TransactionOutcome(Resolution.UNKNOWN, 3, Resolution.ROLLBACK), false);
  }

  @Test
  void aBodyWithoutAHeaderLeavesTheOneBefore() {
    MessageHeader header = decodedBefore();
    assertThat(header.decode(new byte[100])).isFalse();
    assertThat(header.decode(new byte[5])).isFalse();
    assertThat(header.sequence()).isEqualTo(8);
    assertThat(header.intact()).isFalse();
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
