package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class MessageHeaderTest {

  @Property
  void whatWasWrittenIsRead(
      @ForAll int run,
      @ForAll int producer,
      @ForAll long sequence,
      @ForAll long intendedNanos,
      @ForAll @IntRange(min = MessageHeader.BYTES, max = 300) int size) {
    byte[] body = body(size, sequence);
    new MessageHeader.Writer(run, producer)
        .write(body, sequence, intendedNanos, MessageHeader.tailChecksum(body));
    assertThat(MessageHeader.read(body))
        .contains(new MessageHeader(run, producer, sequence, intendedNanos));
  }

  @Property(tries = 50)
  void everyFlippedBitIsDetected(
      @ForAll long sequence,
      @ForAll long intendedNanos,
      @ForAll @IntRange(min = MessageHeader.BYTES, max = 128) int size) {
    byte[] body = body(size, intendedNanos);
    new MessageHeader.Writer(1, 2)
        .write(body, sequence, intendedNanos, MessageHeader.tailChecksum(body));
    for (int bit = 0; bit < size * 8; bit++) {
      body[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(MessageHeader.read(body)).as("bit %d", bit).isEmpty();
      body[bit / 8] ^= (byte) (1 << bit % 8);
    }
    assertThat(MessageHeader.read(body)).isPresent();
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
  void aBodyThatWasCutIsDetected() {
    byte[] body = body(100, 1);
    new MessageHeader.Writer(1, 2).write(body, 3, 4, MessageHeader.tailChecksum(body));
    assertThat(MessageHeader.read(java.util.Arrays.copyOf(body, 99))).isEmpty();
  }

  private static byte[] body(int size, long seed) {
    byte[] body = new byte[size];
    new Random(seed).nextBytes(body);
    return body;
  }
}
