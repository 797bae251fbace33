package io.brokerbench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.tables.IntervalRows;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FigureValuesTest {

  @ParameterizedTest
  @CsvSource({
    "'1,measured,100,0,0', 100",
    "'1,measured,100,0,0 2,measured,300,0,0', 200",
    "'1,measured,300,0,0 2,measured,100,0,0 3,measured,110,0,0', 110",
    "'1,measured,100,0,0 2,measured,7,1,0 3,measured,300,0,0 4,measured,7,0,1', 200",
    "'1,warmup,900,0,0 2,measured,100,0,0 2,measured,0,0,0 4,settling,900,0,0', 100",
  })
  void theUndisturbedRateIsTheMedianOfTheSecondsWithoutAFailure(String rows, double rate) {
    assertThat(FigureValues.undisturbed(rows(rows))).isEqualTo(rate);
  }

  @ParameterizedTest
  @CsvSource({"'1,measured,7,1,0'", "'1,warmup,100,0,0'"})
  void withoutSuchASecondItIsUnknown(String rows) {
    assertThat(FigureValues.undisturbed(rows(rows))).isNull();
  }

  /** However that was asked for: by the mode, a missing limit, or a level of service. */
  @ParameterizedTest
  @CsvSource({"true, 0", "false, 0.1"})
  void whatTheBrokersLackIsAnErrorWhereNothingIsAcknowledged(boolean acknowledged, double errors) {
    RunResult run =
        new TestResult()
            .promise(acknowledged, 1)
            .audit(9_000, null)
            .result(new Verdict(Status.VALID, List.of()));
    assertThat(FigureValues.errors(run)).isCloseTo(errors, within(1e-9));
  }

  private static IntervalRows rows(String rows) {
    return IntervalRows.of(
        "toSeconds,phase,acked,rejected,unknown\n" + rows.replace(' ', '\n') + "\n");
  }
}
