package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.text.WholeFile;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command whose flags are its own, rather than settings: help, errors of one line, exit codes.
 *
 * @param spec without help, which is added
 */
record ParsedCommand(CommandSpec spec, Body body) implements Command {

  private static final int WIDTH = 100;

  /**
   * What a command was called with.
   *
   * @param parsed its flags
   * @param environment of the process
   */
  record Call(
      ParseResult parsed, Map<String, String> environment, PrintStream out, PrintStream err) {}

  /** What a command does. */
  @FunctionalInterface
  interface Body {

    /**
     * Does it.
     *
     * @throws BadInputException if what was given cannot be
     * @throws SettingsException if a workload file cannot be
     * @throws IOException if files cannot be written
     * @throws InterruptedException if it was ended before its end
     */
    ExitCode run(Call call)
        throws BadInputException, SettingsException, IOException, InterruptedException;
  }

  ParsedCommand {
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
      refuseEmpty(parsed);
      return body.run(new Call(parsed, environment, out, err));
    } catch (CommandLine.ParameterException | BadInputException e) {
      err.println(withoutSecrets(String.valueOf(e.getMessage()), args));
      return ExitCode.BAD_INPUT;
    } catch (SettingsException e) {
      e.problems().forEach(err::println);
      return ExitCode.BAD_INPUT;
    } catch (IOException e) {
      err.println(
          Secrets.text(String.format(Locale.ROOT, "%s cannot be finished: %s", spec.name(), e)));
      return ExitCode.BUG;
    } catch (InterruptedException e) {
      err.println(spec.name() + " was interrupted");
      return ExitCode.RUN_INVALID;
    }
  }

  /**
   * Asked before anything is measured or read, so that nobody waits for nothing.
   *
   * @throws BadInputException if a file that a flag names cannot be written
   */
  static void requireWritable(String flag, Path file) throws BadInputException {
    if (!WholeFile.canBeWritten(file)) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s: %s cannot be written; name a file in a directory that exists and is writable",
              flag,
              file));
    }
  }

  /** An unset variable of a script must not choose the default. */
  private static void refuseEmpty(ParseResult parsed) throws BadInputException {
    for (ArgSpec each : parsed.matchedArgs()) {
      if (each.originalStringValues().stream().anyMatch(String::isBlank)) {
        throw new BadInputException(
            String.format(
                Locale.ROOT,
                "%s: %s",
                each instanceof OptionSpec option ? option.longestName() : each.paramLabel(),
                Settings.EMPTY));
      }
    }
  }

  /** The message of an error about arguments, which may quote them. */
  private static String withoutSecrets(String message, List<String> args) {
    List<String> shown = Secrets.arguments(args, flag -> false);
    String safe = message;
    for (int i = 0; i < args.size(); i++) {
      if (!shown.get(i).equals(args.get(i))) {
        safe = safe.replace("'" + args.get(i) + "'", "'" + shown.get(i) + "'");
      }
    }
    return Secrets.text(safe);
  }
}
