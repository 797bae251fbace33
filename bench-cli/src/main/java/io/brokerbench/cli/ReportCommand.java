package io.brokerbench.cli;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.find.Findings;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Shows what result directories hold. */
final class ReportCommand {

  private static final String[] DESCRIPTION = {
    "What result directories hold. Of a matrix: a row for each cell. Of a search: its"
        + " probes and what it found. Of others: a row for each"
        + " cell of runs of the same tool, workload and promise.",
    "Figures are geometric means of the runs that are not INVALID; rates are those acknowledged, or"
        + " received by consumers; CPU/msg is that of the brokers."
  };

  private ReportCommand() {}

  static Command create() {
    CommandSpec spec = ParsedCommand.spec("report", DESCRIPTION);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .paramLabel("DIR")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1..*")
            .required(true)
            .description(
                "A result directory, a directory of result directories, a matrix or a search")
            .build());
    spec.addOption(
        OptionSpec.builder("--ceilings")
            .type(Path.class)
            .paramLabel("FILE")
            .description(
                "What doctor --json wrote on that machine: shows how close each cell of a matrix"
                    + " came to it")
            .build());
    return new ParsedCommand(spec, ReportCommand::run);
  }

  private static ExitCode run(ParsedCommand.Call call) throws BadInputException {
    PrintStream out = call.out();
    List<Path> paths = call.parsed().matchedPositional(0).getValue();
    Optional<Ceilings> ceilings = ceilings(call.parsed().matchedOptionValue("--ceilings", null));
    List<RunSet> sets = new ArrayList<>();
    for (Path path : paths) {
      if (MatrixDirectory.is(path)) {
        MatrixTable.lines(MatrixDirectory.read(path), ceilings).forEach(out::println);
      } else if (Findings.in(path)) {
        FindTable.lines(Findings.read(path)).forEach(out::println);
      } else {
        sets.add(RunSet.read(path));
      }
    }
    if (!sets.isEmpty()) {
      RunTable.lines(sets).forEach(out::println);
    }
    return ExitCode.VALID;
  }

  private static Optional<Ceilings> ceilings(@Nullable Path file) throws BadInputException {
    try {
      return file == null ? Optional.empty() : Optional.of(CheckupJson.ceilings(file));
    } catch (IOException e) {
      throw new BadInputException("--ceilings: " + e.getMessage());
    }
  }
}
