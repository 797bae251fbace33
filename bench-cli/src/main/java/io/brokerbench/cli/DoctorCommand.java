package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.doctor.Checkup;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.doctor.CheckupTable;
import io.brokerbench.doctor.Doctor;
import io.brokerbench.file.BadInputException;
import io.brokerbench.process.NativeCode;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the ceilings of this machine and reports its shortcomings. */
@Command(
    name = "doctor",
    header = "Measures the ceilings of this machine, and reports what is missing.",
    description = {
      "Takes about 15 s. Measures clock and timer, the disk of a directory, and TCP within this"
          + " machine. Leaves no file.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench doctor",
      "  bench doctor --directory /var/lib/rocketmq --json ceilings.json"
    })
final class DoctorCommand implements ParsedCommand.Body {

  /** Keeps the seven ceilings well under half a minute. */
  static final Duration LONGEST = Duration.ofSeconds(2);

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "On the disk that is measured: the one brokers will use (default: the system's temporary"
              + " directory)")
  private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the results to this file")
  private @Nullable Path json;

  private final Duration longestOfEach;

  DoctorCommand() {
    this(LONGEST);
  }

  DoctorCommand(Duration longestOfEach) {
    this.longestOfEach = longestOfEach;
  }

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    Optional<String> problem = NativeCode.problem();
    if (problem.isPresent()) {
      throw new BadInputException(problem.get());
    }
    Optional<String> obstacle = Doctor.obstacle(directory);
    if (obstacle.isPresent()) {
      throw new BadInputException(Text.of("--directory: %s %s", directory, obstacle.get()));
    }
    ParsedCommand.requireWritable("--json", json);
    Checkup checkup = examine();
    CheckupTable.lines(checkup).forEach(call.out()::println);
    if (json != null) {
      CheckupJson.write(checkup, json);
    }
    return ExitCode.VALID;
  }

  private Checkup examine() throws BadInputException {
    try {
      return new Doctor(directory.toAbsolutePath(), longestOfEach).examine();
    } catch (IOException e) {
      throw new BadInputException(
          Text.of("--directory: %s cannot be measured: %s; name another", directory, e));
    }
  }
}
