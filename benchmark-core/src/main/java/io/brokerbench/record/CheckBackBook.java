package io.brokerbench.record;

import io.brokerbench.record.Reconciliation.Expectation;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.page.PageStore;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Answers check-backs of transactions according to the message headers, and counts them.
 * Thread-safe.
 */
public final class CheckBackBook {

  /**
   * Counts at one moment.
   *
   * @param checks all check-backs
   * @param unexpected for messages whose local transaction had ended: the broker did not receive
   *     its end
   * @param duplicate for messages that an earlier check-back had resolved
   * @param foreign for messages of other runs
   */
  public record Counts(long checks, long unexpected, long duplicate, long foreign) {

    public static final Counts NONE = new Counts(0, 0, 0, 0);
  }

  private final int run;
  private final MessageSet resolved;
  private final Expectation expectation;

  /** Whether other processes answer check-backs for the same messages. */
  private final boolean several;

  private final LongAdder resolutions = new LongAdder();
  private final LongAdder madeVisible = new LongAdder();
  private final LongAdder checks = new LongAdder();
  private final LongAdder unexpected = new LongAdder();
  private final LongAdder duplicate = new LongAdder();
  private final LongAdder foreign = new LongAdder();

  /**
   * Answers for the messages of this run, and leaves all others to their own producers.
   *
   * @param expectation which messages a consumer group must receive when they are committed
   */
  public CheckBackBook(int run, PageStore store, Expectation expectation) {
    this(run, store, expectation, false);
  }

  /** The same for consumers that must receive every message that is committed. */
  public CheckBackBook(int run, PageStore store) {
    this(run, store, (producer, sequence) -> Visibility.YES);
  }

  /**
   * The same in one of several processes, with any of which brokers may check back: a message that
   * an earlier check-back may have resolved elsewhere counts there only. If that one was lost, the
   * message counts nowhere, and a drain that waits for it ends after a time without progress.
   */
  public static CheckBackBook ofSeveral(int run, PageStore store, Expectation expectation) {
    return new CheckBackBook(run, store, expectation, true);
  }

  private CheckBackBook(int run, PageStore store, Expectation expectation, boolean several) {
    this.run = run;
    this.resolved = new MessageSet(store);
    this.expectation = expectation;
    this.several = several;
  }

  /**
   * Answers a check-back.
   *
   * @param header null if the body has none
   * @param number of the check-back for this message, from 1
   */
  public Resolution check(@Nullable MessageHeader header, int number) {
    checks.increment();
    if (header == null || header.run() != run || !header.intact()) {
      foreign.increment();
      return Resolution.UNKNOWN;
    }
    if (header.outcome().local() != Resolution.UNKNOWN) {
      unexpected.increment();
    }
    Resolution answer = header.outcome().check(number);
    if (answer == Resolution.UNKNOWN) {
      return answer;
    }
    if (!resolved.add(header.producer(), header.sequence())) {
      duplicate.increment();
    } else if (header.outcome().local() == Resolution.UNKNOWN
        && (!several || header.outcome().check(number - 1) == Resolution.UNKNOWN)) {
      resolutions.increment();
      if (answer == Resolution.COMMIT
          && expectation.of(header.producer(), header.sequence()) == Visibility.YES) {
        madeVisible.increment();
      }
    }
    return answer;
  }

  /** Number of the run to which its messages belong. */
  public int run() {
    return run;
  }

  /** Whether a check-back was answered with commit or rollback. */
  public boolean isResolved(int producer, long sequence) {
    return resolved.contains(producer, sequence);
  }

  /**
   * Number of messages that a check-back of this process resolved, of those whose local transaction
   * ended unknown: the others have an end without it.
   */
  public long resolutions() {
    return resolutions.sum();
  }

  /**
   * Number of those messages that a consumer group must receive from then on: the check-back
   * committed them.
   */
  public long madeVisible() {
    return madeVisible.sum();
  }

  public Counts counts() {
    return new Counts(checks.sum(), unexpected.sum(), duplicate.sum(), foreign.sum());
  }

  MessageSet resolved() {
    return resolved;
  }

  /** Adds messages that check-backs of another process resolved; those resolved here came twice. */
  void addResolved(int producer, int page, long[] messages) {
    duplicate.add(MessageSet.count(messages) - resolved.addAll(producer, page, messages));
  }

  void add(Counts counts) {
    checks.add(counts.checks());
    unexpected.add(counts.unexpected());
    duplicate.add(counts.duplicate());
    foreign.add(counts.foreign());
  }
}
