package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** How a command ended, and what it said. */
public record CommandOutput(ExitCode code, String out, String err) {

  static CommandOutput compare(Object... args) {
    return of("compare", args);
  }

  public static CommandOutput report(Object... args) {
    return of("report", args);
  }

  /** With ceilings that are only glanced at. */
  public static CommandOutput doctor(Object... args) {
    return of(new ParsedCommand(new DoctorCommand(Duration.ofMillis(20)))::execute, args);
  }

  static CommandOutput plan(Object... args) {
    return of("plan", args);
  }

  /** The help of a command, or of the launcher for an empty name, for a console of 100 columns. */
  static String help(String command) {
    return of(
            (args, environment, out, err) ->
                command.isEmpty()
                    ? BenchMain.execute(args, environment, out, err)
                    : help(
                        Objects.requireNonNull(BenchMain.commands().get(command)).get(),
                        args,
                        out,
                        err),
            "--help")
        .out();
  }

  private static ExitCode help(
      Command command, List<String> args, PrintStream out, PrintStream err) {
    command.spec().usageMessage().autoWidth(false);
    return command.execute(args, Map.of(), out, err);
  }

  /** Of a command of the launcher. */
  static CommandOutput of(String command, Object... args) {
    return of(
        (list, environment, out, err) ->
            BenchMain.execute(
                Stream.concat(Stream.of(command), list.stream()).toList(), environment, out, err),
        args);
  }

  private static CommandOutput of(Execution execution, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code =
        execution.execute(
            Arrays.stream(args).map(Object::toString).toList(),
            Map.of(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandOutput(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** What a command does with what it is given. */
  @FunctionalInterface
  private interface Execution {
    ExitCode execute(
        List<String> args, Map<String, String> environment, PrintStream out, PrintStream err);
  }

  /** The line on the console of a metric of a cell, its blanks made single. */
  public String line(String begin) {
    return out.lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> line.contains(begin))
        .findFirst()
        .orElseThrow(() -> new AssertionError(begin + " is not in\n" + out + err));
  }
}
