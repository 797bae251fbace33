package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.CommonFlags;
import io.brokerbench.command.Concern;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.Flag;
import io.brokerbench.command.HelpPage;
import io.brokerbench.command.Reporting;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.WriteAccess;
import io.brokerbench.run.Experiment;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command with flags of its own rather than settings; handles help, errors of one line and exit
 * codes. For a single use.
 */
final class ParsedCommand implements Command {

  /** Initial value of a required path; picocli replaces it. */
  static final Path NONE = Path.of("");

  /**
   * The environment and output of a call.
   *
   * @param environment environment variables of the process
   * @param flags those of every measuring command, as NAME=VALUE, for the runs of a workload
   */
  record Call(
      Map<String, String> environment, List<String> flags, PrintStream out, PrintStream err) {}

  /** The body of a command, whose annotated fields receive the arguments. */
  @FunctionalInterface
  interface Body {

    /**
     * Executes the command.
     *
     * @throws BadInputException if the arguments are wrong
     * @throws SettingsException if a workload file is wrong
     * @throws IOException if files cannot be written
     * @throws InterruptedException if the command was interrupted
     */
    ExitCode run(Call call)
        throws BadInputException, SettingsException, IOException, InterruptedException;
  }

  /** A body that takes a workload, and so the flags of every measuring command. */
  interface OfWorkload extends Body {

    /**
     * Whether the command has a use for such a flag; the others are unknown to it.
     *
     * @param concern what the flag is about
     * @param flag its longest name
     */
    default boolean takes(Concern concern, String flag) {
      return true;
    }
  }

  /** The name of each run is that of its workload, or of its cell. */
  private static final String NAME = "--name";

  private final CommandSpec spec;
  private final Body body;
  private final Map<Concern, List<OptionSpec>> common = new EnumMap<>(Concern.class);

  /**
   * @param body annotated with its name, description and arguments, without the flag for help
   */
  ParsedCommand(Body body) {
    this.spec = CommandSpec.forAnnotatedObject(body);
    this.body = body;
    HelpPage.format(spec);
    if (body instanceof OfWorkload command) {
      CommonFlags.all().forEach(flag -> addCommon(command, flag.concern(), flag.option("0")));
      Reporting.options()
          .forEach(
              (concern, options) -> options.forEach(option -> addCommon(command, concern, option)));
    }
    spec.addOption(HelpPage.flag().build());
  }

  /** Adds a flag, unless the command has no use for it, or has its own of this name. */
  private void addCommon(OfWorkload command, Concern concern, OptionSpec.Builder option) {
    OptionSpec built = option.build();
    String name = built.longestName();
    if (!name.equals(NAME) && command.takes(concern, name) && spec.findOption(name) == null) {
      spec.addOption(built);
      common.computeIfAbsent(concern, each -> new ArrayList<>()).add(built);
    }
  }

  private List<String> common(ParseResult parsed) {
    return common.values().stream()
        .flatMap(List::stream)
        .map(OptionSpec::longestName)
        .filter(parsed::hasMatchedOption)
        .map(name -> name + "=" + parsed.<Object>matchedOptionValue(name, ""))
        .toList();
  }

  /** The defaults of the common flags, by each name; the workload file comes before them. */
  private Map<String, String> defaults() throws SettingsException {
    if (common.isEmpty()) {
      return Map.of();
    }
    SettingsReader reader = Workload.defaults();
    Experiment.addDefaults(reader);
    Map<String, String> defaults = new HashMap<>(Flag.defaults(CommonFlags.all(), reader));
    defaults.replaceAll((name, value) -> "the file's, or " + value);
    return defaults;
  }

  @Override
  public CommandSpec spec() {
    return spec;
  }

  @Override
  public ExitCode execute(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
    try {
      CommandLine commandLine = HelpPage.commandLine(spec);
      ParseResult parsed = commandLine.parseArgs(args.toArray(String[]::new));
      if (parsed.isUsageHelpRequested()) {
        HelpPage.print(spec, common, defaults(), out);
        return ExitCode.VALID;
      }
      refuseEmpty(parsed);
      return body.run(new Call(environment, common(parsed), out, err));
    } catch (CommandLine.ParameterException | BadInputException e) {
      err.println(withoutSecrets(String.valueOf(e.getMessage()), args));
      return ExitCode.BAD_INPUT;
    } catch (SettingsException e) {
      e.problems().forEach(err::println);
      return ExitCode.BAD_INPUT;
    } catch (IOException e) {
      err.println(Secrets.text(Text.of("%s cannot be finished: %s", spec.name(), e)));
      return ExitCode.BUG;
    } catch (InterruptedException e) {
      err.println(spec.name() + " was interrupted");
      return ExitCode.RUN_INVALID;
    }
  }

  /**
   * Checks that a file, if there is one, is writable, before anything is measured or read.
   *
   * @throws BadInputException if the file named by the flag cannot be written
   */
  static void requireWritable(String flag, @Nullable Path file) throws BadInputException {
    Optional<String> problem = file == null ? Optional.empty() : WriteAccess.problem(flag, file);
    if (problem.isPresent()) {
      throw new BadInputException(problem.get());
    }
  }

  /** Refuses empty values, so that an unset variable in a script does not select the default. */
  private static void refuseEmpty(ParseResult parsed) throws BadInputException {
    for (ArgSpec each : parsed.matchedArgs()) {
      if (each.originalStringValues().stream().anyMatch(String::isBlank)) {
        throw new BadInputException(
            Text.of(
                "%s: %s",
                each instanceof OptionSpec option ? option.longestName() : each.paramLabel(),
                Settings.EMPTY));
      }
    }
  }

  /** Removes secrets from an error message, which may quote arguments. */
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
