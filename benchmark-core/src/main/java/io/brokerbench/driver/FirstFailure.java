package io.brokerbench.driver;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The first exception that escaped from brokerbench code on a thread whose owner, often a client
 * library, would hide it. Thread-safe.
 */
public final class FirstFailure {

  private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

  /** Keeps the failure, unless there is an earlier one. */
  public void keep(Throwable failure) {
    first.compareAndSet(null, failure);
  }

  /** The failure kept; null if there is none. */
  public @Nullable Throwable get() {
    return first.get();
  }
}
