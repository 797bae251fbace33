package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.Receipts.Arrival;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.page.InThreads;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.record.page.PagedBits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The audit against the same told with maps, sets and lists, as anybody would write it. */
final class ReconciliationTest {

  private static final int RUN = 77;

  private record Name(int producer, long sequence) {}

  private record Arriving(@Nullable MessageHeader header, int queue, int attempt, double place) {}

  /** What a run did, and what the model makes of it. */
  private static final class Scenario {
    final SplittableRandom random;
    final int queues;
    final int shards;
    final double trouble;
    final boolean allVisible;
    final boolean answered;
    final Map<Integer, Long> attempted = new HashMap<>();
    final Map<Name, SendOutcome> outcomes = new HashMap<>();
    final Map<Name, Visibility> visibilities = new HashMap<>();
    final List<Arriving> arrivals = new ArrayList<>();

    final Set<Name> seen = new HashSet<>();
    final Set<List<Object>> others = new HashSet<>();
    final Set<Name> markedFirsts = new HashSet<>();
    final Set<Name> duplicates = new HashSet<>();
    final Set<Name> corrupt = new HashSet<>();
    final Set<Name> reordered = new HashSet<>();
    final Set<Name> reorderedInShard = new HashSet<>();
    final Map<List<Object>, TreeSet<Long>> streams = new HashMap<>();
    final Map<Arrival, Long> counts = new HashMap<>();
    long redelivered;
    long redeliveredFirsts;
    long largestDisplacement;

    Scenario(long seed) {
      random = new SplittableRandom(seed);
      queues = 1 + random.nextInt(3);
      shards = random.nextInt(3);
      trouble = List.of(0.0, 0.0005, 0.01, 0.2).get(random.nextInt(4));
      allVisible = random.nextBoolean();
      answered = random.nextBoolean();
      for (int producer : List.of(0, 2, 3)) {
        attempted.put(producer, (long) random.nextInt(3 * PagedBits.PAGE));
      }
      attempted.forEach(
          (producer, messages) -> {
            for (long sequence = 0; sequence < messages; sequence++) {
              message(new Name(producer, sequence));
            }
          });
      strangers();
      arrivals.sort(Comparator.comparingDouble(Arriving::place));
    }

    private boolean happens() {
      return random.nextDouble() < trouble;
    }

    private void message(Name name) {
      // Some have no outcome at all: nobody told before the run was over.
      if (!happens()) {
        outcomes.put(name, happens() ? any(SendOutcome.values()) : usual());
      }
      visibilities.put(name, allVisible || !happens() ? Visibility.YES : any(Visibility.values()));
      int queue = (int) (shards > 0 ? name.sequence() % shards % queues : name.sequence() % queues);
      int copies = happens() ? random.nextInt(4) : 1;
      for (int copy = 0; copy < copies; copy++) {
        int attempt = happens() ? random.nextInt(3) : 0;
        double place = name.sequence() + (happens() ? random.nextDouble() * 100 : 0);
        MessageHeader header =
            TestHeader.of(
                RUN, name.producer(), name.sequence(), TransactionOutcome.COMMITTED, !happens());
        arrivals.add(new Arriving(header, queue, attempt, place));
      }
    }

    private SendOutcome usual() {
      return answered ? SendOutcome.ACKED : SendOutcome.UNKNOWN;
    }

    private <T> T any(T[] values) {
      return values[random.nextInt(values.length)];
    }

    /** Without a header, of another run, and of ours by the header but never sent. */
    private void strangers() {
      for (int i = 0; i < random.nextInt(200) * Math.ceil(trouble); i++) {
        int producer = random.nextInt(6);
        boolean ours = random.nextBoolean();
        long sequence =
            ours ? attempted.getOrDefault(producer, 0L) + random.nextInt(10) : random.nextInt(5000);
        MessageHeader header =
            random.nextInt(4) == 0
                ? null
                : TestHeader.of(
                    ours ? RUN : RUN + 1,
                    producer,
                    sequence,
                    TransactionOutcome.COMMITTED,
                    random.nextInt(3) > 0);
        arrivals.add(
            new Arriving(header, 0, random.nextInt(2), random.nextDouble() * 3 * PagedBits.PAGE));
      }
    }

    Arrival model(Arriving arriving) {
      Arrival arrival = classify(arriving);
      counts.merge(arrival, 1L, Long::sum);
      redelivered += arriving.attempt() > 0 ? 1 : 0;
      return arrival;
    }

    private Arrival classify(Arriving arriving) {
      MessageHeader header = arriving.header();
      if (header == null || (header.intact() && header.run() != RUN)) {
        return foreign(header, arriving.attempt());
      }
      Name name = new Name(header.producer(), header.sequence());
      boolean sent = header.run() == RUN && visibilities.containsKey(name);
      if (!header.intact()) {
        if (sent) {
          corrupt.add(name);
        }
        return Arrival.CORRUPT;
      }
      if (!sent) {
        return Arrival.UNEXPECTED;
      }
      if (!seen.add(name)) {
        // The first one without a mark is that which the marked one repeats.
        if (arriving.attempt() > 0 || markedFirsts.remove(name)) {
          return Arrival.REDELIVERED;
        }
        duplicates.add(name);
        return Arrival.DUPLICATE;
      }
      if (arriving.attempt() > 0) {
        // What comes again comes late, and says so.
        redeliveredFirsts++;
        markedFirsts.add(name);
        return Arrival.FIRST;
      }
      follow(name, List.of("queue", name.producer(), arriving.queue()), reordered);
      if (shards > 0) {
        follow(name, List.of("shard", name.producer(), name.sequence() % shards), reorderedInShard);
      }
      return Arrival.FIRST;
    }

    private Arrival foreign(@Nullable MessageHeader header, int attempt) {
      boolean first =
          header == null
              ? attempt == 0
              : others.add(List.of(header.run(), header.producer(), header.sequence()));
      redeliveredFirsts += first && attempt > 0 ? 1 : 0;
      return first ? Arrival.FOREIGN : Arrival.FOREIGN_AGAIN;
    }

    private void follow(Name name, List<Object> stream, Set<Name> outOfOrder) {
      TreeSet<Long> before = streams.computeIfAbsent(stream, s -> new TreeSet<>());
      if (before.higher(name.sequence()) != null) {
        outOfOrder.add(name);
        largestDisplacement = Math.max(largestDisplacement, before.last() - name.sequence());
      }
      before.add(name.sequence());
    }

    long count(Arrival... kinds) {
      long sum = 0;
      for (Arrival kind : kinds) {
        sum += counts.getOrDefault(kind, 0L);
      }
      return sum;
    }
  }

  @Property(tries = 60)
  void itSaysOfEveryMessageWhatMapsAndListsWouldSay(@ForAll long seed) {
    Scenario run = new Scenario(seed);
    SendBook sent = sent(run);
    OrderCheck order =
        Objects.requireNonNull(OrderCheck.of(4, run.queues, run.shards, new PageStore()));
    Receipts receipts = new Receipts(RUN, sent, order);
    for (Arriving arriving : run.arrivals) {
      Arrival expected = run.model(arriving);
      Arrival output = receipts.received(arriving.header(), arriving.queue(), arriving.attempt());
      if (output != expected) {
        assertThat(output).as("%s", arriving).isEqualTo(expected);
      }
    }
    assertReceipts(run, receipts);
    assertThat(names(order.reordered())).isEqualTo(run.reordered);
    assertThat(names(order.reorderedInShard())).isEqualTo(run.reorderedInShard);
    assertThat(order.counts().largestDisplacement()).isEqualTo(run.largestDisplacement);
    assertReckoning(
        run,
        Reconciliation.of(
            sent,
            receipts,
            run.answered,
            true,
            run.allVisible,
            (producer, sequence) ->
                Objects.requireNonNull(run.visibilities.get(new Name(producer, sequence)))));
    assertSendCount(run, sent);
  }

  private static SendBook sent(Scenario run) {
    SendBook sent = new SendBook(new PageStore());
    run.attempted.forEach(
        (producer, messages) -> {
          for (long sequence = 0; sequence < messages; sequence += 7) {
            sent.attempted(producer, sequence, (int) Math.min(7, messages - sequence));
          }
        });
    run.outcomes.forEach(
        (name, outcome) -> sent.ended(name.producer(), name.sequence(), 1, outcome));
    return sent;
  }

  private static void assertReceipts(Scenario run, Receipts receipts) {
    assertThat(receipts.counts())
        .isEqualTo(
            new Receipts.Counts(
                run.arrivals.size(),
                run.seen.size(),
                run.redelivered,
                run.redeliveredFirsts,
                0,
                run.count(Arrival.FOREIGN, Arrival.FOREIGN_AGAIN),
                run.count(Arrival.UNEXPECTED),
                run.count(Arrival.DUPLICATE),
                run.count(Arrival.CORRUPT),
                Objects.requireNonNull(receipts.order()).counts()));
    assertThat(names(receipts.duplicates())).isEqualTo(run.duplicates);
    assertThat(names(receipts.corrupt())).isEqualTo(run.corrupt);
  }

  private static void assertReckoning(Scenario run, Reconciliation reconciliation) {
    Map<String, Set<Name>> model = new HashMap<>();
    run.visibilities.forEach(
        (name, visibility) ->
            model.computeIfAbsent(kind(run, name, visibility), k -> new HashSet<>()).add(name));
    assertThat(names(reconciliation.lost())).isEqualTo(set(model, "lost"));
    assertThat(names(reconciliation.recovered())).isEqualTo(set(model, "recovered"));
    assertThat(names(reconciliation.indeterminate())).isEqualTo(set(model, "indeterminate"));
    assertThat(names(reconciliation.phantom())).isEqualTo(set(model, "phantom"));
    assertThat(reconciliation.delivered()).isEqualTo(set(model, "delivered").size());
    assertThat(reconciliation.corrupt()).isEqualTo(set(model, "corrupt").size());
    assertThat(reconciliation.unselected()).isEqualTo(set(model, "unselected").size());
    assertThat(reconciliation.invisible()).isEqualTo(set(model, "invisible").size());
    // Nothing is left over, and nothing is counted twice.
    assertThat(
            reconciliation.delivered()
                + reconciliation.lost().size()
                + reconciliation.recovered().size()
                + reconciliation.indeterminate().size()
                + reconciliation.phantom().size()
                + reconciliation.corrupt()
                + reconciliation.unselected()
                + reconciliation.invisible()
                + set(model, "rejected").size())
        .isEqualTo(run.visibilities.size());
    if (!run.answered) {
      assertThat(reconciliation.recovered().size()).isZero();
    }
  }

  /** The table of the issue, row by row. */
  private static String kind(Scenario run, Name name, Visibility visibility) {
    SendOutcome outcome = run.outcomes.getOrDefault(name, SendOutcome.UNKNOWN);
    if (run.seen.contains(name)) {
      if (outcome == SendOutcome.REJECTED || visibility == Visibility.NO) {
        return "phantom";
      }
      return outcome == SendOutcome.ACKED || !run.answered ? "delivered" : "recovered";
    }
    if (outcome == SendOutcome.REJECTED) {
      return "rejected";
    }
    if (visibility != Visibility.YES) {
      return visibility == Visibility.NO ? "invisible" : "unselected";
    }
    if (run.corrupt.contains(name) && (outcome == SendOutcome.ACKED || !run.answered)) {
      return "corrupt";
    }
    return outcome == SendOutcome.UNKNOWN ? "indeterminate" : "lost";
  }

  private static void assertSendCount(Scenario run, SendBook sent) {
    long visible = 0;
    long uncertain = 0;
    for (Map.Entry<Name, Visibility> entry : run.visibilities.entrySet()) {
      SendOutcome outcome = run.outcomes.getOrDefault(entry.getKey(), SendOutcome.UNKNOWN);
      if (outcome == SendOutcome.ACKED && entry.getValue() == Visibility.YES) {
        visible++;
      } else if (outcome != SendOutcome.REJECTED && entry.getValue() != Visibility.NO) {
        uncertain++;
      }
    }
    assertThat(
            SendCount.of(
                sent,
                (producer, sequence) ->
                    Objects.requireNonNull(run.visibilities.get(new Name(producer, sequence)))))
        .isEqualTo(new SendCount(visible, uncertain));
  }

  private static Set<Name> set(Map<String, Set<Name>> model, String kind) {
    return model.getOrDefault(kind, Set.of());
  }

  private static Set<Name> names(MessageSet messages) {
    Set<Name> names = new HashSet<>();
    for (MessageSet.Range range : messages.ranges(Integer.MAX_VALUE)) {
      for (long sequence = range.first(); sequence <= range.last(); sequence++) {
        names.add(new Name(range.producer(), sequence));
      }
    }
    assertThat(messages.size()).isEqualTo(names.size());
    return names;
  }

  /** A consumer without its connection still works through what it had fetched. */
  @Test
  void theDeliveryThatItsRedeliveryOvertookIsNoDuplicate() {
    SendBook sent = new SendBook(new PageStore());
    sent.attempted(1, 0, 10);
    Receipts receipts = new Receipts(RUN, sent, null);
    MessageHeader header = TestHeader.of(RUN, 1, 5);
    assertThat(receipts.received(header, 0, 1)).isEqualTo(Arrival.FIRST);
    assertThat(receipts.received(header, 0, 0)).isEqualTo(Arrival.REDELIVERED);
    assertThat(receipts.counts()).isEqualTo(new Receipts.Counts(2, 1, 1, 1, 0, 0, 0, 0, 0, null));
    assertThat(receipts.received(header, 0, 0)).isEqualTo(Arrival.DUPLICATE);
    assertThat(receipts.duplicates().ranges(9)).containsExactly(new MessageSet.Range(1, 5, 5));
  }

  /** Several threads deliver all messages, each twice: just one of the two is the first. */
  @Test
  void consumersInSeveralThreadsCountAsOneWould() throws InterruptedException {
    int messages = 5 * PagedBits.PAGE + 100;
    SendBook sent = new SendBook(new PageStore());
    sent.attempted(1, 0, messages);
    sent.ended(1, 0, messages, SendOutcome.ACKED);
    Receipts receipts = new Receipts(RUN, sent, null);
    InThreads.run(
        4,
        thread -> {
          for (int i = thread / 2; i < messages; i += 2) {
            receipts.received(TestHeader.of(RUN, 1, i), 0, 0);
          }
        });
    assertThat(receipts.counts())
        .isEqualTo(new Receipts.Counts(2L * messages, messages, 0, 0, 0, 0, 0, messages, 0, null));
    assertThat(receipts.duplicates().size()).isEqualTo(messages);
    Reconciliation reconciliation =
        Reconciliation.of(sent, receipts, true, true, true, (p, s) -> Visibility.YES);
    assertThat(reconciliation.delivered()).isEqualTo(messages);
    assertThat(reconciliation.lost().size()).isZero();
  }
}
