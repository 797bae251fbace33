package io.brokerbench.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ClockOffsetTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  @Test
  void aReadingBoundsTheOffsetByItsTwoDirections() {
    // Read between 10 and 14 ms here, when the other clock showed 112 ms: 98 to 102 ms ahead, and
    // 500 ppm of 4 ms.
    assertThat(ClockOffset.ofReading(10 * MILLI, 112 * MILLI, 14 * MILLI, 1))
        .isEqualTo(new ClockOffset(98 * MILLI - 2_000, 102 * MILLI + 2_000));
    assertThat(ClockOffset.ofReading(10 * MILLI, 112 * MILLI, 10 * MILLI, MILLI))
        .isEqualTo(new ClockOffset(102 * MILLI, 103 * MILLI - 1));
    assertThatThrownBy(() -> ClockOffset.ofReading(10, 0, 9, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anIntervalAgesBy500PpmInBothDirectionsOfTime() {
    ClockOffset offset = new ClockOffset(-100, 300);
    assertThat(offset.aged(SECOND)).isEqualTo(new ClockOffset(-500_100, 500_300));
    assertThat(offset.aged(-SECOND)).isEqualTo(offset.aged(SECOND));
    assertThat(offset.aged(0)).isEqualTo(offset);
    assertThat(offset.aged(1)).isEqualTo(new ClockOffset(-101, 301));
  }

  @Test
  void anUnknownOffsetHasAnErrorOfYearsAndTheSameClockHasNone() {
    assertThat(ClockOffset.UNKNOWN.errorNanos()).isGreaterThan(70L * 365 * 86_400 * SECOND);
    assertThat(ClockOffset.UNKNOWN.nanos()).isZero();
    assertThat(ClockOffset.NONE.errorNanos()).isZero();
    assertThat(ClockOffset.NONE.nanos()).isZero();
  }

  @Test
  void theErrorIsRoundedUp() {
    ClockOffset odd = new ClockOffset(-2, 3);
    assertThat(odd.nanos()).isZero();
    assertThat(odd.errorNanos()).isEqualTo(3);
  }
}
