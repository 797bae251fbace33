package io.brokerbench.cluster;

import io.brokerbench.child.ChildMain;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A JVM that runs {@link ChildMain}; its output goes to {@code console.log} in its directory. */
final class ChildProcess implements RunningNode {

  static final String CONSOLE = "console.log";

  private static final Path LOG = Path.of("logs", "rocketmq.log");

  private static final long OUTPUT_END_MILLIS = 1_000;

  private final String name;
  private final Process process;
  private final Path home;
  private final BufferedWriter log;
  private final Console console = new Console(this::log);
  private final Thread reader;
  private volatile @Nullable Process holder;

  private ChildProcess(String name, Process process, Path home, BufferedWriter log) {
    this.name = name;
    this.process = process;
    this.home = home;
    this.log = log;
    reader = new Thread(this::read, "brokerbench-console-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts a command in a directory, with nothing of our environment but {@code home}. */
  static ChildProcess start(String name, List<String> command, Path home) throws IOException {
    // Ctrl-C reaches every process of the terminal; the brokers outlive it, for the run's end still
    // asks them how much they hold. Ignored signals stay ignored across exec.
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", "trap '' INT HUP; exec \"$0\" \"$@\"");
    builder.command().addAll(command);
    builder.directory(home.toFile()).redirectErrorStream(true).environment().clear();
    builder.environment().put("ROCKETMQ_HOME", home.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    BufferedWriter log = Files.newBufferedWriter(home.resolve(CONSOLE));
    return new ChildProcess(name, builder.start(), home, log);
  }

  @Override
  public String name() {
    return name;
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
  public String javaVersion() {
    return console.javaVersion();
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
  public void go() {
    try {
      OutputStream in = process.getOutputStream();
      in.write((ChildMain.GO + "\n").getBytes(StandardCharsets.US_ASCII));
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
    return LogCause.find(LogCause.lines(home.resolve(CONSOLE)), LogCause.lines(home.resolve(LOG)));
  }

  @Override
  public void saveLogs(Path to) {
    Directories.copy(home.resolve("logs"), to);
    Directories.copy(home.resolve("conf"), to);
    Directories.copy(home.resolve(CONSOLE), to.resolve(CONSOLE));
  }

  @Override
  public Map<String, Object> identity() {
    return Map.of("pid", pid());
  }

  @Override
  public synchronized void pause() throws BrokerException {
    if (holder != null) {
      return;
    }
    try {
      // Whoever holds it lets it go when we die, or it would neither run nor end.
      Process started =
          new ProcessBuilder(
                  "/bin/sh",
                  "-c",
                  "trap '' INT HUP\n"
                      + Standstill.OF_PROCESS
                      + "echo stopped; read x; kill -CONT \"$0\"",
                  Long.toString(pid()))
              .redirectErrorStream(true)
              .start();
      holder = started;
      String answer =
          new BufferedReader(
                  new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (!"stopped".equals(answer)) {
        resume();
        throw new BrokerException("%s cannot be stopped: %s".formatted(name, answer));
      }
    } catch (IOException e) {
      throw new BrokerException("%s cannot be stopped: %s".formatted(name, e.getMessage()), e);
    }
  }

  @Override
  public synchronized void resume() throws BrokerException {
    if (holder == null) {
      return;
    }
    try {
      holder.getOutputStream().close();
      holder.waitFor();
      holder = null;
    } catch (IOException e) {
      throw new BrokerException("%s cannot go on: %s".formatted(name, e.getMessage()), e);
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
    Process last = holder;
    if (last != null) {
      last.destroyForcibly();
    }
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
