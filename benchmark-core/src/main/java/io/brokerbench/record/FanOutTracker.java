package io.brokerbench.record;

import io.brokerbench.results.Metric;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Determines which copy of a message a delivery is, if each of several groups receives one: 4 bytes
 * per message. Thread-safe.
 */
public final class FanOutTracker {

  private static final int PAGE = 1 << 12;
  private static final int PAGES = 1 << 16;

  private final int groups;
  private final PerProducer<AtomicReferenceArray<@Nullable AtomicIntegerArray>> counts =
      new PerProducer<>(() -> new AtomicReferenceArray<>(PAGES));

  /**
   * Creates an empty count.
   *
   * @param groups number of groups that each receive every message
   */
  public FanOutTracker(int groups) {
    this.groups = groups;
  }

  /**
   * Notes that a group received the message for the first time.
   *
   * @return the latency metric of this copy, if it has one
   */
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
