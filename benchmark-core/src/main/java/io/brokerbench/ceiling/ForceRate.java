package io.brokerbench.ceiling;

import io.brokerbench.ceiling.Ceilings.Forces;
import io.brokerbench.ceiling.Repetition.Outcome;
import io.brokerbench.clock.Clock;
import java.io.IOException;

/**
 * How often one thread can append a page and force it: queue depth 1, as a broker that flushes each
 * message before it acknowledges it, to one sender.
 */
final class ForceRate {

  static final int PAGE_BYTES = 4 << 10;

  /** 128 MiB of pages. */
  static final int MOST = 32_768;

  private final Storage storage;
  private final Clock clock;
  private final long longestNanos;

  ForceRate(Storage storage, Clock clock, long longestNanos) {
    this.storage = storage;
    this.clock = clock;
    this.longestNanos = longestNanos;
  }

  Forces measure() throws IOException {
    try (Storage.Appended file = storage.create()) {
      Outcome outcome =
          new Repetition(clock, MOST, longestNanos)
              .of(
                  () -> {
                    file.append(PAGE_BYTES);
                    file.force();
                  });
      return new Forces(outcome.perSecond(), outcome.latency());
    }
  }
}
