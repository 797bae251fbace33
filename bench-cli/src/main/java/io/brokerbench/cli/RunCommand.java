package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Runs a workload file: once, or every cell of its matrix. */
final class RunCommand implements Command {

  private static final String[] DESCRIPTION = {
    "Runs a workload file: its tool, with its settings. With a matrix: every cell, repeat times, each"
        + " run in a process of its own and on fresh brokers, in an order that changes from turn to"
        + " turn.",
    "",
    "A matrix that was interrupted goes on where it was when the same command is given again; what"
        + " is finished is not run again.",
    ""
  };

  private static final String DEFAULT_DIRECTORY = "results";

  private final CommandSpec spec = CommandSpec.create().name("run");

  RunCommand() {
    spec.usageMessage().description(DESCRIPTION).width(100).sortOptions(false);
    Preparation.parameters(spec);
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this").build());
  }

  @Override
  public CommandSpec spec() {
    return spec;
  }

  @Override
  public ExitCode execute(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
    try {
      CommandLine commandLine = new CommandLine(spec);
      ParseResult parsed = commandLine.parseArgs(args.toArray(String[]::new));
      if (parsed.isUsageHelpRequested()) {
        commandLine.usage(out);
        return ExitCode.VALID;
      }
      Preparation preparation = Preparation.of(parsed, environment);
      Path parent = Path.of(parsed.matchedOptionValue("--out", DEFAULT_DIRECTORY));
      return preparation.single()
          ? single(preparation, parent, environment, out, err)
          : matrix(preparation, parent, out);
    } catch (CommandLine.ParameterException | BadInputException e) {
      err.println(e.getMessage());
      return ExitCode.BAD_INPUT;
    } catch (SettingsException e) {
      e.problems().forEach(err::println);
      return ExitCode.BAD_INPUT;
    } catch (InterruptedException e) {
      err.println("interrupted; the same command goes on with what is left");
      return ExitCode.RUN_INVALID;
    } catch (IOException e) {
      err.println("results cannot be written: " + e);
      return ExitCode.BUG;
    }
  }

  private static ExitCode single(
      Preparation preparation,
      Path parent,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err) {
    List<String> flags = new ArrayList<>(preparation.flags());
    flags.addAll(List.of("--out", parent.toString()));
    return Objects.requireNonNull(Tools.all().get(preparation.sections().tool()))
        .get()
        .execute(flags, environment, out, err);
  }

  private static ExitCode matrix(Preparation preparation, Path parent, PrintStream out)
      throws BadInputException, IOException, InterruptedException {
    List<MatrixCell> cells = List.copyOf(preparation.cells().keySet());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            parent,
            preparation.name(),
            preparation.identity(),
            cells,
            preparation.sections().reference(),
            Clock.system().now());
    ChildRun child = new ChildRun(preparation, directory.path());
    ExitCode worst =
        new MatrixRun(preparation.matrix(), directory, child, out, Clock.system()::now).run();
    boolean complete = true;
    for (MatrixCell cell : cells) {
      complete &= !directory.runs(cell).isEmpty();
    }
    MatrixDirectory ended = complete ? directory.finish() : directory;
    out.println();
    MatrixTable.lines(ended).forEach(out::println);
    out.println("results in " + ended.path());
    if (!complete) {
      out.println("cells without a result are run when the same command is given again");
    }
    return worst;
  }
}
