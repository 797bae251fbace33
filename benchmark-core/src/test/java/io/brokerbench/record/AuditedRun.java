package io.brokerbench.record;

import io.brokerbench.record.page.PagedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What happens in a run. */
final class AuditedRun {

  private static final TransactionOutcome CHECKED =
      new TransactionOutcome(Resolution.UNKNOWN, 1, Resolution.COMMIT);

  record Delivered(
      int group,
      @Nullable MessageHeader header,
      int queue,
      int attempt,
      boolean postponed,
      double place) {}

  record Checked(MessageHeader header, int number) {}

  final SplittableRandom random;
  final double trouble;
  final boolean byQueue;
  final List<Integer> producers = List.of(0, 2, 3, 9);
  final List<Long> attempted = new ArrayList<>();
  final List<Delivered> deliveries = new ArrayList<>();
  final List<Checked> checks = new ArrayList<>();

  /**
   * Draws a run.
   *
   * @param byQueue each queue stays at one worker, so that all of an order is seen; if not, each
   *     delivery comes to any worker, and copies that are marked as redelivered come after those
   *     that are not
   */
  AuditedRun(long seed, boolean byQueue) {
    this.random = new SplittableRandom(seed);
    this.trouble = List.of(0.0, 0.0005, 0.01, 0.2).get(random.nextInt(4));
    this.byQueue = byQueue;
    for (int producer : producers) {
      long pages = random.nextInt(3);
      long messages = pages * PagedBits.PAGE + (random.nextBoolean() ? random.nextInt(5000) : 0);
      attempted.add(messages);
      for (long sequence = 0; sequence < messages; sequence++) {
        for (int group = 0; group < 2; group++) {
          copies(group, producer, sequence);
        }
      }
    }
    int strangers = trouble > 0 ? random.nextInt(200) : 0;
    for (int i = 0; i < strangers; i++) {
      stranger(i);
    }
    deliveries.sort(Comparator.comparingDouble(Delivered::place));
  }

  boolean happens() {
    return random.nextDouble() < trouble;
  }

  private void copies(int group, int producer, long sequence) {
    int copies = happens() ? random.nextInt(4) : 1;
    int[] attempts = IntStream.range(0, copies).map(i -> happens() ? 1 : 0).toArray();
    double[] places =
        IntStream.range(0, copies)
            .mapToDouble(i -> sequence + (happens() ? random.nextDouble() * 100 : 0))
            .toArray();
    if (!byQueue) {
      Arrays.sort(attempts);
      Arrays.sort(places);
    }
    int queue = (int) (sequence % 3);
    for (int copy = 0; copy < copies; copy++) {
      MessageHeader header = header(Machine.RUN, producer, sequence, !happens());
      deliveries.add(new Delivered(group, header, queue, attempts[copy], happens(), places[copy]));
      if (happens()) {
        checks.add(new Checked(header, random.nextInt(3) + 1));
      }
    }
  }

  /** Without a header, of another run, or never sent; not a part of any order that is checked. */
  private void stranger(int number) {
    boolean ours = random.nextBoolean();
    int producer = byQueue || !ours ? 5 : producers.get(random.nextInt(4));
    long first = ours && !byQueue ? attempted.get(producers.indexOf(producer)) : 0;
    long sequence = ours ? first + number : random.nextInt(5000);
    MessageHeader header =
        header(ours ? Machine.RUN : Machine.RUN + 1, producer, sequence, random.nextInt(5) > 0);
    int attempt = byQueue ? 1 : (int) (sequence % 2);
    int queue = number % Machine.QUEUES;
    for (int copy = 0; copy < (ours ? 1 : 1 + random.nextInt(2)); copy++) {
      deliveries.add(
          new Delivered(
              number % 2,
              random.nextInt(5) == 0 ? null : header,
              queue,
              attempt,
              false,
              random.nextDouble() * 5000));
    }
  }

  /** Every fourth message is a transaction whose end a check-back resolves. */
  static MessageHeader header(int run, int producer, long sequence, boolean intact) {
    TransactionOutcome outcome = sequence % 4 == 3 ? CHECKED : TransactionOutcome.COMMITTED;
    return TestHeader.of(run, producer, sequence, outcome, intact);
  }

  /** Deals everything to one process and to several, in the same order. */
  void happen(Machine alone, List<Machine> workers) {
    for (int i = 0; i < producers.size(); i++) {
      Machine worker = any(workers);
      for (long sequence = 0; sequence < attempted.get(i); sequence++) {
        boolean noOutcome = happens();
        SendOutcome outcome = happens() ? any(List.of(SendOutcome.values())) : SendOutcome.ACKED;
        for (Machine each : List.of(alone, worker)) {
          each.sent.attempted(producers.get(i), sequence, 1);
          if (!noOutcome) {
            each.sent.ended(producers.get(i), sequence, 1, outcome);
          }
        }
      }
    }
    for (Delivered delivered : deliveries) {
      alone.deliver(delivered);
      (byQueue ? workers.get(delivered.queue % workers.size()) : any(workers)).deliver(delivered);
    }
    for (Checked checked : checks) {
      alone.checks.check(checked.header, checked.number);
      any(workers).checks.check(checked.header, checked.number);
    }
    workers.forEach(
        worker -> IntStream.range(0, random.nextInt(6)).forEach(i -> worker.store.compact()));
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
