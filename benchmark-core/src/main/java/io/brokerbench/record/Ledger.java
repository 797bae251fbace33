package io.brokerbench.record;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts messages by what became of them. Thread-safe; takes no lock.
 *
 * <p>A message is counted under its phase by its intended time, so that the figures of the measured
 * time are complete although it begins and ends while messages are on their way.
 */
public final class Ledger {

  /** The kind of sends that by agreement nobody answers; their outcome stays unknown. */
  public static final String ONEWAY = "client-oneway";

  /**
   * What is known at one moment.
   *
   * @param attempted messages given to the client
   * @param onTime those of them that were given to it before the measured time ended
   * @param ackedOnTime messages that were acknowledged before the measured time ended
   * @param acked messages by the status under which the broker acknowledged them
   * @param rejected messages by the kind of refusal
   * @param unknown messages by the reason why nothing is known
   */
  public record Counts(
      long attempted,
      long onTime,
      long ackedOnTime,
      SortedMap<String, Long> acked,
      SortedMap<String, Long> rejected,
      SortedMap<String, Long> unknown) {

    /** No message at all. */
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

    /** Messages that went as they should: acknowledged, or sent one way. */
    public long successCount() {
      return ackedCount() + unknown.getOrDefault(ONEWAY, 0L);
    }

    /** Messages that did not, by kind. */
    public SortedMap<String, Long> failures() {
      SortedMap<String, Long> failures = new TreeMap<>(plus(rejected, unknown));
      failures.remove(ONEWAY);
      return failures;
    }

    /** Messages without an outcome yet. */
    public long inFlight() {
      return Math.max(0, attempted - ackedCount() - rejectedCount() - unknownCount());
    }

    /** Both together. */
    public Counts plus(Counts other) {
      return new Counts(
          attempted + other.attempted,
          onTime + other.onTime,
          ackedOnTime + other.ackedOnTime,
          plus(acked, other.acked),
          plus(rejected, other.rejected),
          plus(unknown, other.unknown));
    }

    /** The same, with what has no outcome counted as unknown under {@code kind}. */
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

  /** Messages that are about to be given to the client. */
  public void attempted(int messages, boolean beforeEnd) {
    attempted.add(messages);
    if (beforeEnd) {
      onTime.add(messages);
    }
  }

  /** Messages whose send has ended. */
  public void ended(Outcome outcome, String kind, int messages, boolean beforeEnd) {
    if (beforeEnd && outcome == Outcome.ACKED) {
      ackedOnTime.add(messages);
    }
    ConcurrentHashMap<String, LongAdder> kinds = of(outcome);
    LongAdder adder = kinds.get(kind);
    if (adder == null) {
      adder = kinds.computeIfAbsent(kind, k -> new LongAdder());
    }
    adder.add(messages);
  }

  /** The counts now. While senders run, they are from about the same moment, not exactly. */
  public Counts counts() {
    SortedMap<String, Long> ackedNow = sums(acked);
    SortedMap<String, Long> rejectedNow = sums(rejected);
    SortedMap<String, Long> unknownNow = sums(unknown);
    return new Counts(
        attempted.sum(), onTime.sum(), ackedOnTime.sum(), ackedNow, rejectedNow, unknownNow);
  }

  private ConcurrentHashMap<String, LongAdder> of(Outcome outcome) {
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
