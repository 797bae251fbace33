package io.brokerbench.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.record.SendOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SentMessagesTest {

  private static final long ORIGIN = -5_000_000_000L;
  private static final long TICK = 100_000;

  private final SentMessages sent = new SentMessages(3, 2, ORIGIN);

  private List<Long> packed() {
    return packed(sent);
  }

  private static List<Long> packed(SentMessages of) {
    List<Long> all = new ArrayList<>();
    of.read((sender, sequence, packed) -> all.add(packed));
    return all;
  }

  @Test
  void intendedTimesAreRoundedDownAndResponsesUp() {
    sent.attempted(0, 0, 1, ORIGIN + 12 * TICK + TICK - 1);
    sent.ended(0, 0, 1, SendOutcome.ACKED, 3 * TICK + 1);
    assertThat(packed())
        .singleElement()
        .satisfies(
            message -> {
              assertThat(PackedMessage.intended(message)).isEqualTo(12);
              assertThat(PackedMessage.response(message)).isEqualTo(4);
              assertThat(PackedMessage.end(message)).isEqualTo(16);
              assertThat(PackedMessage.hasOutcome(message, SendOutcome.ACKED)).isTrue();
            });
  }

  @Test
  void theMessagesOfARequestHaveOneOutcome() {
    sent.attempted(2, 0, 3, ORIGIN);
    sent.attempted(2, 3, 3, ORIGIN + TICK);
    sent.ended(2, 3, 3, SendOutcome.REJECTED, 0);
    sent.ended(2, 0, 3, SendOutcome.UNKNOWN, TICK);
    List<Long> all = packed();
    assertThat(sent.size()).isEqualTo(6);
    assertThat(all.subList(0, 3))
        .containsOnly(PackedMessage.of(0, PackedMessage.answer(SendOutcome.UNKNOWN, TICK)));
    assertThat(all.subList(3, 6))
        .containsOnly(PackedMessage.of(1, PackedMessage.answer(SendOutcome.REJECTED, 0)));
  }

  @Test
  void aMessageWithoutAnOutcomeNeverEnds() {
    sent.attempted(1, 0, 1, ORIGIN + TICK);
    long message = packed().get(0);
    for (SendOutcome outcome : SendOutcome.values()) {
      assertThat(PackedMessage.hasOutcome(message, outcome)).isFalse();
    }
    assertThat(PackedMessage.isUnsent(message)).isFalse();
    assertThat(PackedMessage.response(message)).isEqualTo(Long.MAX_VALUE);
    assertThat(PackedMessage.end(message)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theLimitsAreKept() {
    long longest = ((1L << 30) - 1) * TICK;
    sent.attempted(0, 0, 1, ORIGIN + SentMessages.MAX_INTENDED_NANOS - 1);
    sent.ended(0, 0, 1, SendOutcome.UNKNOWN, longest);
    long message = packed().get(0);
    assertThat(PackedMessage.intended(message)).isEqualTo(Integer.MAX_VALUE);
    assertThat(PackedMessage.response(message)).isEqualTo((1 << 30) - 1);
    assertThat(PackedMessage.hasOutcome(message, SendOutcome.UNKNOWN)).isTrue();
    assertThat(PackedMessage.end(message)).isEqualTo(Integer.MAX_VALUE + (1L << 30) - 1);
    assertThatThrownBy(() -> sent.attempted(0, 1, 1, ORIGIN + SentMessages.MAX_INTENDED_NANOS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("intended time");
    assertThatThrownBy(() -> sent.attempted(0, 1, 1, ORIGIN - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("intended time");
    assertThatThrownBy(() -> sent.ended(0, 0, 1, SendOutcome.ACKED, longest + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("response");
    assertThatThrownBy(() -> sent.ended(0, 0, 1, SendOutcome.ACKED, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("response");
    assertThat(packed()).containsExactly(message);
  }

  @Test
  void onlyTheNextMessagesStartAndOnlyThoseEnd() {
    sent.attempted(0, 0, 2, ORIGIN);
    assertThatThrownBy(() -> sent.attempted(0, 3, 1, ORIGIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not follow 2");
    assertThatThrownBy(() -> sent.ended(0, 1, 2, SendOutcome.ACKED, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was not attempted");
  }

  @Test
  void theLastReceiptOfSeveralGroupsCounts() {
    sent.attempted(0, 0, 3, ORIGIN);
    sent.received(0, 0, 1, 3, ORIGIN + 7 * TICK + 1);
    sent.received(1, 0, 1, 4, ORIGIN + 5 * TICK);
    sent.received(1, 0, 2, 4, ORIGIN + 9 * TICK);
    sent.ended(0, 0, 3, SendOutcome.ACKED, TICK);
    assertThat(sent.receivedTick(0, 0)).isZero();
    assertThat(sent.receivedTick(0, 1)).isEqualTo(8);
    assertThat(sent.receivedTick(0, 2)).isEqualTo(9);
    assertThat(sent.queue(0, 0)).isEqualTo(-1);
    assertThat(sent.queue(0, 1)).isEqualTo(3);
    assertThat(sent.queue(0, 2)).isEqualTo(-1);
    assertThat(packed())
        .containsOnly(PackedMessage.of(0, PackedMessage.answer(SendOutcome.ACKED, TICK)));
    sent.received(0, 0, 2, 0, ORIGIN + SentMessages.MAX_INTENDED_NANOS - TICK);
    assertThat(sent.receivedTick(0, 2)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void theFirstReceiptOfAGroupCounts() {
    sent.received(0, 0, 0, 0, ORIGIN + 5 * TICK);
    sent.received(0, 0, 0, 0, ORIGIN + 9 * TICK);
    sent.received(0, 0, 0, 0, ORIGIN + 7 * TICK);
    assertThat(sent.receivedTick(0, 0)).isEqualTo(5);
  }

  @Test
  void aReceiptThatCannotBeIsRefused() {
    assertThatThrownBy(() -> sent.received(0, 0, 0, 0, ORIGIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("receipt");
    assertThatThrownBy(() -> sent.received(0, 0, 0, 0, ORIGIN + SentMessages.MAX_INTENDED_NANOS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("receipt");
    assertThatThrownBy(() -> sent.received(0, 0, 1L << 31, 0, ORIGIN + TICK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("message 2147483648");
  }

  /** More than a chunk, by processes whose clocks are far from each other. */
  @Test
  void theBooksOfSeveralProcessesAreOne() {
    int messages = 10_000;
    long ahead = 3_600_000_000_000L;
    SentMessages sender = new SentMessages(2, 1, ORIGIN + ahead);
    SentMessages consumer = new SentMessages(2, 1, ORIGIN - ahead);
    SentMessages merged = new SentMessages(2, 1, ORIGIN);
    SentMessages one = new SentMessages(2, 1, ORIGIN);
    for (long sequence = 0; sequence < messages; sequence++) {
      long due = ORIGIN + sequence * TICK;
      SendOutcome outcome = sequence % 3 == 0 ? SendOutcome.REJECTED : SendOutcome.ACKED;
      sender.attempted(1, sequence, 1, due + ahead);
      one.attempted(1, sequence, 1, due);
      if (sequence % 7 != 0) {
        sender.ended(1, sequence, 1, outcome, sequence * TICK);
        one.ended(1, sequence, 1, outcome, sequence * TICK);
      }
      if (sequence % 5 != 0) {
        consumer.received(0, 1, sequence, (int) (sequence % 3), due + 9 * TICK - ahead);
        one.received(0, 1, sequence, (int) (sequence % 3), due + 9 * TICK);
      }
    }
    sender.export(chunk -> merged.accept(chunk, nanos -> nanos - ahead));
    consumer.export(chunk -> merged.accept(chunk, nanos -> nanos + ahead));
    assertThat(packed(merged)).hasSize(messages).isEqualTo(packed(one));
    for (long sequence = 0; sequence < messages; sequence++) {
      assertThat(merged.receivedTick(1, sequence)).isEqualTo(one.receivedTick(1, sequence));
      assertThat(merged.queue(1, sequence)).isEqualTo(one.queue(1, sequence));
    }
  }

  @Test
  void aChunkThatIsNoneIsRefused() {
    List<byte[]> chunks = new ArrayList<>();
    sent.attempted(2, 0, 1, ORIGIN);
    sent.export(chunks::add);
    byte[] chunk = chunks.get(0);
    assertThat(chunks).hasSize(1);
    for (byte[] bad : List.of(new byte[0], new byte[100], Arrays.copyOf(chunk, chunk.length - 6))) {
      assertThatThrownBy(() -> new SentMessages(3, 2, ORIGIN).accept(bad, nanos -> nanos))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("times");
    }
    assertThatThrownBy(() -> new SentMessages(2, 2, ORIGIN).accept(chunk, nanos -> nanos))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown sender");
    assertThatThrownBy(() -> sent.accept(chunk, nanos -> nanos))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not follow 1");
  }

  /** Batches of three do not end where chunks do. */
  @Test
  void outcomesOfManyThreadsArriveWhileTheBookGrows() throws InterruptedException {
    int requests = 20_000;
    ExecutorService clients = Executors.newFixedThreadPool(3);
    for (int i = 0; i < requests; i++) {
      long sequence = 3L * i;
      long response = i % 1_000 * TICK;
      sent.attempted(1, sequence, 3, ORIGIN + i * TICK);
      clients.execute(() -> sent.ended(1, sequence, 3, SendOutcome.ACKED, response));
      clients.execute(() -> sent.received(0, 1, sequence + 1, 0, ORIGIN + (sequence + 1) * TICK));
    }
    clients.shutdown();
    assertThat(clients.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    List<Long> all = packed();
    assertThat(all).hasSize(3 * requests);
    for (int i = 0; i < all.size(); i++) {
      int request = i / 3;
      assertThat(all.get(i))
          .isEqualTo(
              PackedMessage.of(
                  request, PackedMessage.answer(SendOutcome.ACKED, request % 1_000 * TICK)));
      assertThat(sent.receivedTick(1, i)).isEqualTo(i % 3 == 1 ? i : 0);
    }
  }
}
