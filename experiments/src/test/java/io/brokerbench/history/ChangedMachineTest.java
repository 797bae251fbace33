package io.brokerbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.file.BadInputException;
import io.brokerbench.history.HistoryStore.Content;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.results.history.SimulatedNights;
import io.brokerbench.statistics.SimulatedHistory;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often a machine that became slower is taken for a slower broker, by simulated histories of
 * fixed seeds; prints the shares.
 */
@Tag("nightly")
final class ChangedMachineTest {

  /** So that a number of histories is a share in percent. */
  private static final int HISTORIES = 100;

  private static final int BEFORE = 60;
  private static final int AFTER = 10;

  /** Of the machine, in standard deviations between nights. */
  private static final double STEP = 3.5;

  @Test
  void aControlCellTellsTheMachineFromTheBroker() throws BadInputException {
    int alone = 0;
    int withControl = 0;
    for (int i = 0; i < HISTORIES; i++) {
      List<SeriesNight> nights = new ArrayList<>(nights("cell", i));
      alone += hasRegression(nights) ? 1 : 0;
      nights.addAll(nights("control", HISTORIES + i));
      withControl += hasRegression(nights) ? 1 : 0;
    }
    System.out.println(
        Text.of(
            "a slower machine is a regression in %d %% of histories, with a control cell in %d %%",
            alone, withControl));
    assertThat(alone).isGreaterThanOrEqualTo(90);
    assertThat(withControl).isLessThanOrEqualTo(15);
  }

  private static List<SeriesNight> nights(String name, long seed) {
    return SimulatedNights.cell(
        name, SimulatedHistory.SHARED.logs(BEFORE + AFTER, seed, BEFORE, STEP));
  }

  private static boolean hasRegression(List<SeriesNight> nights) throws BadInputException {
    History history =
        History.of(
            new Content(nights, List.of(), List.of()), RegressionLimits.parse(List.of("5%")));
    return history.regressions() > 0;
  }
}
