package io.brokerbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.result.Verdict;
import io.brokerbench.result.Verdict.Status;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FlagTest {

  @Test
  void aFlagOfRocketMqHasItsLetterInBothSpellingsAndItsLongName() {
    assertThat(Flag.rocketMq("w", "threadCount", "load.threads", "N", "").names())
        .containsExactly("-w", "--w", "--threadCount");
    assertThat(Flag.rocketMq("w", "w", "load.threads", "N", "").names())
        .containsExactly("-w", "--w");
  }

  @Test
  void noTwoCommonFlagsStandForTheSame() {
    List<Flag> flags = CommonFlags.all();
    assertThat(new HashSet<>(flags.stream().map(Flag::key).toList())).hasSameSizeAs(flags);
    assertThat(flags.stream().flatMap(flag -> flag.names().stream())).doesNotHaveDuplicates();
  }

  @Test
  void exitCodesAreThoseThatScriptsRelyOn() {
    assertThat(List.of(ExitCode.values()).stream().map(ExitCode::code))
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(ExitCode.of(new Verdict(Status.VALID, List.of()))).isEqualTo(ExitCode.VALID);
    assertThat(ExitCode.of(new Verdict(Status.SUSPECT, List.of())).code()).isEqualTo(4);
    assertThat(ExitCode.of(new Verdict(Status.INVALID, List.of())).code()).isEqualTo(4);
  }
}
