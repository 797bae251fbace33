package io.brokerbench.cluster.docker;

import static io.brokerbench.results.ProcessFigure.OPEN_FILES;
import static io.brokerbench.results.ProcessFigure.READ_BYTES;
import static io.brokerbench.results.ProcessFigure.WRITTEN_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.ProcessFigure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProcessSumsTest {

  private final ProcessSums sums = new ProcessSums();

  private static Map<ProcessFigure, Long> figures(long written, long read, long files) {
    return Map.of(WRITTEN_BYTES, written, READ_BYTES, read, OPEN_FILES, files);
  }

  /** As the kernel does when the broker has waited for its helper. */
  @Test
  void whatAHelperLeavesToItsParentCountsOnce() {
    assertThat(sums.with(List.of(figures(1_000, 10, 50), figures(30, 5, 4))))
        .isEqualTo(figures(1_030, 15, 54));
    assertThat(sums.with(List.of(figures(1_130, 15, 51)))).isEqualTo(figures(1_130, 15, 51));
    assertThat(sums.with(List.of(figures(1_230, 16, 52)))).isEqualTo(figures(1_230, 16, 52));
  }

  @Test
  void whatACommandOfTheEngineWroteStaysInTheSumWhenItEnds() {
    sums.with(List.of(figures(1_000, 10, 50), figures(30, 5, 4)));
    assertThat(sums.with(List.of(figures(1_000, 10, 51)))).isEqualTo(figures(1_030, 15, 51));
    assertThat(sums.with(List.of(figures(1_200, 11, 52)))).isEqualTo(figures(1_230, 16, 52));
  }

  @Test
  void aProcessThatEndedWhileItWasReadCountsOnce() {
    sums.with(List.of(figures(1_000, 10, 50), figures(30, 5, 4)));
    sums.with(List.of(figures(1_000, 10, 50), Map.of()));
    assertThat(sums.with(List.of(figures(1_000, 10, 50)))).isEqualTo(figures(1_030, 15, 50));
  }
}
