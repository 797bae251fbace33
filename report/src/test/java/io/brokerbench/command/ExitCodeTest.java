package io.brokerbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExitCodeTest {

  @Test
  void anyOtherCodeIsWorseThanValid() {
    assertThat(ExitCode.VALID.worse(ExitCode.LIMIT_MISSED)).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(ExitCode.RUN_INVALID.worse(ExitCode.VALID)).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(ExitCode.VALID.worse(ExitCode.VALID)).isEqualTo(ExitCode.VALID);
  }

  @Test
  void aDefectIsWorseThanAFailedBrokerAndThatThanAnInvalidRun() {
    assertThat(ExitCode.RUN_INVALID.worse(ExitCode.BROKER_FAILED))
        .isEqualTo(ExitCode.BROKER_FAILED);
    assertThat(ExitCode.BUG.worse(ExitCode.BROKER_FAILED)).isEqualTo(ExitCode.BUG);
  }

  /** The measured rate is 1,000/s. */
  @ParameterizedTest
  @CsvSource({
    "VALID, none, 0",
    "VALID, 1000/s, 0",
    "VALID, 1001/s, 5",
    "SUSPECT, none, 4",
    "SUSPECT, 1000/s, 4",
    "SUSPECT, 1001/s, 5",
    "INVALID, none, 4",
    "INVALID, 1000/s, 4",
    "INVALID, 1001/s, 4",
  })
  void aRunHasTheCodeOfItsVerdictAndRequirements(Verdict.Status status, String acked, int code) {
    RunResult run = new TestResult("require.acked=" + acked).result(new Verdict(status, List.of()));
    assertThat(ExitCode.of(run).code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"VALID, 5", "SUSPECT, 5", "INVALID, 4"})
  void aBrokenPromiseIsWorseThanADoubt(Verdict.Status status, int code) {
    RunResult run =
        new TestResult()
            .brokenPromise("3 messages are lost")
            .result(new Verdict(status, List.of()));
    assertThat(ExitCode.of(run).code()).isEqualTo(code);
  }

  @Test
  void aRunThatMissedALimitHasAResult() {
    assertThat(ExitCode.LIMIT_MISSED.hasResult()).isTrue();
    assertThat(ExitCode.BROKER_FAILED.hasResult()).isFalse();
  }
}
