package io.brokerbench.microbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A tool in a separate process, with a temporary home directory. Not thread-safe. */
final class PeerProcess implements AutoCloseable {

  private final Path directory;
  private final Process process;
  private final Thread hook;

  /** Starts a main class; the JVM and its flags are the same for all tools. */
  PeerProcess(String classPath, String main, List<String> flags) throws IOException {
    directory = Files.createTempDirectory("brokerbench-peer");
    String java = ProcessHandle.current().info().command().orElse("java");
    // Clients write their logs here instead of the user's home.
    List<String> command = new ArrayList<>(List.of(java, "-Duser.home=" + directory));
    command.addAll(List.of("-Xms1g", "-Xmx1g", "-cp", classPath, main));
    command.addAll(flags);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("HOME", directory.toString());
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("out").toFile());
    process = builder.start();
    // The tools run until they are stopped; a signal to this process must not leave one behind.
    hook = new Thread(this::end);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Output so far, stdout and stderr. */
  String output() throws IOException {
    return Files.readString(directory.resolve("out"));
  }

  /** Throws an exception with the output if the process has ended. */
  void check() throws IOException {
    if (!process.isAlive()) {
      throw new IllegalStateException(output());
    }
  }

  /** Processor time since the start of the process, user and system. */
  long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(hook);
    end();
  }

  private void end() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(PeerProcess::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
