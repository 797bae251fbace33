package io.brokerbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.Phase;
import org.junit.jupiter.api.Test;

final class TimelineTest {

  @Test
  void theMeasuredTimeBeginsWithItsFirstNanosecond() {
    Timeline timeline = new Timeline(100);
    assertThat(timeline.phaseOf(Long.MAX_VALUE - 1)).isEqualTo(Phase.WARMUP);
    timeline.measure(200, 300);
    assertThat(timeline.phaseOf(199)).isEqualTo(Phase.WARMUP);
    assertThat(timeline.phaseOf(200)).isEqualTo(Phase.MEASURED);
    assertThat(timeline.phaseOf(300)).isEqualTo(Phase.MEASURED);
  }

  @Test
  void theEndComesEarlierButNeverLater() {
    Timeline timeline = new Timeline(100);
    assertThat(timeline.endNanos()).isEqualTo(Long.MAX_VALUE);
    timeline.measure(200, 300);
    timeline.endAt(400);
    assertThat(timeline.endNanos()).isEqualTo(300);
    timeline.endAt(250);
    assertThat(timeline.endNanos()).isEqualTo(250);
    timeline.measure(200, 300);
    assertThat(timeline.endNanos()).isEqualTo(250);
  }
}
