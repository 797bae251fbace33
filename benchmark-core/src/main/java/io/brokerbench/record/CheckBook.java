package io.brokerbench.record;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Answers check-backs of transactions by what the messages carry, and counts them. Thread-safe. */
public final class CheckBook {

  /**
   * Counts at one moment.
   *
   * @param checks all there were
   * @param unexpected for messages whose local transaction had an end: the broker did not hear of
   *     it
   * @param duplicate for messages that a check-back had resolved before
   * @param foreign for messages of other runs
   */
  public record Counts(long checks, long unexpected, long duplicate, long foreign) {

    /** None. */
    public static final Counts NONE = new Counts(0, 0, 0, 0);
  }

  private final int run;
  private final Rows<PagedBits> resolved = new Rows<>(() -> new PagedBits(1));
  private final LongAdder resolutions = new LongAdder();
  private final LongAdder checks = new LongAdder();
  private final LongAdder unexpected = new LongAdder();
  private final LongAdder duplicate = new LongAdder();
  private final LongAdder foreign = new LongAdder();

  /** Answers for the messages of this run; all others are rolled back. */
  public CheckBook(int run) {
    this.run = run;
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
    if (header.fate().local() != Resolution.UNKNOWN) {
      unexpected.increment();
    }
    Resolution answer = header.fate().check(number);
    if (answer != Resolution.UNKNOWN) {
      boolean again = resolved.of(header.producer()).set(header.sequence(), 1) != 0;
      (again ? duplicate : resolutions).increment();
    }
    return answer;
  }

  /** Number of the run whose messages it answers for. */
  public int run() {
    return run;
  }

  /** Whether a check-back was answered with commit or rollback. */
  public boolean isResolved(int producer, long sequence) {
    PagedBits bits = resolved.find(producer);
    return bits != null && bits.get(sequence) == 1;
  }

  /** How many messages a check-back resolved. */
  public long resolutions() {
    return resolutions.sum();
  }

  public Counts counts() {
    return new Counts(checks.sum(), unexpected.sum(), duplicate.sum(), foreign.sum());
  }
}
