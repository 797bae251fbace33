package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.stored.BadInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command that measures nothing itself: help, errors of one line, exit codes.
 *
 * @param spec without help, which is added
 */
record ReadingCommand(CommandSpec spec, Body body) implements Command {

  private static final int WIDTH = 100;

  /** What a command does. */
  @FunctionalInterface
  interface Body {

    /**
     * Does it.
     *
     * @throws BadInputException if what was given cannot be
     * @throws IOException if files cannot be written
     */
    ExitCode run(ParseResult parsed, PrintStream out) throws BadInputException, IOException;
  }

  ReadingCommand {
    spec.usageMessage().width(WIDTH).sortOptions(false);
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this").build());
  }

  static CommandSpec spec(String name, String... description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description);
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
      return body.run(parsed, out);
    } catch (CommandLine.ParameterException | BadInputException e) {
      String.valueOf(e.getMessage()).lines().forEach(err::println);
      return ExitCode.BAD_INPUT;
    } catch (IOException e) {
      err.println("%s cannot be finished: %s".formatted(spec.name(), e));
      return ExitCode.BUG;
    }
  }
}
