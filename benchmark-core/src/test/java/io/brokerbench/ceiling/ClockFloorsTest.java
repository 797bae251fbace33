package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ClockFloorsTest {

  @Test
  void whatAReadingOfTheClockTakesIsTheTimerFloor() {
    CeilingLatency floor = new ClockFloors(SlowMachine.reading(25)).timer();
    assertThat(floor.p50Nanos()).isEqualTo(25);
    assertThat(floor.p99Nanos()).isEqualTo(25);
  }

  @Test
  void theParkFloorIsWhatIsBeyondTheNanosecondAskedFor() {
    CeilingLatency floor =
        new ClockFloors(SlowMachine.forcing(0)).park(TimeUnit.SECONDS.toNanos(1));
    assertThat(floor).isEqualTo(new CeilingLatency(5_000, 53_000, 53_000));
  }

  @Test
  void parkingEndsWithItsTimeButHappensOnce() {
    assertThat(new ClockFloors(SlowMachine.forcing(0)).park(10 * 53_001).count()).isEqualTo(10);
    assertThat(new ClockFloors(SlowMachine.forcing(0)).park(0).count()).isEqualTo(1);
  }
}
