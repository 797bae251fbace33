package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.doctor.Checkup;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.doctor.CheckupTable;
import io.brokerbench.doctor.Doctor;
import io.brokerbench.stored.BadInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Measures what this machine can do at most, and tells what it lacks. */
final class DoctorCommand {

  private static final String[] DESCRIPTION = {
    "What this machine can do at most, and what is missing or suspicious.",
    "",
    "Takes some 15 s. Measures clock and timer, fsync and writing on the disk of a directory, and"
        + " TCP within this machine; leaves no file.",
    ""
  };

  /** Seven ceilings in well under half a minute. */
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private DoctorCommand() {}

  static Command create() {
    return create(LONGEST);
  }

  /** With another bound for each ceiling. */
  static Command create(Duration longestOfEach) {
    return new ParsedCommand(spec(), call -> run(call.parsed(), call.out(), longestOfEach));
  }

  private static CommandSpec spec() {
    CommandSpec spec = ParsedCommand.spec("doctor", DESCRIPTION);
    spec.addOption(
        OptionSpec.builder("--directory")
            .type(Path.class)
            .paramLabel("DIR")
            .description(
                "On the disk that is measured: the one brokers will use. The system's temporary"
                    + " directory if not given")
            .build());
    spec.addOption(
        OptionSpec.builder("--json")
            .type(Path.class)
            .paramLabel("FILE")
            .description("Write all of it there too")
            .build());
    return spec;
  }

  private static ExitCode run(ParseResult parsed, PrintStream out, Duration longestOfEach)
      throws BadInputException, IOException {
    Path directory =
        parsed.matchedOptionValue("--directory", Path.of(System.getProperty("java.io.tmpdir")));
    Optional<String> obstacle = Doctor.obstacle(directory);
    if (obstacle.isPresent()) {
      throw new BadInputException(
          String.format(Locale.ROOT, "--directory: %s %s", directory, obstacle.get()));
    }
    Optional<Path> json = Optional.ofNullable(parsed.matchedOptionValue("--json", null));
    if (json.isPresent()) {
      ParsedCommand.requireWritable("--json", json.get());
    }
    Checkup checkup = examine(directory, longestOfEach);
    CheckupTable.lines(checkup).forEach(out::println);
    if (json.isPresent()) {
      CheckupJson.write(checkup, json.get());
    }
    return ExitCode.VALID;
  }

  private static Checkup examine(Path directory, Duration longestOfEach) throws BadInputException {
    try {
      return new Doctor(directory.toAbsolutePath(), longestOfEach).examine();
    } catch (IOException e) {
      throw new BadInputException(
          String.format(
              Locale.ROOT, "--directory: %s cannot be measured: %s; name another", directory, e));
    }
  }
}
