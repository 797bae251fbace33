package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What the commands of this module share: help, errors of one line, exit codes. */
final class ReadingCommand {

  private static final int WIDTH = 100;

  private ReadingCommand() {}

  /** What a command does. */
  @FunctionalInterface
  interface Body {
    ExitCode run(ParseResult parsed, PrintStream out) throws BadInputException, IOException;
  }

  static CommandSpec spec(String name, String... description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description).width(WIDTH).sortOptions(false);
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this").build());
    return spec;
  }

  static ExitCode execute(
      CommandSpec spec, List<String> args, PrintStream out, PrintStream err, Body body) {
    try {
      CommandLine commandLine = new CommandLine(spec);
      ParseResult parsed = commandLine.parseArgs(args.toArray(String[]::new));
      if (parsed.isUsageHelpRequested()) {
        commandLine.usage(out);
        return ExitCode.VALID;
      }
      return body.run(parsed, out);
    } catch (CommandLine.ParameterException | BadInputException e) {
      err.println(e.getMessage());
      return ExitCode.BAD_INPUT;
    } catch (IOException e) {
      err.println("%s cannot be finished: %s".formatted(spec.name(), e));
      return ExitCode.BUG;
    }
  }
}
