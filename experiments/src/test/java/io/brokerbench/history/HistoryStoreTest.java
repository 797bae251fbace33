package io.brokerbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.file.BadInputException;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.results.history.SimulatedNights;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryStoreTest {

  /** A release with other defaults gave the series another name. */
  @Test
  void resultsThatAreInAnotherSeriesAreThereAlready(@TempDir Path directory)
      throws BadInputException, IOException {
    HistoryStore store = new HistoryStore(directory);
    SeriesNight before = night("cell", 0).in("0123456789ab");
    store.add(before);
    assertThat(store.add(night("cell", 0)))
        .startsWith("there already: cell, ")
        .endsWith("series 0123456789ab");
    assertThat(store.read().nights()).containsExactly(before);
    assertThatThrownBy(() -> store.add(night("cell", 0.1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("0123456789ab.json is there with another content");
    assertThat(store.add(night("another cell", 0))).startsWith("added: another cell, ");
  }

  /** A benchmark in two modes is two series of the same name. */
  @Test
  void importedResultsAreKnownByTheirFigures(@TempDir Path directory)
      throws BadInputException, IOException {
    HistoryStore store = new HistoryStore(directory);
    store.add(imported(0).in("0123456789ab"));
    assertThat(store.add(imported(0))).startsWith("there already: ");
    assertThat(store.add(imported(0.1))).startsWith("added: ");
  }

  private static SeriesNight imported(double log) {
    SeriesNight night = night("benchmark", log);
    return new SeriesNight(
        night.schemaVersion(),
        night.night(),
        night.series(),
        night.cell(),
        night.control(),
        null,
        night.facts(),
        night.figures());
  }

  private static SeriesNight night(String cell, double log) {
    return SimulatedNights.cell(cell, new double[] {log}).get(0);
  }
}
