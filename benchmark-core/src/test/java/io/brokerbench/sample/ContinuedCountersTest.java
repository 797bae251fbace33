package io.brokerbench.sample;

import static io.brokerbench.results.ProcessFigure.CPU_NANOS;
import static io.brokerbench.results.ProcessFigure.GC_COUNT;
import static io.brokerbench.results.ProcessFigure.RSS_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.sample.ResourceSampler.ContinuedCounters;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ContinuedCountersTest {

  private final ContinuedCounters counters = new ContinuedCounters();

  @Test
  void countersGoOnInTheNextProcessAndLevelsAreItsOwn() {
    assertThat(counters.of(7, Map.of(CPU_NANOS, 100L, RSS_BYTES, 50L)))
        .containsEntry(CPU_NANOS, 100L);
    assertThat(counters.of(7, Map.of(CPU_NANOS, 130L))).containsEntry(CPU_NANOS, 130L);
    // More than the first process ever had.
    assertThat(counters.of(8, Map.of(CPU_NANOS, 200L, RSS_BYTES, 9L)))
        .containsEntry(CPU_NANOS, 330L)
        .containsEntry(RSS_BYTES, 9L);
    assertThat(counters.of(8, Map.of(CPU_NANOS, 210L))).containsEntry(CPU_NANOS, 340L);
    assertThat(counters.of(9, Map.of(CPU_NANOS, 1L))).containsEntry(CPU_NANOS, 341L);
  }

  @Test
  void aFigureMayComeLaterThanOthersOfTheNextProcess() {
    counters.of(7, Map.of(CPU_NANOS, 100L, GC_COUNT, 5L));
    counters.of(8, Map.of(CPU_NANOS, 10L));
    assertThat(counters.of(8, Map.of(CPU_NANOS, 20L, GC_COUNT, 7L)))
        .containsEntry(CPU_NANOS, 120L)
        .containsEntry(GC_COUNT, 12L);
  }

  @Test
  void inAContainerOnlySomeStartFromZero() {
    counters.of(7, Map.of(CPU_NANOS, 100L, GC_COUNT, 5L));
    assertThat(counters.of(7, Map.of(CPU_NANOS, 120L, GC_COUNT, 1L)))
        .containsEntry(CPU_NANOS, 120L)
        .containsEntry(GC_COUNT, 6L);
  }
}
