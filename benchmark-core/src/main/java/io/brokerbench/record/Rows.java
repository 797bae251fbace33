package io.brokerbench.record;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something for each producer, made when it is first needed. Thread-safe, without locks. */
final class Rows<T> {

  /** As many producers as a header can name, in pages: most runs have few, and many rows. */
  private static final int PAGES = 1 << 8;

  private static final int PAGE = 1 << 8;

  private final AtomicReferenceArray<@Nullable AtomicReferenceArray<@Nullable T>> pages =
      new AtomicReferenceArray<>(PAGES);
  private final Supplier<T> maker;

  Rows(Supplier<T> maker) {
    this.maker = maker;
  }

  /** Made if there is none yet. */
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

  /** Null if there is none yet. */
  @Nullable T find(int producer) {
    AtomicReferenceArray<@Nullable T> page = pages.get(producer / PAGE);
    return page == null ? null : page.get(producer % PAGE);
  }

  /** One more than the highest producer that has a row. */
  int size() {
    int size = PAGES * PAGE;
    while (size > 0 && find(size - 1) == null) {
      size--;
    }
    return size;
  }
}
