package io.brokerbench.record;

import io.brokerbench.clock.Clock;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.page.PageStore;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The audit of a run of {@value #WORKERS} workers. Each keeps its books in turn and exports them to
 * a file; then the controller accepts all of them and reconciles. A program of its own, so that its
 * heap is its own. It prints the time that the controller takes, and fails if a count is wrong.
 *
 * <p>Each message comes to any worker, at random, so that no page is uniform. Of all messages 1 %
 * end without an answer, and half of those are not stored; 0.1 % are rejected; of those
 * acknowledged 0.01 % are lost; of those received 0.1 % come once more to another worker, half of
 * them marked as redelivered.
 */
final class ManyWorkers {

  static final int WORKERS = 20;
  private static final int RUN = 1;
  private static final int PRODUCERS_OF_WORKER = 4;
  private static final int PRODUCERS = WORKERS * PRODUCERS_OF_WORKER;

  private final long messagesOfProducer;
  private final Path directory;
  private long acked;
  private long lost;
  private long recovered;
  private long indeterminate;
  private long rejected;
  private long redelivered;
  private long duplicates;

  private ManyWorkers(long messages, Path directory) {
    this.messagesOfProducer = messages / PRODUCERS;
    this.directory = directory;
  }

  /** Arguments: number of messages of all workers, an empty directory. */
  public static void main(String[] args) throws IOException {
    ManyWorkers run = new ManyWorkers(Long.parseLong(args[0]), Path.of(args[1]));
    for (int worker = 0; worker < WORKERS; worker++) {
      run.work(worker);
    }
    run.control();
  }

  /** What happens to a message, by random bits. */
  private record Fate(long bits) {

    static Fate of(int producer, long sequence) {
      long mixed = (sequence * PRODUCERS + producer + 1) * 0x9E3779B97F4A7C15L;
      mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
      return new Fate(mixed ^ mixed >>> 31);
    }

    private int of10000() {
      return (int) (((bits & 0xFFFF_FFFFL) * 10_000) >>> 32);
    }

    SendOutcome outcome() {
      int share = of10000();
      return share < 100
          ? SendOutcome.UNKNOWN
          : share < 110 ? SendOutcome.REJECTED : SendOutcome.ACKED;
    }

    /** The worker that receives it first; none below 0. */
    int receiver() {
      int share = of10000();
      boolean missing = share < 50 || (share >= 100 && share <= 110);
      return missing ? -1 : ((int) (bits >>> 32 & 0xFFFF) * WORKERS) >>> 16;
    }

    boolean isTwice() {
      return of10000() >= 9990;
    }

    int otherReceiver() {
      return (receiver() + 1) % WORKERS;
    }

    int attemptOfOther() {
      return (int) (bits >>> 48 & 1);
    }
  }

  private void work(int worker) throws IOException {
    try (PageStore store = new PageStore(directory)) {
      SendBook sent = new SendBook(store);
      Receipts receipts = Receipts.ofSeveral(RUN, sent, null);
      for (int producer = 0; producer < PRODUCERS; producer++) {
        boolean own = producer / PRODUCERS_OF_WORKER == worker;
        for (long sequence = 0; sequence < messagesOfProducer; sequence++) {
          Fate fate = Fate.of(producer, sequence);
          if (own) {
            sent.attempted(producer, sequence, 1);
            sent.ended(producer, sequence, 1, fate.outcome());
            expect(fate);
          }
          if (fate.receiver() == worker) {
            receipts.received(TestHeader.of(RUN, producer, sequence), 0, 0);
          }
          if (fate.isTwice() && fate.otherReceiver() == worker) {
            receipts.received(TestHeader.of(RUN, producer, sequence), 0, fate.attemptOfOther());
          }
        }
        store.compact();
      }
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file(worker))))) {
        new Books(sent, List.of(receipts), new CheckBackBook(RUN, store))
            .export(
                chunk -> {
                  try {
                    out.writeInt(chunk.length);
                    out.write(chunk);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
      }
    }
  }

  private void expect(Fate fate) {
    boolean received = fate.receiver() >= 0;
    switch (fate.outcome()) {
      case ACKED -> {
        acked++;
        lost += received ? 0 : 1;
      }
      case REJECTED -> rejected++;
      case UNKNOWN -> {
        recovered += received ? 1 : 0;
        indeterminate += received ? 0 : 1;
      }
    }
    if (fate.isTwice()) {
      redelivered += fate.attemptOfOther();
      duplicates += 1 - fate.attemptOfOther();
    }
  }

  private Path file(int worker) {
    return directory.resolve("worker-" + worker);
  }

  private void control() throws IOException {
    try (PageStore store = new PageStore(directory)) {
      SendBook sent = new SendBook(store);
      Receipts receipts = Receipts.ofSeveral(RUN, sent, null);
      Clock clock = Clock.system();
      long start = clock.nanoTime();
      Books books = new Books(sent, List.of(receipts), new CheckBackBook(RUN, store));
      long bytes = accept(books);
      books.complete();
      long accepted = clock.nanoTime();
      Reconciliation all =
          Reconciliation.of(sent, receipts, true, true, true, (p, s) -> Visibility.YES);
      long reconciled = clock.nanoTime();
      check(all, receipts);
      System.out.printf(
          Locale.ROOT,
          "%,d messages of %d workers: %.1f MB; accepted in %.1f s, reconciled in %.1f s%n",
          messagesOfProducer * PRODUCERS,
          WORKERS,
          bytes / 1e6,
          (accepted - start) / 1e9,
          (reconciled - accepted) / 1e9);
    }
  }

  /** A chunk of each worker in turn. */
  private long accept(Books books) throws IOException {
    long bytes = 0;
    List<DataInputStream> workers = new ArrayList<>();
    for (int worker = 0; worker < WORKERS; worker++) {
      workers.add(new DataInputStream(new BufferedInputStream(Files.newInputStream(file(worker)))));
    }
    boolean[] ended = new boolean[WORKERS];
    for (int open = WORKERS; open > 0; ) {
      for (int worker = 0; worker < WORKERS; worker++) {
        if (!ended[worker]) {
          byte[] chunk = new byte[workers.get(worker).readInt()];
          workers.get(worker).readFully(chunk);
          bytes += chunk.length;
          ended[worker] = books.accept("worker-" + worker, chunk);
          open -= ended[worker] ? 1 : 0;
        }
      }
    }
    for (DataInputStream worker : workers) {
      worker.close();
    }
    return bytes;
  }

  private void check(Reconciliation all, Receipts receipts) {
    same("delivered", acked - lost, all.delivered());
    same("lost", lost, all.lost().size());
    same("recovered", recovered, all.recovered().size());
    same("indeterminate", indeterminate, all.indeterminate().size());
    same("phantom", 0, all.phantom().size());
    same("duplicates", duplicates, receipts.duplicates().size());
    long messages = acked - lost + recovered;
    if (!receipts
        .counts()
        .equals(
            new Receipts.Counts(
                messages + redelivered + duplicates,
                messages,
                redelivered,
                0,
                0,
                0,
                0,
                duplicates,
                0,
                null))) {
      throw new AssertionError(receipts.counts().toString());
    }
    same("all", messagesOfProducer * PRODUCERS, messages + lost + indeterminate + rejected);
  }

  private static void same(String what, long expected, long actual) {
    if (expected != actual) {
      throw new AssertionError(what + ": " + actual + " instead of " + expected);
    }
  }
}
