package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.MessageSet.Range;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.page.InThreads;
import io.brokerbench.record.page.PagedBits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** One process that sends and receives everything against several whose books are merged. */
final class BooksTest {

  private static final List<Visibility> VISIBILITIES = List.of(Visibility.values());

  /** Chunks of all workers, mixed; each worker's in their order. */
  private static Machine merged(List<Machine> workers, boolean ordered, SplittableRandom random) {
    Machine controller = new Machine(true, ordered);
    List<Deque<byte[]>> chunks = new ArrayList<>();
    workers.forEach(worker -> chunks.add(new ArrayDeque<>(worker.exported())));
    for (int open = workers.size(); open > 0; ) {
      int worker = random.nextInt(workers.size());
      byte[] chunk = chunks.get(worker).poll();
      if (chunk != null) {
        boolean last = controller.books.accept("worker-" + worker, chunk);
        assertThat(last).isEqualTo(chunks.get(worker).isEmpty());
        open -= last ? 1 : 0;
      }
      if (random.nextInt(5) == 0) {
        controller.store.compact();
      }
    }
    controller.books.complete();
    return controller;
  }

  private static void assertSame(Machine merged, Machine alone) {
    for (int producer = 0; producer < 10; producer++) {
      assertThat(merged.sent.attempted(producer)).isEqualTo(alone.sent.attempted(producer));
    }
    assertThat(merged.checks.counts()).isEqualTo(alone.checks.counts());
    assertThat(ranges(merged.checks.resolved())).isEqualTo(ranges(alone.checks.resolved()));
    assertThat(merged.checks.resolved().size()).isEqualTo(alone.checks.resolved().size());
    for (int group = 0; group < 2; group++) {
      assertSame(merged.groups.get(group), alone.groups.get(group));
      for (int setting = 0; setting < 8; setting++) {
        boolean allVisible = (setting & 1) == 0;
        assertSame(
            reconciliation(merged, group, setting, allVisible),
            reconciliation(alone, group, setting, allVisible));
      }
    }
  }

  private static void assertSame(Receipts merged, Receipts alone) {
    assertThat(merged.counts()).isEqualTo(alone.counts());
    assertThat(ranges(merged.seen())).isEqualTo(ranges(alone.seen()));
    assertThat(ranges(merged.duplicates())).isEqualTo(ranges(alone.duplicates()));
    assertThat(ranges(merged.corrupt())).isEqualTo(ranges(alone.corrupt()));
    assertThat(ranges(merged.early())).isEqualTo(ranges(alone.early()));
    OrderCheck order = merged.order();
    OrderCheck orderAlone = alone.order();
    if (order == null || orderAlone == null) {
      assertThat(order).isSameAs(orderAlone);
      return;
    }
    assertThat(ranges(order.reordered())).isEqualTo(ranges(orderAlone.reordered()));
    assertThat(ranges(order.reorderedInShard())).isEqualTo(ranges(orderAlone.reorderedInShard()));
  }

  private static Reconciliation reconciliation(
      Machine process, int group, int setting, boolean allVisible) {
    return Reconciliation.of(
        process.sent,
        process.groups.get(group),
        (setting & 2) == 0,
        (setting & 4) == 0,
        allVisible,
        (producer, sequence) ->
            allVisible
                ? Visibility.YES
                : VISIBILITIES.get((int) ((sequence * 31 + producer) % 7 % 3)));
  }

  private static void assertSame(Reconciliation merged, Reconciliation alone) {
    Function<Reconciliation, Stream<Object>> numbers =
        all -> Stream.of(all.delivered(), all.corrupt(), all.unselected(), all.invisible());
    assertThat(numbers.apply(merged)).containsExactlyElementsOf(numbers.apply(alone).toList());
    Function<Reconciliation, Stream<MessageSet>> sets =
        all -> Stream.of(all.lost(), all.recovered(), all.indeterminate(), all.phantom());
    assertThat(sets.apply(merged).map(BooksTest::ranges))
        .containsExactlyElementsOf(sets.apply(alone).map(BooksTest::ranges).toList());
  }

  private static List<Range> ranges(MessageSet set) {
    List<Range> ranges = set.ranges(Integer.MAX_VALUE);
    assertThat(set.size())
        .isEqualTo(ranges.stream().mapToLong(range -> range.last() - range.first() + 1).sum());
    return ranges;
  }

  @Property(tries = 8)
  void severalWorkersHaveTheBooksOfOneMachine(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int count, @ForAll boolean byQueue) {
    AuditedRun run = new AuditedRun(seed, byQueue);
    Machine alone = new Machine(false, byQueue);
    List<Machine> workers =
        IntStream.range(0, count).mapToObj(i -> new Machine(true, byQueue)).toList();
    run.happen(alone, workers);
    Machine merged = merged(workers, byQueue, run.random);
    assertSame(merged, alone);
    // What is merged can be exported again.
    assertSame(merged(List.of(merged), byQueue, run.random), alone);
  }

  private static void receive(Machine machine, long sequence, int attempt) {
    MessageHeader header = AuditedRun.header(Machine.RUN, 0, sequence, true);
    machine.groups.get(0).received(header, 0, attempt);
  }

  /** The sender of messages 0 to 9 of producer 0 is the first machine. */
  private static List<Machine> two(boolean ordered) {
    List<Machine> workers = List.of(new Machine(true, ordered), new Machine(true, ordered));
    workers.get(0).sent.attempted(0, 0, 10);
    workers.get(0).sent.ended(0, 0, 10, SendOutcome.ACKED);
    return workers;
  }

  private static Receipts merged(List<Machine> workers, boolean ordered) {
    return merged(workers, ordered, new SplittableRandom(1)).groups.get(0);
  }

  /** Who received it first cannot be known: the delivery that is not marked, as is usual. */
  @Test
  void aMessageThatIsFirstMarkedAtOneWorkerAndThenNotAtAnotherIsNoDuplicate() {
    List<Machine> workers = two(false);
    receive(workers.get(0), 5, 1);
    receive(workers.get(1), 5, 0);
    Receipts merged = merged(workers, false);
    // One process would count a redelivered first delivery.
    assertThat(merged.counts()).isEqualTo(new Receipts.Counts(2, 1, 1, 0, 0, 0, 0, 0, 0, null));
    assertThat(merged.duplicates().size()).isZero();
  }

  @Test
  void aMessageThatSeveralWorkersReceiveIsOneMessage() {
    List<Machine> workers =
        Stream.concat(two(false).stream(), two(false).stream().skip(1)).toList();
    workers.forEach(worker -> receive(worker, 5, 0));
    workers.forEach(worker -> receive(worker, 6, 1));
    receive(workers.get(0), 7, 1);
    receive(workers.get(1), 7, 0);
    receive(workers.get(2), 7, 0);
    Receipts merged = merged(workers, false);
    // Duplicates are of message 5 two of three, of message 7 one of two that are not marked.
    assertThat(merged.counts()).isEqualTo(new Receipts.Counts(9, 3, 4, 1, 0, 0, 0, 3, 0, null));
    assertThat(merged.duplicates().ranges(9))
        .containsExactly(new Range(0, 5, 5), new Range(0, 7, 7));
  }

  @Test
  void aMessageThatWasNeverSentIsUnexpectedOnce() {
    List<Machine> workers = two(true);
    receive(workers.get(0), 10, 1);
    receive(workers.get(0), 10, 1);
    receive(workers.get(1), 13, 0);
    receive(workers.get(1), 10, 0);
    receive(workers.get(1), 10, 0);
    // The first of these two is beyond every sequence: its worker knows that it was never sent.
    receive(workers.get(1), 1L << 38, 0);
    receive(workers.get(1), (1L << 38) - 1, 0);
    Receipts merged = merged(workers, true);
    // One process would count seven deliveries as unexpected, and check no order.
    assertThat(merged.counts())
        .isEqualTo(new Receipts.Counts(7, 0, 2, 0, 0, 0, 4, 1, 0, new OrderCheck.Counts(0, 0, 3)));
    assertThat(merged.duplicates().size()).isZero();
  }

  @Test
  void theOrderBetweenWorkersIsNotChecked() {
    List<Machine> workers = two(true);
    receive(workers.get(0), 5, 0);
    receive(workers.get(1), 4, 0);
    receive(workers.get(0), 2, 0);
    receive(workers.get(1), 1, 0);
    OrderCheck merged = Objects.requireNonNull(merged(workers, true).order());
    // One process would find message 4 out of order as well, and 1 by 4 sequences.
    assertThat(merged.reordered().ranges(9)).containsExactly(new Range(0, 1, 2));
    assertThat(merged.reorderedInShard().ranges(9)).containsExactly(new Range(0, 1, 2));
    assertThat(merged.counts().largestDisplacement()).isEqualTo(3);
  }

  @Test
  void aMessageResolvedAtTwoWorkersHasADuplicateCheckBack() {
    List<Machine> workers = two(false);
    MessageHeader header = AuditedRun.header(Machine.RUN, 0, 7, true);
    workers.forEach(worker -> worker.checks.check(header, 2));
    Machine merged = merged(workers, false, new SplittableRandom(1));
    assertThat(merged.checks.counts()).isEqualTo(new CheckBackBook.Counts(2, 0, 1, 0));
    assertThat(merged.checks.resolved().size()).isEqualTo(1);
  }

  /** As the streams of several workers do. */
  @Test
  void chunksMayComeInSeveralThreads() throws InterruptedException {
    int workers = 4;
    int messages = 20 * PagedBits.PAGE + 17;
    Machine controller = new Machine(true, false);
    InThreads.run(
        workers,
        number -> {
          Machine worker = new Machine(true, false);
          worker.sent.attempted(number, 0, messages);
          worker.sent.ended(number, 0, messages, SendOutcome.ACKED);
          for (int sequence = 0; sequence < messages; sequence++) {
            int producer = (number + sequence) % workers;
            worker
                .groups
                .get(0)
                .received(AuditedRun.header(Machine.RUN, producer, sequence, true), 0, 0);
            receive(worker, sequence, 0);
          }
          worker.books.export(chunk -> controller.books.accept("worker-" + number, chunk));
        });
    controller.books.complete();
    Reconciliation all = reconciliation(controller, 0, 0, true);
    assertThat(all.delivered()).isEqualTo((long) workers * messages);
    assertThat(all.lost().size()).isZero();
    // Producer 0 came to every worker, and at one of them twice.
    assertThat(controller.groups.get(0).counts().duplicateDeliveries())
        .isEqualTo((long) workers * messages);
  }
}
