package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A JVM that runs {@link ChildMain}; its output goes to {@code console.log} in its directory. */
final class ChildProcess implements Node {

  static final String CONSOLE = "console.log";

  private static final String BOOTED = "boot success";
  private static final long OUTPUT_END_MILLIS = 1_000;

  private final String name;
  private final Process process;
  private final Thread reader;
  private final CompletableFuture<Void> booted = new CompletableFuture<>();
  private volatile Optional<JvmUsage> usage = Optional.empty();
  private volatile @Nullable Process holder;

  private ChildProcess(String name, Process process, Path console) {
    this.name = name;
    this.process = process;
    reader = new Thread(() -> read(console), "brokerbench-console-" + name);
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
    return new ChildProcess(name, builder.start(), home.resolve(CONSOLE));
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
    return usage;
  }

  /** Completed when the process said that it takes connections. */
  CompletableFuture<Void> booted() {
    return booted;
  }

  CompletableFuture<Process> ended() {
    return process.onExit();
  }

  /** Lets a broker register; nothing happens if it is gone. */
  void go() {
    try {
      OutputStream in = process.getOutputStream();
      in.write((ChildMain.GO + "\n").getBytes(StandardCharsets.US_ASCII));
      in.flush();
    } catch (IOException e) {
      // It ended, which is seen elsewhere.
    }
  }

  /** "exit code 1", "exit code 137 (SIGKILL)"; waits until its last output is on disk. */
  String howItEnded() throws InterruptedException {
    int code = process.waitFor();
    reader.join(OUTPUT_END_MILLIS);
    return switch (code) {
      case 130 -> "exit code 130 (SIGINT)";
      case 134 -> "exit code 134 (SIGABRT)";
      case 137 -> "exit code 137 (SIGKILL)";
      case 139 -> "exit code 139 (SIGSEGV)";
      case 143 -> "exit code 143 (SIGTERM)";
      default -> "exit code " + code;
    };
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
                  "trap '' INT HUP; kill -STOP \"$0\" && echo stopped; read x; kill -CONT \"$0\"",
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

  /** SIGKILL; a stopped process dies of it as well. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits for the end of a killed process and of what served it, whoever interrupts. */
  void awaitEnd(long timeoutMillis) {
    process.onExit().completeOnTimeout(process, timeoutMillis, TimeUnit.MILLISECONDS).join();
    Process last = holder;
    if (last != null) {
      last.destroyForcibly();
    }
  }

  private void read(Path console) {
    try (BufferedReader out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter log = Files.newBufferedWriter(console)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(ChildMain.USAGE)) {
          String[] figures = line.substring(ChildMain.USAGE.length()).split(" ", -1);
          usage =
              Optional.of(
                  new JvmUsage(
                      Long.parseLong(figures[0]),
                      Long.parseLong(figures[1]),
                      Long.parseLong(figures[2])));
        } else {
          log.write(line);
          log.newLine();
          log.flush();
          if (line.contains(BOOTED)) {
            booted.complete(null);
          }
        }
      }
    } catch (IOException e) {
      // Closed by the process's end, or nowhere to write to: the process itself tells more.
    }
  }
}
