package io.brokerbench.record;

import io.brokerbench.results.Sends;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts messages by outcome. Thread-safe and lock-free.
 *
 * <p>A message is counted in the phase of its intended time, so that the figures of the measured
 * time are complete although messages are in flight at its start and end.
 */
public final class Ledger {

  /** Kind of sends that are never answered; their outcome stays unknown. */
  public static final String ONEWAY = Sends.ONE_WAY;

  /**
   * Counts at one moment.
   *
   * @param attempted messages passed to the client
   * @param onTime those of them passed to it before the measured time ended
   * @param ackedOnTime messages acknowledged before the measured time ended
   * @param acked acknowledged messages by send status
   * @param rejected rejected messages by kind of rejection
   * @param unknown messages without a known outcome, by reason
   */
  public record Counts(
      long attempted,
      long onTime,
      long ackedOnTime,
      SortedMap<String, Long> acked,
      SortedMap<String, Long> rejected,
      SortedMap<String, Long> unknown) {

    public static final Counts NONE =
        new Counts(
            0,
            0,
            0,
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap());

    public long ackedCount() {
      return sum(acked);
    }

    public long rejectedCount() {
      return sum(rejected);
    }

    public long unknownCount() {
      return sum(unknown);
    }

    /** Successful messages: acknowledged, or sent one way. */
    public long successCount() {
      return ackedCount() + unknown.getOrDefault(ONEWAY, 0L);
    }

    /** Failed messages by kind. */
    public SortedMap<String, Long> failures() {
      SortedMap<String, Long> failures = new TreeMap<>(plus(rejected, unknown));
      failures.remove(ONEWAY);
      return failures;
    }

    /** Messages without an outcome yet. */
    public long inFlight() {
      return Math.max(0, attempted - ackedCount() - rejectedCount() - unknownCount());
    }

    public Counts plus(Counts other) {
      return new Counts(
          attempted + other.attempted,
          onTime + other.onTime,
          ackedOnTime + other.ackedOnTime,
          plus(acked, other.acked),
          plus(rejected, other.rejected),
          plus(unknown, other.unknown));
    }

    /** Returns these counts with the messages in flight counted as unknown of the given kind. */
    public Counts withInFlightAs(String kind) {
      if (inFlight() == 0) {
        return this;
      }
      return new Counts(
          attempted,
          onTime,
          ackedOnTime,
          acked,
          rejected,
          plus(unknown, new TreeMap<>(Map.of(kind, inFlight()))));
    }

    private static long sum(Map<String, Long> kinds) {
      return kinds.values().stream().mapToLong(Long::longValue).sum();
    }

    private static SortedMap<String, Long> plus(Map<String, Long> one, Map<String, Long> other) {
      SortedMap<String, Long> sums = new TreeMap<>(one);
      other.forEach((kind, count) -> sums.merge(kind, count, Long::sum));
      return Collections.unmodifiableSortedMap(sums);
    }
  }

  private final LongAdder attempted = new LongAdder();
  private final LongAdder onTime = new LongAdder();
  private final LongAdder ackedOnTime = new LongAdder();
  private final ConcurrentHashMap<String, LongAdder> acked = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, LongAdder> rejected = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, LongAdder> unknown = new ConcurrentHashMap<>();

  /** Counts messages just before they are passed to the client. */
  public void attempted(int messages, boolean beforeEnd) {
    attempted.add(messages);
    if (beforeEnd) {
      onTime.add(messages);
    }
  }

  /** Counts messages whose send has ended. */
  public void ended(SendOutcome outcome, String kind, int messages, boolean beforeEnd) {
    if (beforeEnd && outcome == SendOutcome.ACKED) {
      ackedOnTime.add(messages);
    }
    ConcurrentHashMap<String, LongAdder> kinds = of(outcome);
    LongAdder adder = kinds.get(kind);
    if (adder == null) {
      adder = kinds.computeIfAbsent(kind, k -> new LongAdder());
    }
    adder.add(messages);
  }

  /** The current counts. While senders are running, they are only approximately from one moment. */
  public Counts counts() {
    SortedMap<String, Long> ackedNow = sums(acked);
    SortedMap<String, Long> rejectedNow = sums(rejected);
    SortedMap<String, Long> unknownNow = sums(unknown);
    return new Counts(
        attempted.sum(), onTime.sum(), ackedOnTime.sum(), ackedNow, rejectedNow, unknownNow);
  }

  private ConcurrentHashMap<String, LongAdder> of(SendOutcome outcome) {
    return switch (outcome) {
      case ACKED -> acked;
      case REJECTED -> rejected;
      case UNKNOWN -> unknown;
    };
  }

  private static SortedMap<String, Long> sums(Map<String, LongAdder> kinds) {
    SortedMap<String, Long> sums = new TreeMap<>();
    kinds.forEach((kind, adder) -> sums.put(kind, adder.sum()));
    return sums;
  }
}
