package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunSet;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Shows what result directories hold. */
final class ReportCommand {

  private static final String[] DESCRIPTION = {
    "What result directories hold. Of a matrix: a row for each cell. Of others: a row for each"
        + " cell of runs of the same tool, workload and promise.",
    "Figures are geometric means of the runs that are not INVALID; rates are those acknowledged, or"
        + " received by consumers; CPU/msg is that of the brokers."
  };

  private ReportCommand() {}

  static Command create() {
    CommandSpec spec = ReadingCommand.spec("report", DESCRIPTION);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .paramLabel("DIR")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1..*")
            .required(true)
            .description("A result directory, a directory of result directories, or a matrix")
            .build());
    return new ReadingCommand(spec, ReportCommand::run);
  }

  private static ExitCode run(ParseResult parsed, PrintStream out) throws BadInputException {
    List<Path> paths = parsed.matchedPositional(0).getValue();
    List<RunSet> sets = new ArrayList<>();
    for (Path path : paths) {
      if (MatrixDirectory.is(path)) {
        MatrixTable.lines(MatrixDirectory.read(path)).forEach(out::println);
      } else {
        sets.add(RunSet.read(path));
      }
    }
    if (!sets.isEmpty()) {
      RunTable.lines(sets).forEach(out::println);
    }
    return ExitCode.VALID;
  }
}
