package io.brokerbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.TestSession;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadGeneratorTest {

  private final Clock clock = Clock.system();
  private final PhasedRecords records = new PhasedRecords(new PageStore());
  private final Timeline timeline = new Timeline(clock.nanoTime());

  @ParameterizedTest
  @CsvSource({
    "1000, 1, 1, closed, sync",
    "1000, 7, 1, closed, sync",
    "1001, 3, 1, closed, async",
    "2, 5, 1, closed, oneway",
    "1024, 5, 16, closed, sync",
    "1000, 4, 1, 20k/s, sync",
    "1000, 3, 10, 20k/s, async",
  })
  void exactlyAsManyMessagesAreSentAsWereAskedFor(
      long messages, int threads, int batch, String rate, String mode) throws Exception {
    Workload workload =
        TestWorkload.of(
            "load.messages=" + messages,
            "load.threads=" + threads,
            "message.batch=" + batch,
            "load.rate=" + rate,
            "load.mode=" + mode);
    MemoryBroker broker = new MemoryBroker(clock, MemoryScript.honest().keepingLog());
    timeline.measure(timeline.startNanos(), Long.MAX_VALUE);
    try (Session session = broker.session(workload)) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(load::finished);
      load.settle();
      assertThat(counts().attempted()).isEqualTo(messages);
      assertThat(counts().inFlight()).isZero();
      assertThat(broker.storedCount()).isEqualTo(messages);
      assertThat(load.failure()).isNull();
      // No message twice: each is another one of some producer.
      assertThat(broker.log().stream().map(LoadGeneratorTest::id).collect(Collectors.toSet()))
          .hasSize((int) messages);
    }
  }

  private static String id(MessageHeader header) {
    return header.producer() + "/" + header.sequence();
  }

  @Test
  void aBatchThatDoesNotDivideTheMessagesIsSentWhole() throws Exception {
    Workload workload = TestWorkload.of("load.messages=10", "message.batch=4", "load.threads=2");
    MemoryBroker broker = new MemoryBroker(clock, MemoryScript.honest());
    try (Session session = broker.session(workload)) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(load::finished);
      assertThat(broker.storedCount()).isEqualTo(12);
    }
  }

  @Test
  void aSenderThatThrowsIsNoticed() throws Exception {
    Workload workload = TestWorkload.of("load.threads=2", "load.settle=60s");
    try (Session session =
        session(
            (messages, completion) -> {
              if (MessageHeader.read(messages[0].body).orElseThrow().sequence() == 5) {
                throw new IllegalStateException("thrown by the test");
              }
              completion.complete(SendOutcome.ACKED, "OK");
            })) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(() -> load.failure() != null);
      assertThat(load.failure()).hasMessage("thrown by the test");
      load.settle();
      assertThat(load.finished()).isTrue();
    }
  }

  /** Whoever calls back is a client's thread, and what it throws nobody sees. */
  @Test
  @SuppressWarnings("NullAway") // the failure of the test
  void anOutcomeThatCannotBeRecordedIsNoticed() throws Exception {
    Workload workload = TestWorkload.of("load.threads=1", "load.mode=async", "load.settle=60s");
    try (Session session =
        session(
            (messages, completion) ->
                new Thread(() -> completion.complete(SendOutcome.ACKED, null)).start())) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(() -> load.failure() != null);
      assertThat(load.failure()).isInstanceOf(NullPointerException.class);
      load.settle();
    }
  }

  @Test
  void stopEndsEverySenderWhateverItWaitsFor() throws Exception {
    Workload workload =
        TestWorkload.of("load.threads=4", "load.mode=async", "load.in-flight=2", "load.settle=60s");
    Queue<Completion> unanswered = new ConcurrentLinkedQueue<>();
    try (Session session = session((messages, completion) -> unanswered.add(completion))) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(() -> unanswered.size() == 2);
      timeline.stop();
      await().atMost(Duration.ofMinutes(2)).until(load::finished);
      assertThat(unanswered).hasSize(2);
    }
  }

  /** A load of three messages that are sent and not answered. */
  private LoadGenerator threeSent(Session session) throws Exception {
    LoadGenerator load =
        generator(
            TestWorkload.of(
                "load.threads=1", "load.mode=async", "load.messages=3", "load.settle=60s"),
            session);
    timeline.measure(timeline.startNanos(), Long.MAX_VALUE);
    load.start();
    await().until(load::finished);
    return load;
  }

  @Test
  void answersThatComeWhileSettlingAreCounted() throws Exception {
    Queue<Completion> unanswered = new ConcurrentLinkedQueue<>();
    try (Session session = session((messages, completion) -> unanswered.add(completion))) {
      LoadGenerator load = threeSent(session);
      assertThat(records.inFlight()).isEqualTo(3);
      Thread answers =
          new Thread(() -> unanswered.forEach(each -> each.complete(SendOutcome.ACKED, "OK")));
      answers.start();
      load.settle();
      assertThat(counts().acked()).isEqualTo(Map.of("OK", 3L));
      assertThat(records.inFlight()).isZero();
    }
  }

  @Test
  void aQuantityInAClosedLoopEndsWithItsLastAnswer() throws Exception {
    Queue<Completion> unanswered = new ConcurrentLinkedQueue<>();
    try (Session session = session((messages, completion) -> unanswered.add(completion))) {
      LoadGenerator load = threeSent(session);
      assertThat(load.quantityEnded()).isFalse();
      assertThat(timeline.endNanos()).isEqualTo(Long.MAX_VALUE);
      long beforeNanos = clock.nanoTime();
      unanswered.forEach(each -> each.complete(SendOutcome.ACKED, "OK"));
      await().until(load::quantityEnded);
      assertThat(timeline.endNanos()).isBetween(beforeNanos, clock.nanoTime());
      assertThat(counts().ackedOnTime()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"load.rate=20k/s", "load.rate=closed"})
  void aQuantityEndsWithItsLastSendWhoeverLooks(String rate) throws Exception {
    Workload workload =
        TestWorkload.of("load.threads=3", "load.messages=100", rate, "load.settle=60s");
    AtomicLong lastNanos = new AtomicLong();
    timeline.measure(timeline.startNanos(), Long.MAX_VALUE);
    try (Session session =
        session(
            (messages, completion) -> {
              completion.complete(SendOutcome.ACKED, "OK");
              lastNanos.accumulateAndGet(clock.nanoTime(), Math::max);
            })) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(load::quantityEnded);
      assertThat(timeline.endNanos()).isBetween(lastNanos.get(), clock.nanoTime());
    }
  }

  /** The other senders are on other machines, whose processors are not these. */
  @Test
  void aSenderSpinsIfThereAreFewSendersHereAndManyInTheRun() throws Exception {
    Workload workload =
        TestWorkload.of("load.rate=1000/s", "load.threads=4000", "load.messages=8000");
    ManualClock manual = new ManualClock();
    Timeline own = new Timeline(0);
    try (Session session =
        session((messages, completion) -> completion.complete(SendOutcome.ACKED, "OK"))) {
      LoadGenerator load =
          new LoadGenerator(
              workload, new Span(0, 1), 1, session, Recording.of(records, own, manual, session));
      load.start();
      await().until(load::finished);
      // One sender spins only if there is a second processor.
      assertThat(manual.spins() > 0).isEqualTo(Runtime.getRuntime().availableProcessors() > 1);
    }
  }

  /** Its backlog may be all of it: consumers are still to start. */
  @Test
  void aQuantityThatIsToBeABacklogDoesNotEndTheRun() throws Exception {
    Workload workload =
        TestWorkload.of(
            "load.threads=1", "load.messages=3", "consume.threads=1", "consume.backlog=3");
    try (Session session =
        session((messages, completion) -> completion.complete(SendOutcome.ACKED, "OK"))) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(load::quantityEnded);
      assertThat(timeline.endNanos()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void sendersThatNobodyAnswersAreGivenUpAfterTheSettleTime() throws Exception {
    Workload workload =
        TestWorkload.of("load.threads=1", "load.mode=async", "load.messages=3", "load.settle=50ms");
    timeline.measure(timeline.startNanos(), Long.MAX_VALUE);
    try (Session session = session((messages, completion) -> {})) {
      LoadGenerator load = generator(workload, session);
      load.start();
      await().until(load::finished);
      load.settle();
      assertThat(counts().withInFlightAs(LoadGenerator.NO_ANSWER).unknown())
          .isEqualTo(Map.of("client-no-answer", 3L));
    }
  }

  private LoadGenerator generator(Workload workload, Session session) throws Exception {
    return new LoadGenerator(
        workload, Span.ALL, 1, session, Recording.of(records, timeline, clock, session));
  }

  private Counts counts() {
    return records.of(Phase.MEASURED).ledger().counts();
  }

  private static Session session(BiConsumer<Outgoing[], Completion> send) {
    return new TestSession() {
      @Override
      public Producer producer(int index) {
        return new Producer() {
          @Override
          public void send(Outgoing[] messages, Completion completion) {
            send.accept(messages, completion);
          }

          @Override
          public void close() {}
        };
      }
    };
  }
}
