package io.brokerbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.workload.SettingsReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FlagTest {

  @Test
  void aFlagOfRocketMqHasItsLetterInBothSpellingsAndItsLongName() {
    assertThat(Flag.rocketMq(Concern.LOAD, "w", "threadCount", "load.threads", "N", "").names())
        .containsExactly("-w", "--w", "--threadCount");
    assertThat(Flag.rocketMq(Concern.LOAD, "w", "w", "load.threads", "N", "").names())
        .containsExactly("-w", "--w");
  }

  @Test
  void noTwoFlagsOfAllCommandsHaveTheSameName() {
    List<Flag> flags = RocketMqFlags.with(List.of());
    assertThat(flags.stream().flatMap(flag -> flag.names().stream())).doesNotHaveDuplicates();
  }

  @Test
  void aValueIsSetInTheSettingsNotation() {
    SettingsReader reader = new SettingsReader();
    Flag.of(Concern.LOAD, "--a", "some.key", "", "")
        .as(value -> value + "ms")
        .effect()
        .apply(reader, "5", "--a");
    assertThat(reader.peek("some.key")).isEqualTo("5ms");
  }

  @Test
  void exitCodesAreThoseThatScriptsRelyOn() {
    assertThat(List.of(ExitCode.values()).stream().map(ExitCode::code))
        .containsExactly(0, 1, 2, 3, 6, 4, 5);
  }
}
