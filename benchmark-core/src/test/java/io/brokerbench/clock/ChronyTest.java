package io.brokerbench.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.clocks.ChronyTracking;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of {@code chronyc -c tracking} as release 4.3 prints them. */
final class ChronyTest {

  private static final String FAST =
      "7F000001,127.0.0.1,4,1795660381.262125429,-0.000001677,0.000000186,0.000000186,-0.060,0.222,"
          + "2.610,0.000007657,0.000002865,0.3,Normal";

  private static final String NOT_SYNCHRONIZED =
      "00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,1.000000000,"
          + "1.000000000,0.0,Not synchronised";

  @Test
  void theBoundIsOffsetAndDispersionAndHalfTheDelay() {
    assertThat(Chrony.parse(FAST))
        .contains(new ChronyTracking(-1_677, 2_865, 7_657, "Normal", 1_677 + 2_865 + 3_829L));
  }

  @Test
  void aClockThatIsNotSynchronizedHasNoBound() {
    assertThat(Chrony.parse(NOT_SYNCHRONIZED))
        .contains(new ChronyTracking(0, 1_000_000_000, 1_000_000_000, "Not synchronised", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "506 Cannot talk to daemon",
        "7F000001,127.0.0.1,4",
        "a,b,4,1,fast,0,0,0,0,0,0.1,0.1,0.3,Normal",
        "a,b,4,1,1e300,0,0,0,0,0,0.1,0.1,0.3,Normal"
      })
  void anotherTextIsNoState(String text) {
    assertThat(Chrony.parse(text)).isEmpty();
  }

  @Test
  void theProgramIsReadAndMayBeAbsentOrFail() {
    assertThat(Chrony.tracking(List.of("echo", FAST))).isEqualTo(Chrony.parse(FAST));
    assertThat(Chrony.tracking(List.of("chronyc-that-is-not-installed"))).isEmpty();
    assertThat(Chrony.tracking(List.of("sh", "-c", "echo " + FAST + "; exit 1"))).isEmpty();
  }
}
