package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.ceiling.CeilingUse.Run;
import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.ceiling.Ceilings.Forces;
import io.brokerbench.ceiling.Ceilings.GroupedForces;
import io.brokerbench.results.Fsync;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CeilingUseTest {

  private static final Forces FORCES =
      new Forces(400, new CeilingLatency(800, 2_400_000, 3_100_000));

  private static final Ceilings CEILINGS =
      new Ceilings(
          new CeilingLatency(200_000, 25, 40),
          new CeilingLatency(5_000, 53_000, 80_000),
          FORCES,
          new GroupedForces(8, 2_000, 390.5),
          new Bandwidth(256L << 20, 100 << 20),
          new CeilingLatency(20_000, 21_000, 45_000),
          new Bandwidth(1L << 32, 1L << 31));

  private static List<String> texts(Run run) {
    return CeilingUse.of(run, CEILINGS).stream().map(CeilingUse::text).toList();
  }

  @Test
  void oneSenderIsHeldAgainstForcesOneByOne() {
    assertThat(texts(new Run(392, 1, true, 0, 0)))
        .containsExactly("98 % of what this disk's fsync allows");
  }

  @Test
  void severalAreHeldAgainstForcesThatAreShared() {
    assertThat(texts(new Run(392, 2, true, 0, 0)))
        .containsExactly("20 % of what this disk's fsync allows 8 threads that share it");
  }

  private static Fsync fsync(double share) {
    return new Fsync(400, new Fsync.Times(200, 2_400_000, 3_100_000), share);
  }

  @Test
  void whatWasMeasuredBesideTheRunIsForAllInFlight() {
    assertThat(CeilingUse.toForces(fsync(0.98), 1).text())
        .isEqualTo("98 % of what this disk's fsync (2.40 ms before the load) allows");
    assertThat(CeilingUse.toForces(fsync(0.25), 16).text())
        .isEqualTo(
            "25 % of what this disk's fsync (2.40 ms before the load) allows, each for all 16 in"
                + " flight");
  }

  @Test
  void whatIsAcknowledgedFromMemoryHasNothingToDoWithFsync() {
    assertThat(texts(new Run(392, 1, false, 0, 0))).isEmpty();
  }

  @Test
  void theClosestIsFirst() {
    assertThat(texts(new Run(40, 1, true, 50 << 20, 1 << 24)))
        .containsExactly(
            "50 % of what this disk's sequential write allows",
            "10 % of what this disk's fsync allows",
            "0.8 % of what one connection over loopback allows");
  }

  @Test
  void whatIsNotKnownIsNotSaid() {
    assertThat(texts(new Run(Double.NaN, 1, true, -1, 0))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1.2, 120 % of what x", "0.0994, 9.9 % of what x", "0.5, 50 % of what x"})
  void sharesAreReadable(double share, String text) {
    assertThat(new CeilingUse(share, "x").text()).isEqualTo(text);
  }
}
