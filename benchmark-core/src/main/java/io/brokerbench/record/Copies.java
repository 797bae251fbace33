package io.brokerbench.record;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which copy of a message a delivery is, where each of several groups gets one: 4 bytes for each
 * message. Thread-safe.
 */
public final class Copies {

  private static final int PAGE = 1 << 12;
  private static final int PAGES = 1 << 16;

  private final int groups;
  private final Rows<AtomicReferenceArray<@Nullable AtomicIntegerArray>> counts =
      new Rows<>(() -> new AtomicReferenceArray<>(PAGES));

  /**
   * Nothing received yet.
   *
   * @param groups of which each gets every message
   */
  public Copies(int groups) {
    this.groups = groups;
  }

  /** A group got the message for the first time; the latency that this is, if it is one. */
  public Optional<Metric> received(int producer, long sequence) {
    int page = (int) (sequence / PAGE);
    if (page >= PAGES) {
      return Optional.empty();
    }
    AtomicReferenceArray<@Nullable AtomicIntegerArray> pages = counts.of(producer);
    AtomicIntegerArray counted = pages.get(page);
    if (counted == null) {
      pages.compareAndSet(page, null, new AtomicIntegerArray(PAGE));
      counted = Objects.requireNonNull(pages.get(page));
    }
    int copy = counted.incrementAndGet((int) (sequence % PAGE));
    if (copy == 1) {
      return Optional.of(Metric.FIRST_COPY);
    }
    if (copy == groups) {
      return Optional.of(Metric.LAST_COPY);
    }
    return copy == (groups + 1) / 2 ? Optional.of(Metric.MEDIAN_COPY) : Optional.empty();
  }
}
