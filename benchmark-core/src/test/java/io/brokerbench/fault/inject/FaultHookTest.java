package io.brokerbench.fault.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class FaultHookTest {

  /** A message comes before what undoes the fault. */
  private static final String COMMAND =
      "trap 'echo undoing; exit 7' TERM; echo injected; while :; do sleep 0.1; done";

  @Test
  void aCommandUndoesItsFaultAtTheEndAndReportsIt() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    CountDownLatch injected = new CountDownLatch(1);
    CompletableFuture<Integer> code = new CompletableFuture<>();
    FaultHook hook =
        FaultHook.start(
            COMMAND,
            line -> {
              lines.add(line);
              injected.countDown();
            },
            code::complete);
    try {
      assertThat(injected.await(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      hook.close();
    }
    assertThat(code.get(1, TimeUnit.MINUTES)).isEqualTo(7);
    // The shell may report the end of what it has started.
    assertThat(lines).containsSubsequence("injected", "undoing");
  }
}
