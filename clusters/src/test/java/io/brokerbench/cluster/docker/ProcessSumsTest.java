package io.brokerbench.cluster.docker;

import static io.brokerbench.results.ProcessFigure.OPEN_FILES;
import static io.brokerbench.results.ProcessFigure.READ_BYTES;
import static io.brokerbench.results.ProcessFigure.WRITTEN_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.ProcessFigure;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProcessSumsTest {

  private static final long BROKER = 7;
  private static final long HELPER = 9;

  private final ProcessSums sums = new ProcessSums();

  private static Map<ProcessFigure, Long> figures(long written, long read, long files) {
    return Map.of(WRITTEN_BYTES, written, READ_BYTES, read, OPEN_FILES, files);
  }

  @Test
  void whatAHelperWroteStaysInTheSumWhenItEnds() {
    assertThat(sums.with(Map.of(BROKER, figures(1_000, 10, 50), HELPER, figures(30, 5, 4))))
        .isEqualTo(figures(1_030, 15, 54));
    assertThat(sums.with(Map.of(BROKER, figures(1_100, 10, 51)))).isEqualTo(figures(1_130, 15, 51));
    assertThat(sums.with(Map.of(BROKER, figures(1_200, 11, 52)))).isEqualTo(figures(1_230, 16, 52));
  }

  @Test
  void aProcessThatEndedWhileItWasReadCountsOnce() {
    sums.with(Map.of(BROKER, figures(1_000, 10, 50), HELPER, figures(30, 5, 4)));
    sums.with(Map.of(BROKER, figures(1_000, 10, 50), HELPER, Map.of()));
    assertThat(sums.with(Map.of(BROKER, figures(1_000, 10, 50)))).isEqualTo(figures(1_030, 15, 50));
  }

  @Test
  void anotherProcessWithTheSameNumberIsAddedToTheFirst() {
    sums.with(Map.of(HELPER, figures(30, 5, 4)));
    assertThat(sums.with(Map.of(HELPER, figures(10, 1, 3)))).isEqualTo(figures(40, 6, 3));
  }
}
