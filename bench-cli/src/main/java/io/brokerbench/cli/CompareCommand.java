package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.compare.Comparer;
import io.brokerbench.compare.Comparison;
import io.brokerbench.compare.ComparisonDocument;
import io.brokerbench.compare.ComparisonJson;
import io.brokerbench.compare.ComparisonTable;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.jmh.JmhComparison;
import io.brokerbench.jmh.JmhFile;
import io.brokerbench.jmh.JmhTable;
import io.brokerbench.stored.RunSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two sets of runs. */
@Command(
    name = "compare",
    header = "Compares two sets of results: faster, slower, the same, or too few runs.",
    description = {
      "Each of BASE and CANDIDATE is a result directory, or a directory of result directories; or"
          + " both are JSON files of JMH, such as scripts/microbench.sh writes, whose benchmarks"
          + " are compared by their score, with bytes allocated per operation next to it.",
      "",
      "Runs of the same tool, workload, mode and promise are a cell; cells are compared by rate,"
          + " median, 99th percentile and brokers' processor time per message. What the cluster is"
          + " made of (release, image, processors, memory, properties) may differ, and is named.",
      "",
      "Answers: faster, slower, same within a share (the limit, or 5 %%), or cannot tell: about so"
          + " many more runs a side. They follow from a 95 %% interval of the ratio CANDIDATE/BASE:"
          + " Welch's t on logarithms of runs, two or more on each side.",
      "",
      "A limit is missed (exit code 5) if the ratio is worse by more than the limit, and the"
          + " deterioration is significant among all figures judged. Holm's procedure ensures that"
          + " identical sets miss a limit in at most 2.5 %% of comparisons. INVALID runs, and cells"
          + " that one side lacks, are named and not judged.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  bench compare results/before results/after --limit 10%% --limit p99=50%%"
    })
final class CompareCommand implements ParsedCommand.Body {

  @Parameters(index = "0", paramLabel = "BASE", description = "Reference side")
  private Path base = ParsedCommand.NONE;

  @Parameters(index = "1", paramLabel = "CANDIDATE", description = "Side that is judged")
  private Path candidate = ParsedCommand.NONE;

  @Option(
      names = "--limit",
      paramLabel = "[FIGURE=]P%|off",
      description =
          "By how much a figure may be worse: 10%% for rate, p50, p99 and cpu; p99=25%% or p99=off"
              + " for one of them, or for another of bench figures. May be given several times"
              + " (default: off)")
  private List<String> limits = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the comparison to this file")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write it to this file as a self-contained page")
  private @Nullable Path html;

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    if (Files.isRegularFile(base) && Files.isRegularFile(candidate)) {
      return jmh(call.out());
    }
    RegressionLimits stated = RegressionLimits.parse(limits);
    ParsedCommand.requireWritable("--json", json);
    ParsedCommand.requireWritable("--html", html);
    Comparison comparison =
        new Comparer(RunSet.read(base), RunSet.read(candidate), stated).compare();
    ComparisonTable.lines(comparison).forEach(call.out()::println);
    if (json != null) {
      ComparisonJson.write(comparison, json);
    }
    if (html != null) {
      DurableFile.write(html, HtmlPage.of(ComparisonDocument.of(comparison)));
    }
    return comparison.regressions() == 0 ? ExitCode.VALID : ExitCode.LIMIT_MISSED;
  }

  private ExitCode jmh(PrintStream out) throws BadInputException {
    refuseWithJmh("--json", json);
    refuseWithJmh("--html", html);
    JmhComparison comparison =
        JmhComparison.of(
            JmhFile.read(base), JmhFile.read(candidate), RegressionLimits.parseOnly(limits));
    JmhTable.lines(comparison).forEach(out::println);
    return comparison.regressions() == 0 ? ExitCode.VALID : ExitCode.LIMIT_MISSED;
  }

  private static void refuseWithJmh(String flag, @Nullable Path file) throws BadInputException {
    if (file != null) {
      throw new BadInputException(flag + ": there is none of JMH results, leave it out");
    }
  }
}
