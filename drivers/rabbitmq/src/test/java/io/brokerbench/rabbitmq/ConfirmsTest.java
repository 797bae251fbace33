package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.SendOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConfirmsTest {

  private final List<Long> acked = new ArrayList<>();
  private final List<Long> rejected = new ArrayList<>();
  private final List<Long> unknown = new ArrayList<>();

  @Test
  void settlesOneAndAllUpToOne() {
    Confirms confirms = expecting(confirms(4), 1, 4);

    confirms.handleAck(2, false);
    confirms.handleAck(3, true);
    confirms.handleNack(4, false);

    assertThat(acked).containsExactly(2L, 1L, 3L);
    assertThat(rejected).containsExactly(4L);
  }

  @Test
  void whatTheBrokerRefusesHasTheOutcomeThatItsQueuesGiveIt() {
    expecting(new Confirms(2, SendOutcome.UNKNOWN), 1, 1).handleNack(1, false);
    expecting(confirms(2), 1, 1).handleNack(1, false);

    assertThat(unknown).containsExactly(1L);
    assertThat(rejected).containsExactly(1L);
  }

  /** The numbers that go round the ring again belong to others. */
  @Test
  void doesNotTakeLaterMessagesForEarlierOnesThatWereSettledOneByOne() {
    Confirms confirms = confirms(10);
    for (long number = 1; number <= 19; number++) {
      expecting(confirms, number, number).handleAck(number, false);
    }
    acked.clear();
    expecting(confirms, 20, 29);

    confirms.handleAck(21, true);

    assertThat(acked).containsExactly(20L, 21L);
    confirms.handleAck(29, true);
    assertThat(acked).containsExactly(20L, 21L, 22L, 23L, 24L, 25L, 26L, 27L, 28L, 29L);
  }

  /** Queues confirm at different times: one may hold up a message while others take hundreds. */
  @Test
  void keepsMessageThatOthersOvertakeByFar() {
    Confirms confirms = expecting(confirms(2), 1, 1);
    for (long number = 2; number <= 100; number++) {
      expecting(confirms, number, number).handleAck(number, false);
    }
    expecting(confirms, 101, 101);
    acked.clear();

    confirms.handleAck(101, true);

    assertThat(acked).containsExactly(1L, 101L);
  }

  @Test
  void withdrawsMessageThatWasNotPublished() {
    Confirms confirms = expecting(confirms(2), 1, 2);

    assertThat(confirms.withdraw(2)).isNotNull();
    assertThat(confirms.withdraw(2)).isNull();

    expecting(confirms, 2, 2);
    confirms.handleAck(2, true);
    assertThat(acked).containsExactly(1L, 2L);
  }

  @Test
  void abandonsAllThatWait() {
    Confirms confirms = expecting(confirms(2), 1, 5);

    confirms.abandon(null);
    confirms.handleAck(5, true);

    assertThat(unknown).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
    assertThat(acked).isEmpty();
  }

  @Test
  void rejectsMessageThatCameBack() {
    Confirms confirms = expecting(confirms(2), 1, 2);

    confirms.returned(1, "NO_ROUTE");
    confirms.handleAck(2, true);

    assertThat(rejected).containsExactly(1L);
    assertThat(acked).containsExactly(2L);
  }

  /** As a broker confirms: all below the lowest that waits at once, those above it one by one. */
  @Test
  void settlesEveryMessageOnceInWhateverOrderTheyAreConfirmed() {
    for (int seed = 0; seed < 200; seed++) {
      acked.clear();
      Random random = new Random(seed);
      int limit = 1 + random.nextInt(20);
      Confirms confirms = confirms(limit);
      ArrayDeque<Long> waiting = new ArrayDeque<>();
      long last = 0;
      for (int step = 0; step < 500; step++) {
        if (waiting.size() < limit && random.nextInt(3) > 0) {
          last++;
          waiting.add(last);
          expecting(confirms, last, last);
          continue;
        }
        List<Long> some = new ArrayList<>(waiting);
        if (!some.isEmpty() && random.nextBoolean()) {
          long one = some.get(random.nextInt(some.size()));
          confirms.handleAck(one, false);
          waiting.remove(one);
        } else if (!some.isEmpty()) {
          long upTo = some.get(random.nextInt(some.size()));
          confirms.handleAck(upTo, true);
          waiting.removeIf(each -> each <= upTo);
        }
        assertThat(acked).hasSize((int) last - waiting.size());
      }
      assertThat(acked).doesNotHaveDuplicates().noneMatch(waiting::contains);
    }
  }

  private static Confirms confirms(int most) {
    return new Confirms(most, SendOutcome.REJECTED);
  }

  private Confirms expecting(Confirms confirms, long from, long to) {
    for (long number = from; number <= to; number++) {
      long own = number;
      confirms.expect(number, (outcome, kind) -> of(outcome).add(own));
    }
    return confirms;
  }

  private List<Long> of(SendOutcome outcome) {
    return switch (outcome) {
      case ACKED -> acked;
      case REJECTED -> rejected;
      default -> unknown;
    };
  }
}
