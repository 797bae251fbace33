package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A child process; its output goes to {@code console.log} in its home. */
final class ChildProcess implements RunningNode {

  static final String CONSOLE = "console.log";

  private static final long OUTPUT_END_MILLIS = 1_000;

  private final Launch launch;
  private final Process process;
  private final BufferedWriter log;
  private final Console console;
  private final Thread reader;

  private ChildProcess(Launch launch, Process process, BufferedWriter log) {
    this.launch = launch;
    this.process = process;
    this.log = log;
    console = new Console(launch.dialect(), this::log);
    reader = new Thread(this::read, "brokerbench-console-" + launch.name());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts it with its guard, with nothing of our environment; its home and files are there. */
  static ChildProcess start(Launch launch) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(Guard.command(launch.command()));
    builder.directory(launch.home().toFile()).redirectErrorStream(true).environment().clear();
    builder.environment().put(Launch.LANGUAGE, Launch.LANGUAGE_VALUE);
    builder.environment().putAll(launch.environment());
    BufferedWriter log = Files.newBufferedWriter(launch.home().resolve(CONSOLE));
    return new ChildProcess(launch, builder.start(), log);
  }

  @Override
  public String name() {
    return launch.name();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public Optional<JvmUsage> jvm() {
    return console.usage();
  }

  @Override
  public String runtime() {
    return console.runtime();
  }

  @Override
  public CompletableFuture<Void> booted() {
    return console.booted();
  }

  @Override
  public CompletableFuture<Process> ended() {
    return process.onExit();
  }

  @Override
  public void say(String line) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      // It ended, which is seen elsewhere.
    }
  }

  /** Waits until its last output is on disk, too. */
  @Override
  public String howItEnded() throws InterruptedException {
    int code = process.waitFor();
    reader.join(OUTPUT_END_MILLIS);
    return ExitCode.describe(code);
  }

  @Override
  public Optional<String> cause() {
    Path home = launch.home();
    return launch
        .dialect()
        .cause(
            lines(home.resolve(CONSOLE)),
            lines(home.resolve("logs").resolve(launch.dialect().logFile())));
  }

  @Override
  public void saveLogs(Path to) {
    Path home = launch.home();
    Directories.copyText(home.resolve("logs"), to);
    Directories.copyText(home.resolve("conf"), to);
    Directories.copyText(home.resolve(CONSOLE), to.resolve(CONSOLE));
  }

  @Override
  public Map<String, Object> identity() {
    return Map.of("pid", pid());
  }

  @Override
  public void pause() throws BrokerException {
    run("stopped", Standstill.OF_PROCESS + "exit 0");
  }

  @Override
  public void resume() throws BrokerException {
    if (alive()) {
      run("resumed", "kill -CONT \"$0\"");
    }
  }

  /** Runs a shell's command, whose {@code $0} is the process's number; Ctrl-C does not end it. */
  private void run(String what, String command) throws BrokerException {
    try {
      Process shell =
          new ProcessBuilder("/bin/sh", "-c", "trap '' INT HUP\n" + command, Long.toString(pid()))
              .redirectErrorStream(true)
              .start();
      shell.getOutputStream().close();
      String answer =
          new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (shell.waitFor() != 0) {
        throw new BrokerException(
            String.format(Locale.ROOT, "%s cannot be %s: %s", name(), what, answer));
      }
    } catch (IOException e) {
      throw new BrokerException(
          String.format(Locale.ROOT, "%s cannot be %s: %s", name(), what, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public void awaitEnd(long timeoutMillis) {
    process.onExit().completeOnTimeout(process, timeoutMillis, TimeUnit.MILLISECONDS).join();
  }

  private void read() {
    try (log;
        BufferedReader out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        console.line(line);
      }
    } catch (IOException | UncheckedIOException e) {
      // Closed by the process's end, or nowhere to write to: the process itself tells more.
    }
  }

  /** Of a log file; none if it cannot be read. */
  private static List<String> lines(Path file) {
    // Each byte is a character, so that nothing in a log can stop the reading.
    try (Stream<String> stream = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return stream.toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  private void log(String line) {
    try {
      log.write(line);
      log.newLine();
      log.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
