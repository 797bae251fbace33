package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.doctor.Closeness.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClosenessTest {

  private static List<String> texts(Run run) {
    return Closeness.of(run, Sample.CEILINGS).stream().map(Closeness::text).toList();
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
    assertThat(new Closeness(share, "x").text()).isEqualTo(text);
  }
}
