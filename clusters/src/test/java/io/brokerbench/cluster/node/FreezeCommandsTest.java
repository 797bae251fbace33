package io.brokerbench.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ci")
final class FreezeCommandsTest {

  /**
   * The shell looks at itself, which runs, and its signal goes nowhere. Each look at the time is a
   * second after the one before.
   */
  private static final String UNHEARD =
      """
      kill() { :; }
      seconds=0
      read() {
        command read "$@" || return
        [ "$2" != now ] || { seconds=$((seconds + 1)); now=$((${now%%.*} + seconds)).0; }
      }
      """;

  @Test
  void aThreadThatDoesNotStopIsNotAwaitedWithoutEnd() throws Exception {
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", UNHEARD + FreezeCommands.OF_PROCESS + "exit 0", "self")
            .start();
    try {
      assertThat(shell.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(shell.exitValue()).isEqualTo(1);
      assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("a thread has not stopped within 10 s\n");
    } finally {
      shell.destroyForcibly();
    }
  }
}
