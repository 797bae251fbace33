package io.brokerbench.driver;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The first thing that escaped from code of brokerbench on a thread whose owner, often a client
 * library, would hide it. Thread-safe.
 */
public final class FirstFailure {

  private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

  /** Keeps it, unless there was one before. */
  public void keep(Throwable failure) {
    first.compareAndSet(null, failure);
  }

  /** What was kept; null if nothing was. */
  public @Nullable Throwable get() {
    return first.get();
  }
}
