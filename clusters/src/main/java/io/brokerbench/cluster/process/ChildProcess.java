package io.brokerbench.cluster.process;

import io.brokerbench.cluster.node.FreezeCommands;
import io.brokerbench.cluster.node.NodeOutput;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.units.Text;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A node in a child process; its output goes to {@code console.log} in its home. */
public final class ChildProcess implements RunningNode {

  public static final String CONSOLE = "console.log";

  private static final long OUTPUT_END_MILLIS = 1_000;
  private static final long KILL_MILLIS = 5_000;

  private final ProcessSpec spec;
  private final List<String> orders = new ArrayList<>();
  private volatile Running running;
  private boolean over;

  /** The process since its latest start. */
  private static final class Running {

    private final Process process;
    private final BufferedWriter log;
    private final NodeOutput console;
    private final Thread reader;
    private volatile boolean endedOnPurpose;

    Running(ProcessSpec spec) throws IOException {
      ProcessBuilder builder = new ProcessBuilder(Guard.command(spec.command()));
      builder.directory(spec.home().toFile()).redirectErrorStream(true).environment().clear();
      builder.environment().put(ProcessSpec.LANGUAGE, ProcessSpec.LANGUAGE_VALUE);
      builder.environment().putAll(spec.environment());
      log =
          Files.newBufferedWriter(
              spec.home().resolve(CONSOLE), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      process = builder.start();
      console = new NodeOutput(spec.outputParser(), this::log);
      reader = DaemonThreads.start("brokerbench-console-" + spec.name(), this::read);
    }

    private void read() {
      try (log;
          BufferedReader out =
              new BufferedReader(
                  new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
          console.line(line);
        }
      } catch (IOException e) {
        // The process ended; its exit says more.
      }
    }

    private void log(String line) {
      try {
        log.write(line);
        log.newLine();
        log.flush();
      } catch (IOException e) {
        // The disk is full. A node whose output is not read would end, or wait for its reader.
      }
    }

    String howItEnded() throws InterruptedException {
      int code = process.waitFor();
      reader.join(OUTPUT_END_MILLIS);
      return RunningNode.describeExit(code);
    }

    void say(String line) {
      try {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
      } catch (IOException e) {
        // The process has ended, which is detected elsewhere.
      }
    }
  }

  /**
   * Starts the process and its guard. The process does not inherit the environment of this one; its
   * home and files must exist.
   */
  ChildProcess(ProcessSpec spec) throws IOException {
    this.spec = spec;
    this.running = new Running(spec);
  }

  @Override
  public ProcessSpec spec() {
    return spec;
  }

  @Override
  public NodeOutput console() {
    return running.console;
  }

  @Override
  public long pid() {
    return running.process.pid();
  }

  @Override
  public boolean alive() {
    return running.process.isAlive();
  }

  @Override
  public CompletableFuture<Process> ended() {
    return running.process.onExit();
  }

  @Override
  public synchronized void say(String line) {
    orders.add(line);
    running.say(line);
  }

  /** Also waits until the last output is on disk. */
  @Override
  public String howItEnded() throws InterruptedException {
    return running.howItEnded();
  }

  @Override
  public Optional<String> unplannedEnd() throws InterruptedException {
    Running last = running;
    return last.process.isAlive() || last.endedOnPurpose
        ? Optional.empty()
        : Optional.of(last.howItEnded());
  }

  @Override
  public Optional<String> cause() {
    Path home = spec.home();
    return spec.outputParser()
        .cause(
            lines(home.resolve(CONSOLE)),
            lines(home.resolve("logs").resolve(spec.outputParser().logFile())));
  }

  @Override
  public void saveLogs(Path to) {
    Path home = spec.home();
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
    run("stopped", FreezeCommands.OF_PROCESS + "exit 0");
  }

  @Override
  public void resume() throws BrokerException {
    if (alive()) {
      run("resumed", "kill -CONT \"$0\"");
    }
  }

  /** Runs a shell command with the process ID as {@code $0}; Ctrl-C does not end it. */
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
        throw new BrokerException(Text.of("%s cannot be %s: %s", name(), what, answer));
      }
    } catch (IOException e) {
      throw new BrokerException(Text.of("%s cannot be %s: %s", name(), what, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void kill() throws BrokerException {
    running.endedOnPurpose = true;
    running.process.destroyForcibly();
    awaitEnd(KILL_MILLIS);
    if (alive()) {
      throw new BrokerException(Text.of("%s cannot be killed", name()));
    }
  }

  @Override
  public void stop() {
    running.endedOnPurpose = true;
    // Process.destroy would also close the node's input, at whose end its guard kills it.
    running.process.toHandle().destroy();
  }

  @Override
  public synchronized void restart() throws BrokerException {
    if (over) {
      return;
    }
    try {
      running.reader.join(OUTPUT_END_MILLIS);
      running = new Running(spec);
      orders.forEach(running::say);
    } catch (IOException e) {
      throw new BrokerException(Text.of("%s cannot be restarted: %s", name(), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException(Text.of("%s was not restarted: interrupted", name()), e);
    }
  }

  @Override
  public synchronized void end() {
    over = true;
    running.process.destroyForcibly();
  }

  @Override
  public void awaitEnd(long timeoutMillis) {
    Process process = running.process;
    process.onExit().completeOnTimeout(process, timeoutMillis, TimeUnit.MILLISECONDS).join();
  }

  /** The lines of a log file; none if it cannot be read. */
  private static List<String> lines(Path file) {
    // ISO 8859-1 decodes every byte, so no content of a log ends the reading.
    try (Stream<String> stream = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return stream.toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
