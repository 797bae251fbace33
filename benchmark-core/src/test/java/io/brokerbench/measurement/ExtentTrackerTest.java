package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.Extent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExtentTrackerTest {

  @Test
  void unknownValuesAreNoPartOfTheExtent() {
    ExtentTracker tracker = new ExtentTracker();
    tracker.add(-1, true);
    tracker.add(5, true);
    tracker.add(0, true);
    tracker.add(0, false);
    tracker.add(2, true);
    tracker.add(-1, true);
    assertThat(tracker.known()).isTrue();
    assertThat(tracker.extent()).isEqualTo(new Extent(5, 5, 2, 0.5, 3L));
  }

  /** A source that hardly answers would otherwise show what it said before the load. */
  @ParameterizedTest
  @CsvSource({"30, 0, false", "30, 1, false", "5, 1, false", "4, 0, true", "30, 2, true"})
  void aReadingThatIsOnlyRepeatedIsNoExtent(int samples, int readings, boolean known) {
    ExtentTracker tracker = new ExtentTracker();
    for (int i = 0; i < samples; i++) {
      tracker.add(0, i < readings);
    }
    assertThat(tracker.known()).isEqualTo(known);
  }

  @Test
  void withoutAValueThereIsNone() {
    ExtentTracker tracker = new ExtentTracker();
    tracker.add(-1, true);
    assertThat(tracker.known()).isFalse();
  }
}
