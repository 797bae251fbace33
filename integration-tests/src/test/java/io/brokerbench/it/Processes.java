package io.brokerbench.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The processes of one test: those with its directory on their command line or as their working
 * directory. This includes orphans and excludes all other processes.
 */
final class Processes {

  private static final String BROKERS_MAIN_CLASS = "io.brokerbench.child.ChildMain";

  private static final long SIGINT_BIT = 1 << 1;

  private final Path directory;

  Processes(Path directory) {
    this.directory = directory;
  }

  /** All running processes of the test. */
  List<ProcessHandle> all() {
    return ProcessHandle.allProcesses()
        .filter(ProcessHandle::isAlive)
        .filter(process -> commandLine(process).contains(directory + "/") || worksHere(process))
        .toList();
  }

  /** The name server and the brokers. */
  List<ProcessHandle> nodes() {
    return all().stream()
        .filter(process -> commandLine(process).contains(BROKERS_MAIN_CLASS))
        .toList();
  }

  /**
   * The only node with this name: {@code namesrv}, {@code master}, {@code slave}, {@code broker-0}.
   */
  ProcessHandle node(String role) {
    List<ProcessHandle> found =
        nodes().stream()
            .filter(process -> commandLine(process).strip().endsWith("/" + role + ".conf"))
            .toList();
    if (found.size() != 1) {
      throw new AssertionError(
          String.format(Locale.ROOT, "one %s expected, found %s", role, found));
    }
    return found.get(0);
  }

  /** The only node of RabbitMQ with this name: {@code r1}. */
  ProcessHandle beam(String name) {
    List<ProcessHandle> found =
        all().stream()
            .filter(process -> commandLine(process).contains("beam.smp"))
            .filter(process -> commandLine(process).contains("/" + name + "/user"))
            .toList();
    if (found.size() != 1) {
      throw new AssertionError(
          String.format(Locale.ROOT, "one %s expected, found %s", name, found));
    }
    return found.get(0);
  }

  /** Sends a signal: {@code STOP}, {@code CONT}, {@code KILL}, {@code INT}, {@code TERM}. */
  static void signal(String signal, ProcessHandle... to) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$0\" \"$@\"", signal));
    Stream.of(to).forEach(process -> command.add(Long.toString(process.pid())));
    int code = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (code != 0) {
      throw new AssertionError(String.format(Locale.ROOT, "%s ended with %d", command, code));
    }
  }

  /**
   * A builder that starts a running process again with the same command, environment and directory.
   */
  static ProcessBuilder again(ProcessHandle process) throws IOException {
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    ProcessBuilder builder = new ProcessBuilder(strings(proc.resolve("cmdline")));
    builder.directory(Files.readSymbolicLink(proc.resolve("cwd")).toFile());
    builder.environment().clear();
    for (String variable : strings(proc.resolve("environ"))) {
      int equals = variable.indexOf('=');
      builder.environment().put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return builder;
  }

  private static List<String> strings(Path file) throws IOException {
    List<String> strings = List.of(Files.readString(file, StandardCharsets.UTF_8).split("\0", -1));
    return strings.subList(0, strings.size() - 1);
  }

  /**
   * Whether this process, and therefore its children, ignore SIGINT, as background jobs of a shell
   * do.
   */
  static boolean ignoresInterrupt() throws IOException {
    Path status = Path.of("/proc", "self", "status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
            .anyMatch(ignored -> (ignored & SIGINT_BIT) != 0);
  }

  /** The command line of a process, empty for a zombie. The JDK's own method omits long ones. */
  private static String commandLine(ProcessHandle process) {
    Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      return process.info().commandLine().orElse("");
    }
  }

  private boolean worksHere(ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
          .startsWith(directory);
    } catch (IOException e) {
      return false;
    }
  }
}
