package io.brokerbench.fault.inject;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.record.RandomId;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
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
      assertThat(injected.await(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      hook.close();
    }
    assertThat(code.get(2, TimeUnit.MINUTES)).isEqualTo(7);
    // The shell may report the end of what it has started.
    assertThat(lines).containsSubsequence("injected", "undoing");
  }

  /** A shell that waits for a program has no handler, and ends at once. */
  @Test
  void whatACommandHasStartedUndoesItsFaultAtTheEnd(@TempDir Path directory) throws Exception {
    Path undone = directory.resolve("undone");
    CountDownLatch injected = new CountDownLatch(1);
    FaultHook hook =
        FaultHook.start(
            "(trap 'sleep 0.2; echo yes >\""
                + undone
                + "\"; exit' TERM; echo injected; while :; do sleep 0.1; done); echo ended",
            line -> injected.countDown(),
            code -> {});
    try {
      assertThat(injected.await(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      hook.close();
    }
    assertThat(undone).hasContent("yes\n");
  }

  /** Its standard input ends with this process. */
  @Test
  void aCommandThatStillRunsEndsWithThisProcess() throws Exception {
    Process hook = new ProcessBuilder(FaultHook.guarded(COMMAND)).redirectErrorStream(true).start();
    try (BufferedReader out = hook.inputReader(UTF_8)) {
      assertThat(out.readLine()).isEqualTo("injected");
      hook.getOutputStream().close();
      assertThat(hook.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(hook.exitValue()).isEqualTo(7);
      assertThat(out.lines()).contains("undoing");
    } finally {
      hook.destroyForcibly();
    }
  }

  @Test
  void aCommandThatHeedsNoSignalIsKilledWithWhatItStarted() throws Exception {
    Process hook =
        new ProcessBuilder(
                FaultHook.guarded("trap '' TERM; sleep 1000 & echo $!; while :; do wait; done"))
            .start();
    try (BufferedReader out = hook.inputReader(UTF_8)) {
      long started = Long.parseLong(requireNonNull(out.readLine()));
      hook.getOutputStream().close();
      assertThat(hook.waitFor(2, TimeUnit.MINUTES)).isTrue();
      await()
          .until(() -> ProcessHandle.of(started).stream().noneMatch(each -> runs(each, "sleep")));
    } finally {
      hook.destroyForcibly();
    }
  }

  @Test
  void whatACommandStartsWhenItIsAskedToEndIsKilledWithIt() throws Exception {
    CountDownLatch injected = new CountDownLatch(1);
    CompletableFuture<Long> started = new CompletableFuture<>();
    FaultHook hook =
        FaultHook.start(
            "trap 'sleep 1000 & echo started $!; wait' TERM; echo injected;"
                + " while :; do sleep 0.1; done",
            line -> {
              if (line.equals("injected")) {
                injected.countDown();
              } else if (line.startsWith("started ")) {
                started.complete(Long.parseLong(line.substring("started ".length())));
              }
            },
            code -> {});
    try {
      assertThat(injected.await(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      hook.close();
    }
    long number = started.get(2, TimeUnit.MINUTES);
    await().until(() -> ProcessHandle.of(number).stream().noneMatch(each -> runs(each, "sleep")));
  }

  /** The guard, whose arguments have the mark, ends without harm. */
  @Test
  void whatACommandLeavesBehindStays() throws Exception {
    String mark = RandomId.ofName();
    Process hook =
        new ProcessBuilder(
                FaultHook.guarded("sleep 1000 </dev/null >/dev/null 2>&1 & echo $!; : " + mark))
            .start();
    try (BufferedReader out = hook.inputReader(UTF_8)) {
      ProcessHandle left =
          ProcessHandle.of(Long.parseLong(requireNonNull(out.readLine()))).orElseThrow();
      try {
        assertThat(hook.waitFor(2, TimeUnit.MINUTES)).isTrue();
        await().until(() -> ProcessHandle.allProcesses().noneMatch(each -> runs(each, mark)));
        assertThat(runs(left, "sleep")).isTrue();
      } finally {
        left.destroyForcibly();
      }
    }
  }

  /** A process that has ended may keep its number for a while, but has no command. */
  private static boolean runs(ProcessHandle process, String command) {
    return process.info().commandLine().filter(line -> line.contains(command)).isPresent();
  }
}
