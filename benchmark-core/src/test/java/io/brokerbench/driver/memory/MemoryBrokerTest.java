package io.brokerbench.driver.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.workload.TestWorkload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Brokers of known capacity. Only what serves lets time pass, so that it is exact. */
final class MemoryBrokerTest {

  private static final int MESSAGES = 1000;
  private static final int PATIENCE_SECONDS = 120;

  private final ManualClock clock = new ManualClock();

  private static Outgoing[] request(int messages) {
    return IntStream.range(0, messages)
        .mapToObj(
            i -> {
              Outgoing message = new Outgoing();
              message.body = new byte[10];
              return message;
            })
        .toArray(Outgoing[]::new);
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void asynchronousSendsAreAnsweredOneAfterTheOtherAtTheServiceRate() throws Exception {
    CountDownLatch answered = new CountDownLatch(MESSAGES);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    try (Session session =
        new MemoryBroker(clock, MemoryScript.honest().withServiceRate(2000))
            .session(TestWorkload.of("load.mode=async"))) {
      Producer producer = session.producer(0);
      for (int i = 0; i < MESSAGES; i++) {
        int number = i;
        producer.send(
            request(1),
            (outcome, kind) -> {
              assertThat(outcome).isEqualTo(SendOutcome.ACKED);
              order.add(number);
              answered.countDown();
            });
      }
      await(answered);
      assertThat(clock.nanoTime()).isEqualTo(500_000_000);
      assertThat(order).isEqualTo(IntStream.range(0, MESSAGES).boxed().toList());
      assertThat(session.storedCount().messages()).hasValue(MESSAGES);
    }
  }

  @Test
  void aSynchronousSendReturnsWhenItIsServed() throws Exception {
    try (Session session =
        new MemoryBroker(clock, MemoryScript.honest().withServiceRate(2000))
            .session(TestWorkload.of("load.mode=sync"))) {
      List<SendOutcome> outcomes = new ArrayList<>();
      session.producer(0).send(request(3), (outcome, kind) -> outcomes.add(outcome));
      assertThat(outcomes).containsExactly(SendOutcome.ACKED);
      assertThat(clock.nanoTime()).isEqualTo(1_500_000);
    }
  }

  @Test
  void oneWaySendsReturnAtOnceAndAreStoredWhenTheyAreServed() throws Exception {
    CountDownLatch received = new CountDownLatch(MESSAGES);
    try (Session session =
        new MemoryBroker(clock, MemoryScript.honest().withServiceRate(2000))
            .session(TestWorkload.of("load.mode=oneway", "consume.threads=1"))) {
      session.subscribe(
          0,
          (body, queue, born, stored, attempt) -> {
            received.countDown();
            return true;
          });
      for (int i = 0; i < MESSAGES; i++) {
        List<SendOutcome> outcomes = new ArrayList<>();
        session.producer(0).send(request(1), (outcome, kind) -> outcomes.add(outcome));
        assertThat(outcomes).containsExactly(SendOutcome.UNKNOWN);
      }
      await(received);
      assertThat(clock.nanoTime()).isEqualTo(500_000_000);
    }
  }

  @Test
  void aGroupIsGivenMessagesAtItsOwnRate() throws Exception {
    CountDownLatch received = new CountDownLatch(MESSAGES);
    try (Session session =
        new MemoryBroker(clock, MemoryScript.honest().withGroupRates(List.of(1600.0)))
            .session(TestWorkload.of("consume.threads=1"))) {
      for (int i = 0; i < MESSAGES; i++) {
        session.producer(0).send(request(1), (outcome, kind) -> {});
      }
      // What waits for it meanwhile it has not worked on.
      clock.advance(1_000_000_000);
      Subscription subscription =
          session.subscribe(
              0,
              (body, queue, born, stored, attempt) -> {
                received.countDown();
                return true;
              });
      await(received);
      subscription.close();
      assertThat(clock.nanoTime()).isEqualTo(1_625_000_000);
      assertThat(session.progress(0)).hasValue(MESSAGES);
    }
  }

  /** The executor's clock is the machine's, which here is ten times as fast as the broker's. */
  @Test
  void aMessageForLaterWaitsUntilTheBrokersClockSaysSo() throws Exception {
    CountDownLatch received = new CountDownLatch(1);
    AtomicLong receivedNanos = new AtomicLong();
    try (Session session =
        new MemoryBroker(clock, MemoryScript.honest())
            .session(TestWorkload.of("consume.threads=1"))) {
      session.subscribe(
          0,
          (body, queue, born, stored, attempt) -> {
            receivedNanos.set(clock.nanoTime());
            received.countDown();
            return true;
          });
      Outgoing[] later = request(1);
      later[0].deliverAtMillis = 20;
      session.producer(0).send(later, (outcome, kind) -> {});
      while (!received.await(10, TimeUnit.MILLISECONDS)) {
        clock.advance(1_000_000);
      }
    }
    assertThat(receivedNanos.get()).isGreaterThanOrEqualTo(20_000_000);
  }

  @Test
  void everyGroupGetsAllThatWasStoredSinceTheSessionWasOpened() throws Exception {
    try (Session session =
        new MemoryBroker(clock, MemoryScript.honest())
            .session(TestWorkload.of("consume.threads=1", "consume.groups=3"))) {
      session.producer(0).send(request(MESSAGES), (outcome, kind) -> {});
      for (int group = 0; group < 3; group++) {
        CountDownLatch received = new CountDownLatch(MESSAGES);
        session.subscribe(
            group,
            (body, queue, born, stored, attempt) -> {
              received.countDown();
              return true;
            });
        await(received);
      }
    }
  }
}
