package io.brokerbench.run;

import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.LoadGenerator;
import org.jspecify.annotations.Nullable;

/** The senders and consumers of a run; either may be empty. */
record Traffic(LoadGenerator load, ConsumerGroups groups) {

  /**
   * Fails if the load or the consumption silently shrank; otherwise the broker would be blamed.
   *
   * @throws IllegalStateException if an exception escaped from a sender or a consumer
   */
  void check() {
    failWith("a sender failed", load.failure());
    failWith("a consumer failed", groups.failure());
  }

  private static void failWith(String what, @Nullable Throwable cause) {
    if (cause != null) {
      throw new IllegalStateException(what + ": " + cause, cause);
    }
  }
}
