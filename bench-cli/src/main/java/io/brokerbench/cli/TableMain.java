package io.brokerbench.cli;

import io.brokerbench.command.Exit;
import io.brokerbench.command.ExitCode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Shows what result directories hold. */
public final class TableMain {

  private static final String[] DESCRIPTION = {
    "A row for each cell of the result directories: runs of the same tool, workload and promise.",
    "Figures are geometric means of the runs that are not INVALID; rates are those acknowledged, or"
        + " received by consumers; CPU/msg is that of the brokers."
  };

  private TableMain() {}

  public static void main(String[] args) {
    Exit.with(execute(List.of(args), System.out, System.err));
  }

  static ExitCode execute(List<String> args, PrintStream out, PrintStream err) {
    CommandSpec spec = ReadingCommand.spec("table", DESCRIPTION);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .paramLabel("DIR")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1..*")
            .required(true)
            .description("A result directory, or a directory of result directories")
            .build());
    return ReadingCommand.execute(spec, args, out, err, TableMain::run);
  }

  private static ExitCode run(ParseResult parsed, PrintStream out) throws BadInputException {
    List<Path> paths = parsed.matchedPositional(0).getValue();
    List<RunSet> sets = new ArrayList<>();
    for (Path path : paths) {
      sets.add(RunSet.read(path));
    }
    RunTable.lines(sets).forEach(out::println);
    return ExitCode.VALID;
  }
}
