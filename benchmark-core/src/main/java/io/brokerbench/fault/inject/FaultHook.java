package io.brokerbench.fault.inject;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.process.SeparateSession;
import io.brokerbench.workload.Secrets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * A command of the user that injects a fault. It has a session of its own, so that Ctrl-C does not
 * reach it, and ends when this process does, however that ends. Thread-safe.
 */
final class FaultHook implements AutoCloseable {

  private static final int MAX_LINES = 100;
  private static final int MAX_LENGTH = 1_000;
  private static final int END_SECONDS = 5;
  private static final long POLL_NANOS = 20_000_000;
  private static final long OUTPUT_END_MILLIS = 1_000;

  /**
   * Arguments: the command; the process group to end, empty without a session, because the group
   * includes this process then; the seconds that it has. The shell becomes the command's process.
   *
   * <p>Standard input of the guard ends with this process, or with the command: then what the
   * command left behind stays. The command's number is not reused, because its session exists as
   * long as the guard does.
   */
  private static final String GUARDED =
      """
      exec 3<&0 </dev/null
      {
        trap '' INT HUP TERM
        read -r line <&3
        kill -0 $$ || exit
        kill -TERM ${2:-$$}
        sleep "$3"
        kill -KILL ${2:-$$}
      } >/dev/null 2>&1 &
      exec 3<&-
      exec /bin/sh -c "$1"
      """;

  private final Process process;

  private FaultHook(Process process) {
    this.process = process;
  }

  /**
   * Starts a command of the shell.
   *
   * @param lines receives the first lines of its output, without secrets
   * @param end receives its exit code, after the output that has arrived by then
   */
  static FaultHook start(String command, Consumer<String> lines, IntConsumer end)
      throws IOException {
    Process process = new ProcessBuilder(guarded(command)).redirectErrorStream(true).start();
    Thread reader = DaemonThreads.start("brokerbench-fault-output", () -> read(process, lines));
    var unused =
        process
            .onExit()
            .thenAccept(
                ended -> {
                  try {
                    // What it has started may keep its output open.
                    reader.join(OUTPUT_END_MILLIS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  end.accept(ended.exitValue());
                });
    return new FaultHook(process);
  }

  static List<String> guarded(String command) {
    List<String> session = SeparateSession.program();
    List<String> words = new ArrayList<>(session);
    words.addAll(List.of("/bin/sh", "-c", GUARDED, "brokerbench-guard", command));
    words.addAll(List.of(session.isEmpty() ? "" : "0", Integer.toString(END_SECONDS)));
    return words;
  }

  private static void read(Process process, Consumer<String> lines) {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      out.lines().limit(MAX_LINES).map(FaultHook::shown).forEach(lines);
      out.lines().forEach(line -> {});
    } catch (IOException | UncheckedIOException e) {
      // The command was ended.
    }
  }

  private static String shown(String line) {
    String plain = line.replaceAll("\\p{Cntrl}", " ");
    return Secrets.lines(plain.substring(0, Math.min(MAX_LENGTH, plain.length()))).strip();
  }

  /**
   * Asks the command and what it has started to end, and ends by force, after some seconds, what is
   * left; waits for that. A shell may end at once, before a program that it runs has undone the
   * fault.
   */
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    // Process.destroy would also close its output, and a message would end it (SIGPIPE).
    all.forEach(ProcessHandle::destroy);
    Clock clock = Clock.system();
    long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    while (all.stream().anyMatch(ProcessHandle::isAlive) && clock.nanoTime() < deadlineNanos) {
      clock.park(POLL_NANOS);
    }
    // With what they have started since they were asked to end.
    Stream.concat(all.stream().flatMap(ProcessHandle::descendants), all.stream())
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
