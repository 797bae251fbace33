package io.brokerbench.record;

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
  private final PerProducer<PagedBits> resolved;
  private final LongAdder resolutions = new LongAdder();
  private final LongAdder checks = new LongAdder();
  private final LongAdder unexpected = new LongAdder();
  private final LongAdder duplicate = new LongAdder();
  private final LongAdder foreign = new LongAdder();

  /** Answers for the messages of this run; rolls back all others. */
  public CheckBackBook(int run, PageStore store) {
    this.run = run;
    this.resolved = new PerProducer<>(() -> store.bits(1));
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
      return Resolution.ROLLBACK;
    }
    if (header.outcome().local() != Resolution.UNKNOWN) {
      unexpected.increment();
    }
    Resolution answer = header.outcome().check(number);
    if (answer != Resolution.UNKNOWN) {
      boolean again = resolved.of(header.producer()).set(header.sequence(), 1) != 0;
      (again ? duplicate : resolutions).increment();
    }
    return answer;
  }

  /** Number of the run to which its messages belong. */
  public int run() {
    return run;
  }

  /** Whether a check-back was answered with commit or rollback. */
  public boolean isResolved(int producer, long sequence) {
    PagedBits bits = resolved.find(producer);
    return bits != null && bits.get(sequence) == 1;
  }

  /** Number of messages resolved by a check-back. */
  public long resolutions() {
    return resolutions.sum();
  }

  public Counts counts() {
    return new Counts(checks.sum(), unexpected.sum(), duplicate.sum(), foreign.sum());
  }
}
