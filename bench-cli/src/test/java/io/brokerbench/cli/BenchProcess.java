package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The launcher and scripts as processes of their own. */
final class BenchProcess {

  private static final String HEAP = "-Xmx256m";

  private BenchProcess() {}

  static Process start(Path output, Object... args) throws IOException {
    return start(output, List.of(), args);
  }

  /** With more flags of its JVM; its output goes to a file. */
  static Process start(Path output, List<String> flags, Object... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(HEAP));
    all.addAll(flags);
    // A process that was started in the background would ignore Ctrl-C.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(TestJvm.command(all, BenchMain.class.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Runs a command without input, which must end with this exit code; returns its output. */
  static String run(Path directory, Map<String, String> variables, int code, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(code);
    return output;
  }

  /** Ends a process and those that it started. */
  static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Writes a stand-in for scripts/bench, which runs the classes of this test. */
  static void writeLauncher(Path file) throws IOException {
    List<String> command = TestJvm.command(List.of(), BenchMain.class.getName());
    writeScript(
        file,
        String.format(
            Locale.ROOT,
            "exec '%s' %s ${BENCH_JAVA_OPTS:-} '%s' \"$@\"\n",
            command.get(0),
            HEAP,
            String.join("' '", command.subList(1, command.size()))));
  }

  /** Writes an executable script of bash. */
  static void writeScript(Path file, String lines) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + lines);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
