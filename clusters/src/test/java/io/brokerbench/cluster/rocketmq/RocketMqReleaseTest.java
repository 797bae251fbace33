package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RocketMqReleaseTest {

  private static final List<String> THERE =
      List.of("4.5.1", "4.9.7", "5.2.0", "5.3.3", "5.3.4", "5.5.0", "nonsense");

  @ParameterizedTest
  @CsvSource({"5.5.1, 5.5.0", "4.9.8, 4.9.7", "5.3.1, 5.3.3", "9.0.0, 5.5.0", "1.0.0, 4.5.1"})
  void nearestIsTheNeighbourThatSharesMost(String wanted, String nearest) {
    assertThat(RocketMqRelease.parse(wanted).nearest(THERE)).contains(nearest);
  }

  @Test
  void nothingIsNearWhereNothingIs() {
    assertThat(RocketMqRelease.parse("5.5.1").nearest(List.of())).isEmpty();
  }
}
