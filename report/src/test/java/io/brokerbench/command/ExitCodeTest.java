package io.brokerbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
