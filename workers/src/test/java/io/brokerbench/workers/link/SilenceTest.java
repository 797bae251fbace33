package io.brokerbench.workers.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SilenceTest {

  private final ManualClock clock = new ManualClock(17);
  private final Silence silence = new Silence(clock, Duration.ofSeconds(3), Duration.ofSeconds(10));

  @Test
  void isSilentAfterThreeSecondsAndLostAfterTen() {
    assertThat(silence.look()).isEqualTo(Silence.State.HEARD);
    assertThat(looksUntil(Silence.State.SILENT)).isEqualTo(30);
    assertThat(looksUntil(Silence.State.LOST)).isEqualTo(70);
  }

  @Test
  void aMessageEndsTheSilence() {
    assertThat(looksUntil(Silence.State.SILENT)).isEqualTo(30);
    silence.heard();
    assertThat(silence.look()).isEqualTo(Silence.State.HEARD);
    assertThat(looksUntil(Silence.State.SILENT)).isEqualTo(30);
  }

  @Test
  void aPauseOfThisProcessIsNoSilenceOfTheOther() {
    clock.advance(Duration.ofMinutes(1).toNanos());
    assertThat(silence.look()).isEqualTo(Silence.State.HEARD);
    assertThat(looksUntil(Silence.State.SILENT)).isEqualTo(25);
  }

  private int looksUntil(Silence.State state) {
    int looks = 0;
    do {
      clock.advance(Silence.LOOK.toNanos());
      looks++;
    } while (silence.look() != state);
    return looks;
  }
}
