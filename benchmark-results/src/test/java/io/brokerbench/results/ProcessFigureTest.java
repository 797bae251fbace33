package io.brokerbench.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.ProcessFigure.Column;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Resources.Role;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ProcessFigureTest {

  private static final double MEASURED_SECONDS = 10;
  private static final long MEBIBYTE = 1L << 20;

  private static String writtenPerSecond(ProcessUse use) {
    Column column =
        ProcessFigure.columns(List.of(use)).stream()
            .filter(each -> each.title().equals("written/s"))
            .findFirst()
            .orElseThrow();
    return column.text(use, MEASURED_SECONDS);
  }

  /** The figures of a node on another machine may be known for a part of the measured time. */
  @Test
  void aRateIsOverTheTimeInWhichTheProcessWasObserved() {
    ProcessUse observed =
        ProcessUse.of(Role.BROKER, Map.of(ProcessFigure.WRITTEN_BYTES, 20 * MEBIBYTE), 5e9, 1);
    assertThat(writtenPerSecond(observed)).isEqualTo("4.0 MiB");
  }

  @Test
  void inAResultOfAnEarlierReleaseThatIsTheMeasuredTime() {
    assertThat(writtenPerSecond(written(20 * MEBIBYTE))).isEqualTo("2.0 MiB");
    assertThat(writtenPerSecond(written(null))).isEqualTo("n/a");
  }

  private static ProcessUse written(@Nullable Long bytes) {
    return new ProcessUse(
        Role.BROKER, null, null, null, null, null, null, null, bytes, null, null, null);
  }
}
