package io.brokerbench.command;

import io.brokerbench.file.BadInputException;
import io.brokerbench.file.WriteAccess;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * How a run is reported to the caller, by flags that are no settings, because they do not change
 * the run.
 *
 * @param json file for the result, {@code -} for standard output, empty for none
 * @param quiet whether only the summary is printed
 * @param accept the verdict that ends the command with exit code 0 like VALID: suspect, or empty
 * @param live whether a page follows the run
 */
public record Reporting(String json, boolean quiet, String accept, boolean live) {

  /** Names of the flags. */
  public static final String JSON = "--json";

  public static final String QUIET = "--quiet";
  public static final String ACCEPT = "--accept";
  public static final String LIVE = "--live";

  private static final String STANDARD_OUTPUT = "-";
  private static final String SUSPECT = "suspect";

  /** The flags by the section of the help. */
  public static Map<Concern, List<OptionSpec.Builder>> options() {
    Map<Concern, List<OptionSpec.Builder>> options = new EnumMap<>(Concern.class);
    options.put(
        Concern.JUDGEMENT,
        List.of(
            OptionSpec.builder(ACCEPT)
                .type(String.class)
                .paramLabel(SUSPECT)
                .description(
                    "Exit code 0 also for a run that is SUSPECT, as on shared machines of CI")));
    options.put(
        Concern.OUTPUT,
        List.of(
            OptionSpec.builder(JSON)
                .type(String.class)
                .paramLabel("FILE|-")
                .description(
                    "Write the result, the content of run.json, also to this file, or to standard"
                        + " output, which then has nothing else"),
            OptionSpec.builder(QUIET)
                .type(boolean.class)
                .description("Print the summary only, without progress"),
            OptionSpec.builder(LIVE)
                .type(boolean.class)
                .description(
                    "Follow the run in a browser on this machine: prints an address, which is"
                        + " answered until the command ends")));
    return options;
  }

  static Reporting of(ParseResult parsed) {
    return new Reporting(
        parsed.matchedOptionValue(JSON, ""),
        parsed.matchedOptionValue(QUIET, false),
        parsed.matchedOptionValue(ACCEPT, ""),
        parsed.matchedOptionValue(LIVE, false));
  }

  /** Reports a verdict that cannot be accepted, by whatever command. */
  void checkAccepted(SettingsReader reader) {
    if (!accept.equals(SUSPECT)) {
      reader.problem(Text.of("%s: must be %s, got \"%s\"", ACCEPT, SUSPECT, accept));
    }
  }

  /**
   * Checks the flags of a command that reports runs itself.
   *
   * @param repeat number of runs
   * @throws SettingsException if one cannot be followed
   */
  void check(int repeat) throws SettingsException {
    List<String> problems = new ArrayList<>();
    if (!json.isEmpty() && repeat > 1) {
      problems.add(
          Text.of(
              "%s: has the result of one run, not of %d; each is in its directory, as %s",
              JSON, repeat, RunFile.NAME));
    }
    if (!json.isEmpty() && !json.equals(STANDARD_OUTPUT)) {
      WriteAccess.problem(JSON, Path.of(json)).ifPresent(problems::add);
    }
    if (live) {
      try {
        LivePages.starter();
      } catch (BadInputException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
  }

  /** Where everything except the result goes. */
  PrintStream console(PrintStream out, PrintStream err) {
    return json.equals(STANDARD_OUTPUT) ? err : out;
  }

  /** Whether standard output is the console. */
  boolean onStandardOutput() {
    return !json.equals(STANDARD_OUTPUT);
  }

  /** Writes the result in a directory where it was asked for. */
  void write(Path directory, PrintStream out) throws IOException {
    if (json.isEmpty()) {
      return;
    }
    String result = Files.readString(directory.resolve(RunFile.NAME));
    if (json.equals(STANDARD_OUTPUT)) {
      out.write(result.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } else {
      Files.writeString(Path.of(json), result);
    }
  }

  ExitCode code(RunResult run) {
    return code(run, !accept.isEmpty());
  }

  /**
   * The exit code of a run with this result.
   *
   * @param acceptsSuspect whether SUSPECT is as good as VALID
   */
  public static ExitCode code(RunResult run, boolean acceptsSuspect) {
    ExitCode code = ExitCode.of(run);
    return acceptsSuspect
            && code == ExitCode.RUN_INVALID
            && run.verdict().status() == Verdict.Status.SUSPECT
        ? ExitCode.VALID
        : code;
  }
}
