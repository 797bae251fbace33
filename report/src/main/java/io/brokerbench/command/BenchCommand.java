package io.brokerbench.command;

import io.brokerbench.console.LineFormat;
import io.brokerbench.fault.FaultSettings;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Requirements;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A benchmark command: reads its flags, then reports all problems with them at once or runs.
 *
 * <p>Flag values are validated by the settings they stand for, so that a flag, a workload file and
 * {@code --set} are rejected with the same messages.
 */
public final class BenchCommand implements Command {

  /** Settings derived from flags. */
  @FunctionalInterface
  public interface Consequences {

    /**
     * Adds the settings.
     *
     * @param reader contains the settings so far, and receives the new ones
     * @param environment of the process
     */
    void add(SettingsReader reader, Map<String, String> environment);
  }

  /** Flag of requirements, which may be given several times. */
  public static final String REQUIRE = "--require";

  /** Label of the flag's value. */
  public static final String REQUIREMENT = "KEY=VALUE";

  /** Description of the flag. */
  public static final String REQUIRES =
      "What a figure must be, such as response-p99=50ms, acked=20k/s or cpu=75%%; exit code 5 if it"
          + " is not";

  private final CommandSpec spec;
  private final Map<Concern, List<OptionSpec>> sections = new EnumMap<>(Concern.class);
  private final List<Flag> flags;
  private final Consequences consequences;
  private final LineFormat line;

  /**
   * @param flags its own and the {@link CommonFlags}
   * @param examples complete commands, for the help
   * @param line format of the line printed after each report interval
   */
  public BenchCommand(
      String name,
      String description,
      List<Flag> flags,
      List<String> examples,
      Consequences consequences,
      LineFormat line) {
    this.flags = flags;
    this.consequences = consequences;
    this.line = line;
    this.spec = CommandSpec.create().name(name);
    HelpPage.describe(spec, description, examples);
    // Built rather than annotated: each flag is data that names the setting it stands for.
    for (Flag flag : flags) {
      add(flag.concern(), flag.option("0..1"));
    }
    add(Concern.JUDGEMENT, repeated(REQUIRE).paramLabel(REQUIREMENT).description(REQUIRES));
    add(
        Concern.JUDGEMENT,
        repeated(FaultSettings.FLAG)
            .paramLabel("FAULT")
            .description(
                "A fault in the measured time: 'kill master at 20s restart 30s', 'stop slave at 5s',"
                    + " 'pause master at 60s for 10s', 'kill leader of queue 3 at 20s',"
                    + " 'run ./script.sh at 20s'"));
    Reporting.options()
        .forEach((concern, options) -> options.forEach(option -> add(concern, option)));
    add(
        Concern.SETTINGS,
        OptionSpec.builder("--workload")
            .type(String.class)
            .paramLabel("FILE.yaml")
            .description(
                "Initial settings, which flags override. Its tool, matrix, find, plan and reference are"
                    + " for the commands run and find"));
    add(
        Concern.SETTINGS,
        repeated("--set")
            .paramLabel("KEY=VALUE")
            .description("Any setting, such as cluster.heap=2g"));
    add(Concern.SETTINGS, HelpPage.flag());
    spec.parser().unmatchedArgumentsAllowed(true).overwrittenOptionsAllowed(true);
  }

  private void add(Concern concern, OptionSpec.Builder option) {
    OptionSpec built = option.build();
    spec.addOption(built);
    sections.computeIfAbsent(concern, each -> new ArrayList<>()).add(built);
  }

  private static OptionSpec.Builder repeated(String name) {
    return OptionSpec.builder(name).type(List.class).auxiliaryTypes(String.class);
  }

  @Override
  public CommandSpec spec() {
    return spec;
  }

  /**
   * Does everything except the run itself.
   *
   * @throws SettingsException with all problems of the flags and the settings
   */
  public Experiment check(List<String> args, Map<String, String> environment)
      throws SettingsException {
    return check(args, environment, false);
  }

  /** The same for a cluster that is running: what only its start needs is not checked. */
  public Experiment checkOnRunningCluster(List<String> args, Map<String, String> environment)
      throws SettingsException {
    return check(args, environment, true);
  }

  private Experiment check(List<String> args, Map<String, String> environment, boolean running)
      throws SettingsException {
    try {
      return experiment(parse(args), args, environment, running);
    } catch (CommandLine.ParameterException e) {
      throw new SettingsException(List.of(String.valueOf(e.getMessage())));
    }
  }

  /**
   * What flags determine: the keys of settings, in full or abbreviated as behind {@code --set}, and
   * the names of flags that are not a setting, such as {@code --workload}. Values are not checked.
   *
   * @throws CommandLine.ParameterException if a value is missing
   */
  public List<String> determined(List<String> args) {
    ParseResult parsed = parse(args);
    SettingsReader reader = Workload.defaults();
    read(parsed, reader);
    return Stream.concat(
            reader.keys().stream(),
            Stream.of("--workload", Reporting.JSON, Reporting.LIVE, "--help")
                .filter(parsed::hasMatchedOption))
        .toList();
  }

  private Map<String, String> defaults() throws SettingsException {
    SettingsReader reader = Workload.defaults();
    consequences.add(reader, Map.of());
    Experiment.addDefaults(reader);
    return Flag.defaults(flags, reader);
  }

  private ParseResult parse(List<String> args) {
    args.forEach(this::refuseAttached);
    return new CommandLine(spec)
        .parseArgs(args.stream().map(this::completed).toArray(String[]::new));
  }

  @Override
  public ExitCode execute(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
    try {
      ParseResult parsed = parse(args);
      if (parsed.isUsageHelpRequested()) {
        HelpPage.print(spec, sections, defaults(), out);
        return ExitCode.VALID;
      }
      Experiment experiment = experiment(parsed, args, environment, false);
      Reporting reporting = Reporting.of(parsed);
      reporting.check(experiment.workload().load().repeat());
      experiment.warnings().forEach(err::println);
      RunEstimate estimate = RunEstimate.of(experiment).requireRoom();
      if (!reporting.quiet()) {
        reporting.console(out, err).println(estimate.text());
      }
      return new Runs(experiment, line, reporting, out, err).run();
    } catch (CommandLine.ParameterException e) {
      err.println(Secrets.text(String.valueOf(e.getMessage())));
      return ExitCode.BAD_INPUT;
    } catch (SettingsException e) {
      e.problems().forEach(err::println);
      return ExitCode.BAD_INPUT;
    }
  }

  /**
   * Rejects {@code -skVALUE}, which would be read as {@code -s} with a different value and printed
   * in an error message.
   */
  private void refuseAttached(String argument) {
    String name = argument.replaceAll("(?s)=.*", "");
    if (spec.findOption(completed(name)) != null) {
      return;
    }
    spec.options().stream()
        .flatMap(option -> Stream.of(option.names()))
        .filter(known -> known.matches("-\\w+") && argument.startsWith(known) && isSecret(known))
        .findFirst()
        .ifPresent(
            known -> {
              throw new CommandLine.ParameterException(
                  new CommandLine(spec), known + ": needs a space before its value");
            });
  }

  /**
   * The argument with the full name of its flag: a long name may be abbreviated, and may have a
   * single hyphen, as in Apache Commons CLI, which parses the flags of RocketMQ's tools.
   */
  private String completed(String argument) {
    String name = argument.replaceAll("(?s)=.*", "");
    if (!name.matches("--?[A-Za-z].+") || spec.findOption(name) != null) {
      return argument;
    }
    String begin = name.startsWith("--") ? name : "-" + name;
    List<String> fitting =
        spec.options().stream()
            .map(
                option ->
                    Stream.of(option.names()).filter(known -> known.startsWith(begin)).findFirst())
            .flatMap(Optional::stream)
            .toList();
    return fitting.size() == 1 ? fitting.get(0) + argument.substring(name.length()) : argument;
  }

  private Experiment experiment(
      ParseResult parsed, List<String> args, Map<String, String> environment, boolean running)
      throws SettingsException {
    SettingsReader reader = Workload.defaults().environment(environment).choices(choices());
    if (running) {
      reader.clusterIsRunning();
    }
    if (given(parsed, "--workload", reader)) {
      reader.file(Path.of(parsed.<String>matchedOptionValue("--workload", "")));
    }
    read(parsed, reader);
    given(parsed, Reporting.JSON, reader);
    if (given(parsed, Reporting.ACCEPT, reader)) {
      Reporting.of(parsed).checkAccepted(reader);
    }
    List<String> shown = shown(args);
    String command =
        Stream.concat(Stream.of(spec.name()), shown.stream().map(ShellWords::quoted))
            .collect(Collectors.joining(" "));
    List<String> full = args.stream().map(this::completed).toList();
    List<String> unmatched =
        parsed.unmatched().stream()
            .map(each -> full.contains(each) ? shown.get(full.indexOf(each)) : each)
            .toList();
    List<String> problems = unknownFlags(unmatched);
    try {
      // Without the settings of the driver and its clusters, abbreviations of them would not
      // count as given, and be overridden by what follows from other settings.
      Experiment.addDefaults(reader);
      consequences.add(reader, environment);
      Experiment experiment = Experiment.check(reader, command);
      if (problems.isEmpty()) {
        return experiment;
      }
    } catch (SettingsException e) {
      problems.addAll(e.problems());
    }
    throw new SettingsException(problems);
  }

  /** Adds the settings of flags and assignments. */
  private void read(ParseResult parsed, SettingsReader reader) {
    for (Flag flag : flags) {
      String name = flag.names().get(0);
      if (given(parsed, name, reader)) {
        flag.effect().apply(reader, parsed.matchedOptionValue(name, ""), name);
      }
    }
    List<String> requirements = parsed.matchedOptionValue(REQUIRE, List.of());
    requirements.forEach(each -> reader.assign(Requirements.PREFIX, each, REQUIRE));
    List<String> faults = parsed.matchedOptionValue(FaultSettings.FLAG, List.of());
    faults.forEach(fault -> FaultSettings.add(reader, fault));
    List<String> assignments = parsed.matchedOptionValue("--set", List.of());
    assignments.forEach(reader::assign);
  }

  private Set<String> choices() {
    return flags.stream()
        .filter(Flag::chooses)
        .map(flag -> flag.names().get(0))
        .collect(Collectors.toSet());
  }

  /** Whether a flag has a value; reports an empty one as a problem. */
  private static boolean given(ParseResult parsed, String flag, SettingsReader reader) {
    String value = parsed.matchedOptionValue(flag, null);
    if (value != null && value.isBlank()) {
      reader.problem(Text.of("%s: %s", flag, Settings.EMPTY));
      return false;
    }
    return value != null;
  }

  /** The arguments with secrets hidden, each at its own position. */
  public List<String> shown(List<String> args) {
    return Secrets.arguments(args, flag -> isSecret(completed(flag)));
  }

  private boolean isSecret(String flag) {
    OptionSpec option = spec.findOption(flag);
    return option != null && Stream.of(option.names()).anyMatch(Secrets::isKey);
  }

  /** The problems with arguments that are no flag of this command, nor the value of one. */
  private List<String> unknownFlags(List<String> unmatched) {
    List<String> problems = new ArrayList<>();
    boolean mayBeValue = false;
    for (String argument : unmatched) {
      if (argument.startsWith("-")) {
        problems.add(unknownFlag(argument.replaceAll("=.*", "")));
        mayBeValue = !argument.contains("=");
      } else {
        if (!mayBeValue) {
          problems.add(Text.of("%s: does not follow a flag", argument));
        }
        mayBeValue = false;
      }
    }
    return problems;
  }

  private String unknownFlag(String name) {
    List<String> known =
        spec.options().stream().flatMap(option -> Stream.of(option.names())).toList();
    return Text.of("%s: there is no such flag%s", name, Settings.nearest(name, known));
  }
}
