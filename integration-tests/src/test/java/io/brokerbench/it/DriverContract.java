package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Resolution;
import io.brokerbench.results.Promise;
import io.brokerbench.workload.SettingsException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every driver. The tests of a driver extend this class with a cluster and override
 * the methods in which the driver differs. Each test has a topic of its own.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class DriverContract extends ClusterContract {

  /**
   * Maximum error of the clock comparison on the same machine; a larger one means that the clock
   * was not compared.
   */
  private static final long CLOCK_ERROR_NANOS = 1_000_000_000;

  DriverContract(Cluster cluster) {
    super(cluster);
  }

  private static void awaitAll(Received received, Set<String> texts) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(received.texts()).containsAll(texts));
  }

  @Test
  void whatIsAcknowledgedIsCountedAndNothingElse() throws Exception {
    try (Session session = open()) {
      // Probes have already been sent.
      assertThat(session.storedCount().messages()).hasValue(0);
      Sessions.send(session, "first", 50);
      awaitStored(session, 50);
      Sessions.send(session, "second", 30);
      awaitStored(session, 80);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void aSendIsCompletedOnceHoweverManyMessagesItHas(String mode) throws Exception {
    int batch = largestBatch();
    List<List<String>> completions = new ArrayList<>();
    Set<String> sent = new TreeSet<>();
    Received received = new Received();
    try (Session session =
        open("load.mode=" + mode, "message.batch=" + batch, "consume.threads=1")) {
      session.subscribe(0, received);
      Producer producer = session.producer(0);
      // The driver must not retain them: they are reused for the next send.
      Outgoing[] batched = Stream.generate(Outgoing::new).limit(batch).toArray(Outgoing[]::new);
      Outgoing[] single = {batched[0]};
      for (int i = 0; i < 40; i++) {
        Outgoing[] messages = i % 2 == 0 ? single : batched;
        for (int k = 0; k < messages.length; k++) {
          String text = String.format(Locale.ROOT, "message%d.%d", i, k);
          messages[k].body = text.getBytes(UTF_8);
          sent.add(text);
        }
        List<String> outcomes = new CopyOnWriteArrayList<>();
        completions.add(outcomes);
        producer.send(messages, (outcome, kind) -> outcomes.add(outcome + " " + kind));
      }
      await().atMost(PATIENCE).until(() -> completions.stream().noneMatch(List::isEmpty));
      awaitStored(session, sent.size());
      awaitAll(received, sent);
    }
    assertThat(completions)
        .allSatisfy(of -> assertThat(of).singleElement().asString().matches("ACKED \\S+"));
    assertThat(received.texts()).isEqualTo(sent);
  }

  @Test
  void thePromiseAgreesWithTheFacts() throws Exception {
    try (Session session = open()) {
      Promise promise = session.promise();
      assertThat(promise.text()).isNotBlank();
      assertThat(promise.acknowledged()).isTrue();
      assertThat(promise.copies()).isPositive();
      assertAgree(promise, session.facts());
      Object client = session.facts().get("client");
      assertThat(client).isInstanceOf(Map.class);
      assertThat(((Map<?, ?>) client).get("name")).isInstanceOf(String.class).isNotEqualTo("");
    }
  }

  /** Whether messages may be sent without an answer; a driver that cannot refuses the mode. */
  boolean sendsOneWay() {
    return true;
  }

  @Test
  void whereNothingIsAcknowledgedNothingIsPromised() throws Exception {
    if (!sendsOneWay()) {
      assertThatThrownBy(() -> open("load.mode=oneway"))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("load.mode");
      return;
    }
    try (Session session = open("load.mode=oneway")) {
      Promise promise = session.promise();
      assertThat(promise)
          .as("of it, only the text is free")
          .isEqualTo(new Promise(false, false, 0, promise.text()));
      assertThat(promise.text()).isNotBlank();
      List<String> outcomes = new CopyOnWriteArrayList<>();
      Outgoing outgoing = new Outgoing();
      outgoing.body = "message".getBytes(UTF_8);
      session
          .producer(0)
          .send(new Outgoing[] {outgoing}, (outcome, kind) -> outcomes.add(outcome + " " + kind));
      awaitStored(session, 1);
      assertThat(outcomes).singleElement().asString().matches("UNKNOWN client-\\S+");
    }
  }

  /** Whether deliveries name the queue. */
  boolean namesQueues() {
    return true;
  }

  /** Whether the broker may mark the first delivery of a message as a redelivery. */
  boolean marksFirstDeliveries() {
    return false;
  }

  @Test
  void consumersGetEachMessageOnceAndNoneFromBeforeTheirSession() throws Exception {
    Received received = new Received();
    long began = System.currentTimeMillis();
    // The messages of this session exist while it is open.
    try (Session earlier = open()) {
      if (beginsAfterWhatIsThere()) {
        Sessions.send(earlier, "old", 50);
      }
      try (Session session = open("consume.threads=2", "consume.clients=2")) {
        assertThat(session.storedCount().messages()).hasValue(0);
        Set<String> sent = Sessions.send(session, "before", 50);
        Subscription subscription = session.subscribe(0, received);
        sent.addAll(Sessions.send(session, "after", 50));
        awaitAll(received, sent);
        subscription.close();
        if (session.progress(0).isPresent()) {
          await()
              .atMost(PATIENCE)
              .untilAsserted(() -> assertThat(session.progress(0)).hasValue(100));
        }
        assertThat(received.texts()).isEqualTo(sent);
        assertThat(received.all())
            .hasSize(100)
            .allMatch(delivery -> delivery.attempt() == 0 || marksFirstDeliveries())
            .allMatch(
                delivery ->
                    namesQueues()
                        ? delivery.queue() >= 0 && delivery.queue() < session.queues()
                        : delivery.queue() == Receiver.UNKNOWN_QUEUE);
      }
    }
    if (reportsTimes()) {
      long ended = System.currentTimeMillis();
      assertThat(received.all())
          .allMatch(delivery -> began <= delivery.bornMillis())
          .allMatch(delivery -> delivery.bornMillis() <= delivery.storedMillis())
          .allMatch(delivery -> delivery.storedMillis() <= ended);
    }
  }

  /** Whether clients may connect alongside the load; a driver for which they may not refuses it. */
  boolean connectsAlongsideTheLoad() {
    return true;
  }

  @Test
  void clientsAlongsideTheLoadConnectAndSubscribeAndReceiveNothing() throws Exception {
    if (!connectsAlongsideTheLoad()) {
      assertThatThrownBy(() -> open("connections.count=2"))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("connections.count");
      return;
    }
    try (Session session = open("connections.count=2")) {
      // Each connects again when it has closed its connection.
      for (int round = 0; round < 2; round++) {
        try (IdleConnection first = session.connect(0);
            IdleConnection second = session.connect(1)) {
          first.subscribe();
          second.subscribe();
          Sessions.send(session, "message", 10);
        }
      }
      awaitStored(session, 20);
    }
  }

  /** Otherwise consumption would drop, which would be attributed to the broker. */
  @Test
  void whatAReceiverThrowsIsKept() throws Exception {
    Received received =
        new Received(
            delivery -> {
              throw new IllegalArgumentException("thrown by the test");
            });
    try (Session session = open("consume.threads=1")) {
      Subscription subscription = session.subscribe(0, received);
      assertThat(subscription.failure()).isNull();
      Sessions.send(session, "message", 1);
      await().atMost(PATIENCE).until(() -> subscription.failure() != null);
      assertThat(subscription.failure()).hasMessage("thrown by the test");
    }
  }

  /** Settings with which the messages of a stream are delivered one after the other. */
  List<String> streamsInOrder() {
    return inOrder();
  }

  @Test
  void aStreamKeepsToOneQueueWhoseMessagesComeInOrderOneAfterTheOther() throws Exception {
    int streams = 4;
    List<String> assignments = new ArrayList<>(streamsInOrder());
    assignments.addAll(List.of("consume.threads=" + streams, "message.shards=" + streams));
    Map<String, AtomicInteger> atWork = new ConcurrentHashMap<>();
    AtomicInteger most = new AtomicInteger();
    Received received =
        new Received(
            delivery -> {
              // Of streams that share an unknown queue, each is looked at alone.
              String place =
                  namesQueues()
                      ? String.valueOf(delivery.queue())
                      : delivery.text().replaceFirst("\\..*", "");
              AtomicInteger here = atWork.computeIfAbsent(place, queue -> new AtomicInteger());
              most.accumulateAndGet(here.incrementAndGet(), Math::max);
              LockSupport.parkNanos(100_000);
              here.decrementAndGet();
              return true;
            });
    try (Session session = open(assignments.toArray(String[]::new))) {
      assertThat(session.keepsOrder()).isTrue();
      session.subscribe(0, received);
      Producer producer = session.producer(0);
      Map<String, List<String>> expected = new HashMap<>();
      Set<String> sent = new TreeSet<>();
      for (int i = 0; i < 100; i++) {
        String stream = "stream" + i % streams;
        Set<String> one =
            Sessions.send(
                producer, String.format(Locale.ROOT, "%s.%d.", stream, i), 1, i % streams);
        expected.computeIfAbsent(stream, name -> new ArrayList<>()).addAll(one);
        sent.addAll(one);
      }
      awaitAll(received, sent);
      expected.forEach(
          (stream, texts) -> {
            List<Received.Delivery> came =
                received.all().stream()
                    .filter(delivery -> delivery.text().startsWith(stream + "."))
                    .toList();
            assertThat(came.stream().map(Received.Delivery::text).distinct())
                .containsExactlyElementsOf(texts);
            assertThat(came).extracting(Received.Delivery::queue).containsOnly(came.get(0).queue());
          });
      assertThat(most).as("messages of a queue or stream at a time").hasValue(1);
    }
  }

  /** Whether a consumer may request the redelivery of a message. */
  boolean redelivers() {
    return true;
  }

  @Test
  void whatIsNotConsumedComesAgainWithItsNumber() throws Exception {
    if (!redelivers()) {
      assertThatThrownBy(() -> open("consume.threads=1", "consume.fail=0.1"))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("consume.fail");
      return;
    }
    Received received =
        new Received(delivery -> !delivery.text().equals("message7") || delivery.attempt() > 0);
    try (Session session = openInOrder("consume.threads=1")) {
      session.subscribe(0, received);
      Set<String> sent = Sessions.send(session, "message", 10);
      await().atMost(PATIENCE).until(() -> received.of("message7").size() > 1);
      awaitAll(received, sent);
      // A client may repeat a request whose answer is late, and the broker then has two.
      assertThat(received.texts()).isEqualTo(sent);
      assertThat(received.of("message7")).extracting(Received.Delivery::attempt).startsWith(0, 1);
    }
  }

  @Test
  void clocksOfThisMachineAreTheSame() throws Exception {
    try (Session session = open()) {
      ClockOffset offset = session.clockOffset();
      assertThat(0L).isBetween(offset.lowNanos(), offset.highNanos());
      if (!offset.equals(ClockOffset.UNKNOWN)) {
        assertThat(offset.errorNanos()).isLessThan(CLOCK_ERROR_NANOS);
      }
    }
  }

  /** The last one: from its transactions on, an idle RocketMQ 5.5.0 uses a processor. */
  @Test
  @Order(Order.DEFAULT + 1)
  void aMessageShowsWhenItsTransactionIsCommittedAndNotWhenItIsRolledBack() throws Exception {
    String[] assignments = {"transaction.enabled=true", "consume.threads=1"};
    if (!knowsTransactions()) {
      assertThatThrownBy(() -> open(assignments))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("transaction.enabled");
      return;
    }
    List<String> asked = new CopyOnWriteArrayList<>();
    Set<String> checked = ConcurrentHashMap.newKeySet();
    TransactionHandler handler =
        new TransactionHandler() {
          @Override
          public Resolution execute(byte[] body) {
            asked.add(Thread.currentThread().getName());
            return resolution(body);
          }

          @Override
          public Resolution check(byte[] body, int number) {
            checked.add(new String(body, UTF_8));
            return resolution(body);
          }

          private Resolution resolution(byte[] body) {
            boolean committed = new String(body, UTF_8).startsWith("committed");
            return committed ? Resolution.COMMIT : Resolution.ROLLBACK;
          }
        };
    Received received = new Received();
    try (Session session = open(assignments)) {
      Subscription subscription = session.subscribe(0, received);
      Producer producer = session.transactionalProducer(0, handler);
      Sessions.send(producer, "rolled-back", 20, -1);
      Set<String> committed = Sessions.send(producer, "committed", 20, -1);
      assertThat(asked).hasSize(40).containsOnly(Thread.currentThread().getName());
      awaitAll(received, committed);
      awaitStored(session, 20);
      subscription.close();
      assertThat(received.texts()).isEqualTo(committed);
      assertThat(checked).as("check-backs").isEmpty();
    }
  }

  /** Whether a group may begin with the oldest message. */
  boolean beginsWithTheFirst() {
    return true;
  }

  @Test
  void aClosedSessionLeavesNothingToTheNext() throws Exception {
    Session first = open();
    Sessions.send(first, "old", 50);
    first.close();
    assertThat(complaints(first::close)).as("of closing it again").isEmpty();
    Received received = new Received();
    String from = beginsWithTheFirst() ? "first" : "last";
    try (Session second = open("consume.threads=1", "consume.from=" + from)) {
      assertThat(second.storedCount().messages()).hasValue(0);
      Subscription subscription = second.subscribe(0, received);
      Set<String> sent = Sessions.send(second, "new", 50);
      awaitAll(received, sent);
      awaitStored(second, 50);
      subscription.close();
      assertThat(received.texts()).noneMatch(text -> text.startsWith("old"));
    }
  }

  /** The output of a task to standard error, where users are asked for manual steps. */
  private static String complaints(Runnable task) {
    PrintStream before = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, UTF_8));
    try {
      task.run();
    } finally {
      System.setErr(before);
    }
    return written.toString(UTF_8);
  }
}
