package io.brokerbench.cli;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.command.ExitCode;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.file.BadInputException;
import io.brokerbench.reports.ReportContent;
import io.brokerbench.reports.ReportFormat;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the content of result directories. */
@Command(
    name = "report",
    header = "Shows results as tables and as a page with charts.",
    description = {
      "DIR is the directory of a run, a matrix, a search or a publication, or contains several runs. The"
          + " page, report.html, is self-contained and needs no network.",
      "",
      "Of a matrix the table has a row for each cell; of a search its probes and what it found; of"
          + " others a row for each cell of runs of the same tool, workload and promise. Figures are"
          + " geometric means of the runs that are not INVALID; rates are of messages acknowledged,"
          + " sent where nothing is acknowledged (one way, QoS 0), or received by consumers;"
          + " CPU/msg is that of the brokers.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench report results/20261122T041500Z-modes",
      "  bench report results/20261122T041500Z-modes --format markdown"
    })
final class ReportCommand implements ParsedCommand.Body {

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description =
          "A result directory, a directory of result directories, a matrix, a search or a publication")
  private List<Path> paths = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Write this instead: html, the page alone; markdown, for pull requests, without charts;"
              + " csv, its tables; svg, its charts; png, its charts; junit, runs as test cases, for"
              + " CI; hgrm, latencies as percentile distributions, of a run; openmessaging, a run"
              + " as a result of OpenMessaging Benchmark (default: tables here, and the page)")
  private @Nullable String format;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description =
          "Where to: a file; for svg, png and hgrm, which are several files, a directory"
              + " (default: standard output for texts, the first DIR for html and files)")
  private @Nullable Path out;

  @Option(
      names = "--ceilings",
      paramLabel = "FILE",
      description =
          "What doctor --json wrote on that machine: shows how close each cell of a matrix"
              + " came to it")
  private @Nullable Path ceilings;

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    Optional<ReportFormat> chosen = format(format);
    Optional<Path> to = Optional.ofNullable(out);
    if (to.isPresent()) {
      chosen.orElse(ReportFormat.HTML).requireWritable(to.get());
    }
    if (chosen.equals(Optional.of(ReportFormat.JUNIT)) && ceilings == null) {
      ReportFormat.testCases(paths, to, call.out());
      return ExitCode.VALID;
    }
    ReportContent shown = ReportContent.of(paths, ceilings(ceilings));
    if (chosen.isEmpty()) {
      shown.print(call.out());
    }
    chosen.orElse(ReportFormat.HTML).write(shown.document(), paths, to, call.out());
    return ExitCode.VALID;
  }

  private static Optional<ReportFormat> format(@Nullable String name) throws BadInputException {
    if (name == null) {
      return Optional.empty();
    }
    for (ReportFormat format : ReportFormat.values()) {
      if (Text.notation(format).equals(name.toLowerCase(Locale.ROOT))) {
        return Optional.of(format);
      }
    }
    throw new BadInputException(
        Text.of(
            "--format must be one of %s, got %s",
            Arrays.stream(ReportFormat.values())
                .map(Text::notation)
                .collect(Collectors.joining(", ")),
            name));
  }

  private static Optional<Ceilings> ceilings(@Nullable Path file) throws BadInputException {
    try {
      return file == null ? Optional.empty() : Optional.of(CheckupJson.ceilings(file));
    } catch (IOException e) {
      throw new BadInputException("--ceilings: " + e.getMessage());
    }
  }
}
