package io.brokerbench.record;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something for each producer, made when it is first needed. Thread-safe, without locks. */
final class Rows<T> {

  /** As many producers as a header can name. */
  private static final int PRODUCERS = 1 << 16;

  private final AtomicReferenceArray<@Nullable T> rows = new AtomicReferenceArray<>(PRODUCERS);
  private final Supplier<T> maker;

  Rows(Supplier<T> maker) {
    this.maker = maker;
  }

  /** Made if there is none yet. */
  T of(int producer) {
    T row = rows.get(producer);
    if (row == null) {
      rows.compareAndSet(producer, null, maker.get());
      row = Objects.requireNonNull(rows.get(producer));
    }
    return row;
  }

  /** Null if there is none yet. */
  @Nullable T find(int producer) {
    return rows.get(producer);
  }

  /** One more than the highest producer that has a row. */
  int size() {
    int size = PRODUCERS;
    while (size > 0 && rows.get(size - 1) == null) {
      size--;
    }
    return size;
  }
}
