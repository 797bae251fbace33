package io.brokerbench.run;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.record.FanOutTracker;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The books of a day at 50,000 messages per second, as fast as this machine allows: of each second
 * all messages and one collection. A program of its own, so that its heap is its own. It prints the
 * heap in use after a collection of garbage, and fails if a count is wrong.
 */
final class CompressedDay {

  private static final int RUN = 1;
  private static final int PRODUCERS = 4;
  private static final int MESSAGES_PER_SECOND = 50_000;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int LAG_SECONDS = 100;
  private static final int LOOKS = 6;
  private static final ClockStamp STAMP = new ClockStamp(1, 0, 0, 0);

  /** What happens to the messages. */
  enum Story {
    /** All are acknowledged and received in order. */
    USUAL(1, true),
    /** None is answered, and half of them, at random, are never received. */
    HALF_LOST(1, false),
    /** Three groups: one in time, one that lags behind, one that never receives half of them. */
    COPIES(3, false),
    /** At random, a tenth is rejected, and half of the others come twice. */
    REJECTED_AND_TWICE(1, true);

    final int groups;
    final boolean answered;

    Story(int groups, boolean answered) {
      this.groups = groups;
      this.answered = answered;
    }
  }

  private final Story story;
  private final PageStore store;
  private final PhasedRecords records;
  private final List<Receipts> groups = new ArrayList<>();
  private final FanOutTracker copies;
  private final Map<Metric, Long> copiesSeen = new EnumMap<>(Metric.class);
  private final int seconds;
  private final List<MessageHeader.Writer> writers =
      IntStream.range(0, PRODUCERS)
          .mapToObj(producer -> new MessageHeader.Writer(RUN, producer, () -> STAMP))
          .toList();
  private final byte[] body = new byte[MessageHeader.BYTES];
  private final MessageHeader header = new MessageHeader();
  private long rejected;
  private long lost;
  private long twice;

  private CompressedDay(Story story, PageStore store, int seconds) {
    this.story = story;
    this.store = store;
    this.seconds = seconds;
    this.records = new PhasedRecords(store);
    for (int group = 0; group < story.groups; group++) {
      OrderCheck order = group == 0 ? OrderCheck.of(PRODUCERS, 8, 0, store) : null;
      groups.add(new Receipts(RUN, records.sends(), order));
    }
    this.copies = new FanOutTracker(story.groups, store);
  }

  /** Arguments: share of a day and of the pages held in the heap, an empty directory, story. */
  public static void main(String[] args) throws Exception {
    double share = Double.parseDouble(args[0]);
    int seconds = (int) (SECONDS_PER_DAY * share);
    Path directory = Path.of(args[1]);
    Story story = Story.valueOf(args[2]);
    try (PageStore store = new PageStore(directory, (long) (PageStore.HEAP_BYTES * share))) {
      CompressedDay day = new CompressedDay(story, store, seconds);
      try (CollectedSeconds collected = new CollectedSeconds(directory, day.records)) {
        day.live(collected);
      }
      day.reconcile();
    }
  }

  private void live(CollectedSeconds collected) throws Exception {
    look(0);
    for (int second = 0; second < seconds; second++) {
      send(second);
      receive(0, second);
      if (story == Story.COPIES) {
        receive(2, second);
        if (second >= LAG_SECONDS) {
          receive(1, second - LAG_SECONDS);
        }
      }
      collected.second(second, MESSAGES_PER_SECOND);
      if ((second + 1) % Math.max(1, seconds / LOOKS) == 0) {
        look(second + 1);
      }
    }
    for (int second = Math.max(0, seconds - LAG_SECONDS);
        story == Story.COPIES && second < seconds;
        second++) {
      receive(1, second);
    }
  }

  private static long first(int second) {
    return (long) second * MESSAGES_PER_SECOND / PRODUCERS;
  }

  /** Sixteen random bits of a message. */
  private static int random(int producer, long sequence) {
    long mixed = (sequence * PRODUCERS + producer + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return (int) (mixed >>> 48);
  }

  private boolean isRejected(int producer, long sequence) {
    return story == Story.REJECTED_AND_TWICE && random(producer, sequence) % 10 == 0;
  }

  private void send(int second) {
    for (int producer = 0; producer < PRODUCERS; producer++) {
      for (long sequence = first(second); sequence < first(second + 1); sequence++) {
        records.sends().attempted(producer, sequence, 1);
        SendOutcome outcome = story.answered ? SendOutcome.ACKED : SendOutcome.UNKNOWN;
        if (isRejected(producer, sequence)) {
          outcome = SendOutcome.REJECTED;
          rejected++;
        }
        records.sends().ended(producer, sequence, 1, outcome);
      }
    }
  }

  private void receive(int group, int second) {
    boolean loses = story == Story.HALF_LOST || group == 2;
    for (int producer = 0; producer < PRODUCERS; producer++) {
      for (long sequence = first(second); sequence < first(second + 1); sequence++) {
        if (loses && random(producer, sequence) % 2 == 0) {
          lost++;
        } else if (!isRejected(producer, sequence)) {
          deliver(group, producer, sequence);
        }
      }
    }
  }

  private void deliver(int group, int producer, long sequence) {
    writers.get(producer).write(body, sequence, 0, TransactionOutcome.COMMITTED, 0);
    header.decode(body);
    groups.get(group).received(header, (int) (sequence % 8), 0);
    if (story == Story.COPIES) {
      Metric copy = copies.received(producer, sequence);
      if (copy != null) {
        copiesSeen.merge(copy, 1L, Long::sum);
      }
    }
    if (story == Story.REJECTED_AND_TWICE && random(producer, sequence) % 2 == 0) {
      groups.get(group).received(header, (int) (sequence % 8), 0);
      twice++;
    }
  }

  private void look(int second) {
    System.gc();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    System.out.printf(
        Locale.ROOT,
        "%s %d s, %d messages, %.1f MiB heap, %.1f MiB file%n",
        story,
        second,
        (long) second * MESSAGES_PER_SECOND,
        used / 1048576.0,
        store.fileBytes() / 1048576.0);
  }

  private void reconcile() {
    long messages = (long) seconds * MESSAGES_PER_SECOND;
    long missing = 0;
    for (Receipts receipts : groups) {
      Reconciliation all =
          Reconciliation.of(
              records.sends(), receipts, story.answered, true, true, (p, s) -> Visibility.YES);
      same("lost", 0, all.lost().size());
      same("recovered", 0, all.recovered().size());
      same("phantom", 0, all.phantom().size());
      same("received", receipts.counts().messages(), all.delivered());
      same("all", messages - rejected, all.delivered() + all.indeterminate().size());
      same("duplicates", twice, receipts.duplicates().size());
      missing += all.indeterminate().size();
    }
    same("never received", lost, missing);
    OrderCheck order = groups.get(0).order();
    same("reordered", 0, order == null ? -1 : order.reordered().size());
    if (story == Story.COPIES) {
      same("first copies", messages, copiesSeen.getOrDefault(Metric.FIRST_COPY, 0L));
      same("second copies", messages, copiesSeen.getOrDefault(Metric.MEDIAN_COPY, 0L));
      same("last copies", messages - lost, copiesSeen.getOrDefault(Metric.LAST_COPY, 0L));
    }
    look(seconds);
  }

  private void same(String what, long expected, long actual) {
    if (expected != actual) {
      throw new AssertionError(story + ": " + what + ": " + actual + " instead of " + expected);
    }
  }
}
