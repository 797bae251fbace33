package io.brokerbench.record;

import static io.brokerbench.record.BookChunk.check;

import io.brokerbench.record.BookChunk.Book;
import io.brokerbench.record.BookChunk.Kind;
import io.brokerbench.record.page.PagedBits;
import io.brokerbench.units.Text;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The books of a process's audit, as one: {@link SendBook}, {@link Receipts} of each consumer
 * group, {@link CheckBackBook}. If several processes (workers) send and receive the messages of a
 * run, each exports its books once its senders and consumers have stopped, and one process (the
 * controller) accepts them into books of its own. It then has what one process would have that had
 * sent and received all messages. Thread-safe, except that nothing else may change the books
 * meanwhile.
 *
 * <p>Each producer is one worker's. Every worker and the controller have the same groups in the
 * same order, with {@link Receipts#ofSeveral}. The merged figures are those of one process, for
 * messages of other runs as well, with these exceptions:
 *
 * <ul>
 *   <li>A message that several workers received is one message. Which of them received it first is
 *       unknown: taken to be first is a delivery that is not marked as redelivered, if any worker's
 *       first one is not. All other first deliveries that are not marked are duplicates. One
 *       process would count a redelivered first delivery more where the very first delivery was
 *       marked, and one that is not marked came later, to another worker; and a duplicate more if
 *       yet another one came later to the worker of the first. The message is early if the first
 *       delivery to any of them was.
 *   <li>A message that was never sent is found when all books are here ({@link #complete}), by what
 *       was attempted at the end. It counts as unexpected once, however often it was received; its
 *       other deliveries stay redelivered or duplicate deliveries.
 *   <li>Order is that at each worker: see {@link OrderCheck}.
 * </ul>
 */
public final class Books {

  /** Number of a worker's next chunk after its last. */
  private static final int NONE = -1;

  /** Bytes of contents after which pages that did not change meanwhile may be packed. */
  private static final long BYTES_PER_LOOK = 64 << 20;

  private static final int NUMBERS_OF_GROUP = 8;
  private static final int NUMBERS_OF_CHECKS = 4;

  private final SendBook sent;
  private final List<Receipts> groups;
  private final CheckBackBook checks;
  private final Map<String, Integer> nextNumbers = new HashMap<>();
  private final Map<Integer, String> workersOfProducers = new HashMap<>();
  private long bytesSinceLook;

  /**
   * Puts the books of a process together.
   *
   * @param groups in the order of the groups
   * @param checks of the same run
   */
  public Books(SendBook sent, List<Receipts> groups, CheckBackBook checks) {
    this.sent = sent;
    this.groups = List.copyOf(groups);
    this.checks = checks;
  }

  /**
   * Passes on the books in chunks of at most 257 KiB, each of which is made when the one before it
   * has been taken. Pages whose messages are all the same take a few bytes in total.
   */
  public void export(Consumer<byte[]> chunks) {
    new BookExport(this, chunks).run();
  }

  /**
   * Adds a chunk of a worker. A worker's chunks come in the order of their export, those of several
   * workers in any.
   *
   * @param worker its name, for errors as well
   * @return whether it was the last chunk of this worker
   * @throws IllegalArgumentException if the chunk is malformed or incomplete, is not the worker's
   *     next one, is not of this run and these groups, or has a producer of another worker; nothing
   *     of it is added
   * @throws java.io.UncheckedIOException if the file of the books' store fails
   */
  public boolean accept(String worker, byte[] chunk) {
    try {
      return accept(worker, BookChunk.of(chunk));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Text.of("%s: the audit's books are not accepted: %s", worker, e.getMessage()), e);
    }
  }

  private synchronized boolean accept(String worker, BookChunk chunk) {
    int next = nextNumbers.getOrDefault(worker, 0);
    check(next != NONE, "chunk " + chunk.number() + " came after the last");
    check(chunk.number() == next, "chunk " + chunk.number() + " came instead of " + next);
    Book book = chunk.book();
    check(
        book.run() == run() || book.kind() == Kind.SEEN,
        "the run is " + book.run() + " instead of " + run());
    check(book.group() < Math.max(1, groups.size()), "there is no group " + (book.group() + 1));
    switch (book.kind()) {
      case SENT -> addSent(worker, chunk);
      case SEEN -> addSeen(chunk);
      case COUNTS -> addCounts(chunk);
      default -> addSet(chunk);
    }
    boolean last = book.kind() == Kind.COUNTS;
    nextNumbers.put(worker, last ? NONE : next + 1);
    bytesSinceLook += chunk.content().limit();
    if (bytesSinceLook > BYTES_PER_LOOK) {
      bytesSinceLook = 0;
      sent.store().compact();
    }
    return last;
  }

  private void addSent(String worker, BookChunk chunk) {
    int producer = chunk.book().producer();
    ByteBuffer content = chunk.content();
    check(content.remaining() >= Long.BYTES, "the number of messages is missing");
    long attempted = content.getLong();
    check(
        attempted > 0 && attempted <= (long) PagedBits.MAX_PAGES * PagedBits.PAGE,
        "producer " + producer + " cannot have sent " + attempted + " messages");
    long[][] pages = chunk.readPages(SendBook.WIDTH);
    chunk.checkEnd();
    check(
        SendBook.isWithin(attempted, chunk.page(), pages),
        "producer " + producer + " has more outcomes than its " + attempted + " messages");
    String owner = workersOfProducers.get(producer);
    check(
        owner == null ? sent.attempted(producer) == 0 : owner.equals(worker),
        "producer " + producer + " has also sent in " + (owner == null ? "this process" : owner));
    check(
        owner == null || sent.attempted(producer) == attempted,
        "producer "
            + producer
            + " has "
            + attempted
            + " messages instead of "
            + sent.attempted(producer));
    workersOfProducers.put(producer, worker);
    sent.add(producer, attempted, chunk.page(), pages);
  }

  private void addSeen(BookChunk chunk) {
    check(!groups.isEmpty(), "there are no groups");
    Book book = chunk.book();
    long[][] seen = chunk.readPages(1);
    long[][] redelivered = chunk.readPages(1);
    chunk.checkEnd();
    long unseen = 0;
    for (int i = 0; i < seen.length; i++) {
      for (int word = 0; word < seen[i].length; word++) {
        unseen |= redelivered[i][word] & ~seen[i][word];
      }
    }
    check(unseen == 0, "messages were redelivered, but not received");
    Receipts receipts = groups.get(book.group());
    for (int i = 0; i < seen.length; i++) {
      receipts.addSeen(book.run(), book.producer(), chunk.page() + i, seen[i], redelivered[i]);
    }
  }

  private void addSet(BookChunk chunk) {
    Book book = chunk.book();
    MessageSet set = set(book.kind(), book.group());
    if (set == null) {
      throw new IllegalArgumentException("there is no book of " + book.kind());
    }
    long[][] pages = chunk.readPages(1);
    chunk.checkEnd();
    for (int i = 0; i < pages.length; i++) {
      if (book.kind() == Kind.RESOLVED) {
        checks.addResolved(book.producer(), chunk.page() + i, pages[i]);
      } else {
        set.addAll(book.producer(), chunk.page() + i, pages[i]);
      }
    }
  }

  private void addCounts(BookChunk chunk) {
    int numbers = groups.size() * NUMBERS_OF_GROUP + NUMBERS_OF_CHECKS;
    check(
        chunk.content().remaining() == numbers * Long.BYTES,
        "the counts are not " + numbers + " numbers");
    LongBuffer counts = chunk.content().asLongBuffer();
    for (int i = 0; i < numbers; i++) {
      check(counts.get(i) >= 0, "a count of " + counts.get(i));
    }
    for (int group = 0; group < groups.size(); group++) {
      boolean ordered = counts.get((group + 1) * NUMBERS_OF_GROUP - 1) > 0;
      check(
          ordered == (groups.get(group).order() != null),
          "the order of group " + (group + 1) + " is checked on one side only");
    }
    for (Receipts receipts : groups) {
      receipts.add(
          new Receipts.Counts(
              counts.get(),
              0,
              counts.get(),
              0,
              counts.get(),
              counts.get(),
              counts.get(),
              counts.get(),
              counts.get(),
              null));
      long displacement = counts.get() - 1;
      if (receipts.order() != null) {
        receipts.order().add(displacement);
      }
    }
    checks.add(new CheckBackBook.Counts(counts.get(), counts.get(), counts.get(), counts.get()));
  }

  ByteBuffer counts() {
    ByteBuffer content =
        ByteBuffer.allocate((groups.size() * NUMBERS_OF_GROUP + NUMBERS_OF_CHECKS) * Long.BYTES);
    for (Receipts receipts : groups) {
      Receipts.Counts counts = receipts.counts();
      content
          .putLong(counts.deliveries())
          .putLong(counts.redelivered())
          .putLong(counts.postponed())
          .putLong(counts.foreign())
          .putLong(counts.unexpected())
          .putLong(counts.duplicateDeliveries())
          .putLong(counts.corruptDeliveries())
          .putLong(counts.order() == null ? 0 : counts.order().largestDisplacement() + 1);
    }
    CheckBackBook.Counts counts = checks.counts();
    return content
        .putLong(counts.checks())
        .putLong(counts.unexpected())
        .putLong(counts.duplicate())
        .putLong(counts.foreign())
        .flip();
  }

  /**
   * Counts messages of this run that were received and never sent as unexpected, and drops them
   * from the messages, duplicates and so on. To be called once, after the last chunk of the last
   * worker; not if books are missing, because the messages of their senders would count as never
   * sent.
   */
  public synchronized void complete() {
    groups.forEach(Receipts::dropNeverSent);
  }

  int run() {
    return checks.run();
  }

  SendBook sent() {
    return sent;
  }

  List<Receipts> groups() {
    return groups;
  }

  /** The messages of a kind; null if they are not a set, or order is not checked. */
  @Nullable MessageSet set(Kind kind, int group) {
    if (kind == Kind.RESOLVED) {
      return checks.resolved();
    }
    Receipts receipts = group < groups.size() ? groups.get(group) : null;
    OrderCheck order = receipts == null ? null : receipts.order();
    return switch (kind) {
      case DUPLICATES -> receipts == null ? null : receipts.duplicates();
      case CORRUPT -> receipts == null ? null : receipts.corrupt();
      case EARLY -> receipts == null ? null : receipts.early();
      case REORDERED -> order == null ? null : order.reordered();
      case REORDERED_IN_SHARD -> order == null ? null : order.reorderedInShard();
      default -> null;
    };
  }
}
