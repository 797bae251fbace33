package io.brokerbench.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.testkit.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A process of a test and the lines that it prints. It must be killed to be closed. */
public final class TestProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private TestProcess(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "output-of-test-process");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts a main class of the tests. */
  public static TestProcess start(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(TestJvm.command(List.of(), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new TestProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      out.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      // The process was killed.
    }
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  public List<String> lines() {
    return lines;
  }

  /** The rest of the first line that starts like this. */
  public String awaitLine(String start) {
    await().atMost(PATIENCE).until(() -> lines.stream().anyMatch(line -> line.startsWith(start)));
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow()
        .substring(start.length());
  }

  public int exitCode() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Sends a signal: "KILL", "STOP", "CONT". */
  public static void signal(String name, long pid) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
