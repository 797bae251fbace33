package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/** How a command ended, and what it said. */
record Told(ExitCode code, String out, String err) {

  static Told compare(Object... args) {
    return of("compare", args);
  }

  static Told report(Object... args) {
    return of("report", args);
  }

  /** Of a command of the launcher. */
  static Told of(String command, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code =
        BenchMain.execute(
            Stream.concat(Stream.of(command), Arrays.stream(args).map(Object::toString)).toList(),
            Map.of(),
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
