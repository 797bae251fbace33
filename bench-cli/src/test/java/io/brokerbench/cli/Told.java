package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** How a command ended, and what it said. */
record Told(ExitCode code, String out, String err) {

  /** A command that is to be run. */
  @FunctionalInterface
  interface Command {
    ExitCode execute(List<String> args, PrintStream out, PrintStream err);
  }

  static Told compare(Object... args) {
    return of(CompareMain::execute, args);
  }

  static Told table(Object... args) {
    return of(TableMain::execute, args);
  }

  /** With ceilings that are only glanced at. */
  static Told doctor(Object... args) {
    return of((list, out, err) -> DoctorMain.execute(list, out, err, Duration.ofMillis(20)), args);
  }

  static Told plan(Object... args) {
    return of(PlanMain::execute, args);
  }

  private static Told of(Command command, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code =
        command.execute(
            Arrays.stream(args).map(Object::toString).toList(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Told(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The line on the console of a metric of a cell, its blanks made single. */
  String line(String begin) {
    return out.lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> line.contains(begin))
        .findFirst()
        .orElseThrow(() -> new AssertionError(begin + " is not in\n" + out + err));
  }
}
