package io.brokerbench.driver;

import java.util.stream.IntStream;

/**
 * The part of a run's senders and consumers that a session serves. On one machine that is all of
 * them; with workers each has a part, and the session that prepared the run has none.
 *
 * @param senders indexes of its sender threads
 * @param clients indexes of its consumer clients in each group
 * @param run name of the run at the brokers, {@link Session#run}, which another session has
 *     prepared; empty if this session prepares the topic and the groups itself
 */
public record Seat(Span senders, Span clients, String run) {

  /** The whole run. */
  public static final Seat WHOLE = new Seat(Span.ALL, Span.ALL, "");

  /** The preparation of a run whose senders and consumers are all elsewhere. */
  public static final Seat PREPARATION = new Seat(Span.NONE, Span.NONE, "");

  /**
   * Consecutive indexes.
   *
   * @param from the first
   * @param to one more than the last
   */
  public record Span(int from, int to) {

    public static final Span ALL = new Span(0, Integer.MAX_VALUE);

    public static final Span NONE = new Span(0, 0);

    public boolean contains(int index) {
      return index >= from && index < to;
    }

    /** The indexes that are less than a number. */
    public IntStream below(int number) {
      return IntStream.range(from, Math.min(to, number));
    }

    /** Number of the indexes that are less than a number. */
    public int count(int number) {
      return Math.max(0, Math.min(to, number) - from);
    }
  }

  /** Whether another session has prepared the run. */
  public boolean joins() {
    return !run.isEmpty();
  }
}
