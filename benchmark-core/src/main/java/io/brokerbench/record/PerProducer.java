package io.brokerbench.record;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One object per producer, created on demand. Thread-safe and lock-free. */
final class PerProducer<T> {

  /**
   * Covers all producers that a header can name, in pages, because most runs have few producers but
   * many instances of this class.
   */
  private static final int PAGES = 1 << 8;

  private static final int PAGE = 1 << 8;

  private final AtomicReferenceArray<@Nullable AtomicReferenceArray<@Nullable T>> pages =
      new AtomicReferenceArray<>(PAGES);
  private final Supplier<T> maker;

  PerProducer(Supplier<T> maker) {
    this.maker = maker;
  }

  /** The object of a producer; created if there is none. */
  T of(int producer) {
    AtomicReferenceArray<@Nullable T> page = pages.get(producer / PAGE);
    if (page == null) {
      pages.compareAndSet(producer / PAGE, null, new AtomicReferenceArray<>(PAGE));
      page = Objects.requireNonNull(pages.get(producer / PAGE));
    }
    T row = page.get(producer % PAGE);
    if (row == null) {
      page.compareAndSet(producer % PAGE, null, maker.get());
      row = Objects.requireNonNull(page.get(producer % PAGE));
    }
    return row;
  }

  /** The object of a producer; null if there is none. */
  @Nullable T find(int producer) {
    AtomicReferenceArray<@Nullable T> page = pages.get(producer / PAGE);
    return page == null ? null : page.get(producer % PAGE);
  }

  /** One more than the highest producer that has an object. */
  int size() {
    int size = PAGES * PAGE;
    while (size > 0 && find(size - 1) == null) {
      size--;
    }
    return size;
  }
}
