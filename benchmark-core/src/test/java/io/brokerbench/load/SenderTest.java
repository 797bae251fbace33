package io.brokerbench.load;

import static io.brokerbench.load.LoadFixture.MILLI;
import static io.brokerbench.load.LoadFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.TestWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SenderTest {

  private final ManualClock clock = new ManualClock();

  @Test
  void aSecondWordOfTheClientIsNotCounted() {
    LoadFixture load = load("load.messages=10");
    load.send(
        producer(
            (messages, completion) -> {
              completion.complete(SendOutcome.UNKNOWN, "client-timeout");
              completion.complete(SendOutcome.ACKED, "OK");
            }),
        null);
    assertThat(load.counts().unknown()).isEqualTo(Map.of("client-timeout", 10L));
    assertThat(load.counts().ackedCount()).isZero();
    assertThat(load.latencies(Metric.SERVICE).getTotalCount()).isEqualTo(10);
  }

  @Test
  void aSecondWordFreesNoSecondPlaceInTheWindow() {
    LoadFixture load = load("load.messages=10", "load.mode=async");
    InFlightWindow window = new InFlightWindow(1, clock);
    load.send(
        producer(
            (messages, completion) -> {
              completion.complete(SendOutcome.ACKED, "OK");
              completion.complete(SendOutcome.ACKED, "OK");
            }),
        window);
    assertThat(window.enter(() -> true)).isTrue();
    assertThat(window.enter(() -> true)).isFalse();
  }

  @Test
  void aRejectedSendHasNoLatencyAndAnUnknownOneHas() {
    LoadFixture load = load("load.messages=10", "load.rate=100/s");
    load.send(
        producer(
            (messages, completion) -> {
              MessageHeader header = MessageHeader.read(messages[0].body).orElseThrow();
              completion.complete(
                  header.sequence() < 4 ? SendOutcome.REJECTED : SendOutcome.UNKNOWN, "kind");
            }),
        null);
    assertThat(load.counts().rejected()).isEqualTo(Map.of("kind", 4L));
    assertThat(load.counts().unknown()).isEqualTo(Map.of("kind", 6L));
    assertThat(load.latencies(Metric.SERVICE).getTotalCount()).isEqualTo(6);
    assertThat(load.latencies(Metric.RESPONSE).getTotalCount()).isEqualTo(6);
    assertThat(load.latencies(Metric.LAG).getTotalCount()).isEqualTo(10);
  }

  @Test
  void anEndOfATransactionThatFailedHasNoLatency() {
    LoadFixture load = load("load.messages=10", "transaction.enabled=true");
    load.sendTransactions(
        handler ->
            producer(
                (messages, completion) -> {
                  clock.advance(MILLI);
                  handler.execute(messages[0].body);
                  if (MessageHeader.read(messages[0].body).orElseThrow().sequence() < 4) {
                    handler.endFailed();
                  }
                  completion.complete(SendOutcome.ACKED, "kind");
                }));
    assertThat(load.counts().acked()).isEqualTo(Map.of("kind", 10L));
    assertThat(load.latencies(Metric.LOCAL_TRANSACTION).getTotalCount()).isEqualTo(10);
    assertThat(load.latencies(Metric.END_TRANSACTION).getTotalCount()).isEqualTo(6);
  }

  @Test
  void aClosedLoopRestsAfterAFailure() {
    LoadFixture load = load("load.failure-pause=10ms");
    load.send(producer((messages, completion) -> fail(completion)), null);
    assertThat(load.counts().attempted()).isEqualTo(100);
    assertThat(clock.nanoTime()).isEqualTo(SECOND);
  }

  @Test
  void aClosedLoopPausesAfterEachSendAndNotBeyondTheEnd() {
    LoadFixture load = load("load.pause=300ms");
    load.send(
        producer((messages, completion) -> completion.complete(SendOutcome.ACKED, "OK")), null);
    assertThat(load.counts().ackedCount()).isEqualTo(4);
    assertThat(clock.nanoTime()).isLessThan(SECOND + 60 * MILLI);
  }

  @Test
  void anOpenLoopDoesNotRestAfterAFailure() {
    LoadFixture load = load("load.failure-pause=10ms", "load.rate=1000/s");
    load.send(producer((messages, completion) -> fail(completion)), null);
    assertThat(load.counts().onTime()).isEqualTo(1000);
    assertThat(load.latencies(Metric.LAG).getMaxValue()).isZero();
  }

  private static void fail(Completion completion) {
    completion.complete(SendOutcome.UNKNOWN, "client-timeout");
  }

  @Test
  void bodiesAreReusedAfterAnAcknowledgementOrARefusal() {
    for (SendOutcome outcome : List.of(SendOutcome.ACKED, SendOutcome.REJECTED)) {
      List<byte[]> bodies = bodiesOfSends("load.mode=sync", outcome);
      assertThat(bodies.stream().map(System::identityHashCode).distinct().count()).isEqualTo(16);
    }
  }

  @Test
  void bodiesOfUnknownOutcomeAreNeverTouchedAgain() {
    assertUntouched(bodiesOfSends("load.mode=sync", SendOutcome.UNKNOWN));
  }

  @Test
  void bodiesOfAsynchronousAndOneWaySendsAreNeverTouchedAgain() {
    assertUntouched(bodiesOfSends("load.mode=async", SendOutcome.ACKED));
    assertUntouched(bodiesOfSends("load.mode=oneway", SendOutcome.UNKNOWN));
  }

  private List<byte[]> bodiesOfSends(String mode, SendOutcome outcome) {
    LoadFixture load = load("load.messages=200", "load.failure-pause=0", mode);
    List<byte[]> bodies = new ArrayList<>();
    load.send(
        producer(
            (messages, completion) -> {
              bodies.add(messages[0].body);
              completion.complete(outcome, "kind");
            }),
        null);
    return bodies;
  }

  private static void assertUntouched(List<byte[]> bodies) {
    List<Long> sequences =
        bodies.stream().map(body -> MessageHeader.read(body).orElseThrow().sequence()).toList();
    for (int i = 0; i < sequences.size(); i++) {
      assertThat(sequences.get(i)).isEqualTo(i);
    }
  }

  @Test
  void aMessageBelongsToThePhaseOfItsIntendedTime() throws Exception {
    LoadFixture load = load("load.rate=1000/s", "load.settle=10s");
    load.timeline.measure(500 * MILLI, 1500 * MILLI);
    load.send(
        MemoryScript.honest()
            .withStalls(List.of(new MemoryScript.Stall(400 * MILLI, 200 * MILLI))));
    assertThat(load.records.of(Phase.WARMUP).ledger().counts().attempted()).isEqualTo(500);
    assertThat(load.counts().attempted()).isEqualTo(1000);
    // 100 messages were due in the stall's second half; they are the measured time's.
    assertThat(load.latencies(Metric.RESPONSE).getCountBetweenValues(MILLI / 2, SECOND))
        .isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"load.rate=10/s", "load.rate=closed"})
  void nothingIsSentBeforeTheStartOrAtTheEnd(String rate) {
    // A monotonic clock may begin anywhere.
    for (long origin : new long[] {-5 * SECOND, 0, 5 * SECOND}) {
      ManualClock anywhere = new ManualClock(origin);
      LoadFixture load =
          new LoadFixture(
              anywhere, TestWorkload.of(rate, "load.spin=0"), origin + 3 * SECOND, SECOND);
      List<Long> sentNanos = new ArrayList<>();
      load.send(
          producer(
              (messages, completion) -> {
                sentNanos.add(anywhere.nanoTime() - origin - 3 * SECOND);
                anywhere.advance(100 * MILLI);
                completion.complete(SendOutcome.ACKED, "OK");
              }),
          null);
      assertThat(sentNanos).hasSize(10).startsWith(0L).endsWith(900 * MILLI);
    }
  }

  @Test
  void stopEndsASenderThatHasDebt() {
    LoadFixture load = load("load.rate=1000/s");
    List<Integer> sends = new ArrayList<>();
    load.send(
        producer(
            (messages, completion) -> {
              sends.add(1);
              clock.advance(100 * MILLI);
              if (sends.size() == 3) {
                load.timeline.stop();
              }
              completion.complete(SendOutcome.ACKED, "OK");
            }),
        null);
    assertThat(sends).hasSize(3);
    assertThat(load.counts().attempted()).isEqualTo(3);
  }

  @Test
  void headersTellRunProducerSequenceAndIntendedTime() {
    LoadFixture load = load("load.rate=1000/s", "load.messages=30", "message.size=40");
    List<MessageHeader> headers = new ArrayList<>();
    load.send(
        producer(
            (messages, completion) -> {
              headers.add(MessageHeader.read(messages[0].body).orElseThrow());
              completion.complete(SendOutcome.ACKED, "OK");
            }),
        null);
    for (int i = 0; i < 30; i++) {
      assertThat(headers.get(i).sequence()).isEqualTo(i);
      assertThat(headers.get(i).intendedNanos()).isEqualTo(i * MILLI);
    }
  }

  @Test
  void aWindowThatIsFullAtTheEndLetsNoMessageOfAClosedLoopOutAfterwards() {
    LoadFixture load = load("load.mode=async", "load.settle=10s");
    InFlightWindow window = new InFlightWindow(1, clock);
    List<Completion> waiting = new ArrayList<>();
    // The first send keeps the window; its answer comes after the end, while the sender waits.
    Thread answer =
        onceThisThreadWaits(
            () -> {
              clock.advance(2 * SECOND);
              waiting.get(0).complete(SendOutcome.ACKED, "OK");
            });
    load.send(
        producer(
            (messages, completion) -> {
              waiting.add(completion);
              if (waiting.size() == 1) {
                answer.start();
              } else {
                completion.complete(SendOutcome.ACKED, "OK");
              }
            }),
        window);
    assertThat(load.counts().attempted()).isEqualTo(1);
  }

  @Test
  void aMessageThatWaitsForAPlaceWhenAStepStartsIsNotSent() {
    LoadFixture load = load("load.mode=async", "load.rate=1000/s");
    List<Completion> first = new ArrayList<>();
    List<Long> intendedNanos = new ArrayList<>();
    // The message that is due after 1 ms waits.
    Thread step =
        onceThisThreadWaits(
            () -> {
              clock.advance(500 * MILLI);
              load.timeline.stepFrom(clock.nanoTime());
              first.get(0).complete(SendOutcome.ACKED, "OK");
            });
    load.send(
        producer(
            (messages, completion) -> {
              intendedNanos.add(MessageHeader.read(messages[0].body).orElseThrow().intendedNanos());
              if (intendedNanos.size() == 1) {
                first.add(completion);
                step.start();
              } else {
                completion.complete(SendOutcome.ACKED, "OK");
              }
            }),
        new InFlightWindow(1, clock));
    assertThat(intendedNanos).startsWith(0L, 501 * MILLI).hasSize(1 + 499);
  }

  /** A thread that acts when the one of the test, which sends, waits for a place in a window. */
  private static Thread onceThisThreadWaits(Runnable action) {
    Thread sender = Thread.currentThread();
    return new Thread(
        () -> {
          while (sender.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          action.run();
        });
  }

  private LoadFixture load(String... assignments) {
    List<String> all = new ArrayList<>(List.of(assignments));
    all.add("load.spin=0");
    return new LoadFixture(clock, TestWorkload.of(all.toArray(new String[0])), SECOND);
  }

  private static Producer producer(BiConsumer<Outgoing[], Completion> send) {
    return new Producer() {
      @Override
      public void send(Outgoing[] messages, Completion completion) {
        send.accept(messages, completion);
      }

      @Override
      public void close() {}
    };
  }
}
