package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.jmh.JmhFile;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunSet;
import io.brokerbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Compares two sets of runs. */
final class CompareCommand {

  private static final String[] DESCRIPTION = {
    "Whether CANDIDATE is faster than BASE, by their run.json alone.",
    "",
    "Each of BASE and CANDIDATE is a result directory, or a directory of result directories; or both"
        + " are JSON files of JMH, such as scripts/microbench.sh writes, whose benchmarks are compared"
        + " by their score, with bytes allocated per operation beside it.",
    "",
    "Runs"
        + " of the same tool, workload, mode and promise are a cell; cells are compared by rate,"
        + " median, 99th percentile and brokers' processor time per message. What the cluster is"
        + " made of (release, image, processors, memory, properties) may differ, and is named.",
    "",
    "Answers: faster, slower, same within a share (the limit, or 5 %%), or cannot tell: about so"
        + " many more runs a side. They come of a 95 %% interval of the ratio CANDIDATE/BASE:"
        + " Welch's t on logarithms of runs, two or more on each side.",
    "",
    "A limit is missed (exit code 5) if the ratio is worse by more than the limit, and that it is"
        + " worse at all is significant among all figures judged (Holm; identical things miss a"
        + " limit in at most 2.5 %% of comparisons). Cells that one side lacks and INVALID runs"
        + " are named, not judged.",
    ""
  };

  private CompareCommand() {}

  static Command create() {
    return new ParsedCommand(spec(), CompareCommand::run);
  }

  private static CommandSpec spec() {
    CommandSpec spec = ParsedCommand.spec("compare", DESCRIPTION);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("BASE")
            .type(Path.class)
            .required(true)
            .description("What is compared with")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("1")
            .paramLabel("CANDIDATE")
            .type(Path.class)
            .required(true)
            .description("What is compared")
            .build());
    spec.addOption(
        OptionSpec.builder("--limit")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("[FIGURE=]P%%|off")
            .description(
                "By how much a figure may be worse: 10%% for all; p99=25%% or p99=off for one of"
                    + " rate, p50, p99, cpu. May be given several times")
            .build());
    spec.addOption(
        OptionSpec.builder("--json")
            .type(Path.class)
            .paramLabel("FILE")
            .description("Write the comparison there too")
            .build());
    spec.addOption(
        OptionSpec.builder("--html")
            .type(Path.class)
            .paramLabel("FILE")
            .description("Write it there as a page that needs no other file")
            .build());
    return spec;
  }

  private static ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    ParseResult parsed = call.parsed();
    Path base = parsed.matchedPositional(0).getValue();
    Path candidate = parsed.matchedPositional(1).getValue();
    if (Files.isRegularFile(base) && Files.isRegularFile(candidate)) {
      return jmh(base, candidate, call);
    }
    Limits limits = Limits.parse(parsed.matchedOptionValue("--limit", List.of()));
    for (String flag : List.of("--json", "--html")) {
      if (parsed.hasMatchedOption(flag)) {
        ParsedCommand.requireWritable(flag, parsed.<Path>matchedOptionValue(flag, Path.of("")));
      }
    }
    Comparison comparison =
        new Comparer(RunSet.read(base), RunSet.read(candidate), limits).compare();
    ComparisonTable.lines(comparison).forEach(call.out()::println);
    if (parsed.hasMatchedOption("--json")) {
      ComparisonJson.write(comparison, parsed.<Path>matchedOptionValue("--json", Path.of("")));
    }
    if (parsed.hasMatchedOption("--html")) {
      WholeFile.write(
          parsed.<Path>matchedOptionValue("--html", Path.of("")),
          HtmlPage.of(ComparisonDocument.of(comparison)));
    }
    return comparison.regressions() == 0 ? ExitCode.VALID : ExitCode.LIMIT_MISSED;
  }

  private static ExitCode jmh(Path base, Path candidate, ParsedCommand.Call call)
      throws BadInputException {
    for (String option : List.of("--json", "--html")) {
      if (call.parsed().hasMatchedOption(option)) {
        throw new BadInputException(option + ": there is none of JMH results, leave it out");
      }
    }
    JmhComparison comparison =
        JmhComparison.of(
            JmhFile.read(base),
            JmhFile.read(candidate),
            Limits.parseOnly(call.parsed().matchedOptionValue("--limit", List.of())));
    JmhTable.lines(comparison).forEach(call.out()::println);
    return comparison.regressions() == 0 ? ExitCode.VALID : ExitCode.LIMIT_MISSED;
  }
}
