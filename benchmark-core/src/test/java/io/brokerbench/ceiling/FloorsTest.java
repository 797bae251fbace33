package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class FloorsTest {

  @Test
  void whatAReadingOfTheClockTakesIsTheTimerFloor() {
    Latency floor = new TimerFloor(SlowMachine.reading(25)).measure();
    assertThat(floor.p50Nanos()).isEqualTo(25);
    assertThat(floor.p99Nanos()).isEqualTo(25);
  }

  @Test
  void theParkFloorIsWhatIsBeyondTheNanosecondAskedFor() {
    Latency floor = new ParkFloor(SlowMachine.forcing(0), TimeUnit.SECONDS.toNanos(1)).measure();
    assertThat(floor).isEqualTo(new Latency(5_000, 53_000, 53_000));
  }

  @Test
  void parkingEndsWithItsTimeButHappensOnce() {
    assertThat(new ParkFloor(SlowMachine.forcing(0), 10 * 53_001).measure().count()).isEqualTo(10);
    assertThat(new ParkFloor(SlowMachine.forcing(0), 0).measure().count()).isEqualTo(1);
  }
}
