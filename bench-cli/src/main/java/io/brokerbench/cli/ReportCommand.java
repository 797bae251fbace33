package io.brokerbench.cli;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.stored.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Shows what result directories hold. */
final class ReportCommand {

  private static final String[] DESCRIPTION = {
    "What result directories hold: a run, a matrix, a search, or several runs. Prints a table and"
        + " writes a page, report.html: one file that needs no other and no network.",
    "Of a matrix the table has a row for each cell; of a search its probes and what it found; of"
        + " others a row for each cell of runs of the same tool, workload and promise. Figures are"
        + " geometric means of the runs that are not INVALID; rates are those acknowledged, or"
        + " received by consumers; CPU/msg is that of the brokers."
  };

  private ReportCommand() {}

  static Command create() {
    CommandSpec spec = ParsedCommand.spec("report", DESCRIPTION);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .paramLabel("DIR")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1..*")
            .required(true)
            .description(
                "A result directory, a directory of result directories, a matrix or a search")
            .build());
    spec.addOption(
        OptionSpec.builder("--format")
            .type(String.class)
            .paramLabel("FORMAT")
            .description(
                "Write this instead: "
                    + Arrays.stream(ReportFormat.values())
                        .map(format -> format.key() + ", " + format.meaning())
                        .collect(Collectors.joining("; ")))
            .build());
    spec.addOption(
        OptionSpec.builder("--out")
            .type(Path.class)
            .paramLabel("PATH")
            .description(
                "Where to: a file; for svg, png and hgrm, which are several files, a directory"
                    + " (texts: standard output; html and files: the first DIR)")
            .build());
    spec.addOption(
        OptionSpec.builder("--ceilings")
            .type(Path.class)
            .paramLabel("FILE")
            .description(
                "What doctor --json wrote on that machine: shows how close each cell of a matrix"
                    + " came to it")
            .build());
    return new ParsedCommand(spec, ReportCommand::run);
  }

  private static ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    List<Path> paths = call.parsed().matchedPositional(0).getValue();
    Optional<ReportFormat> format =
        format(call.parsed().<@Nullable String>matchedOptionValue("--format", null));
    Optional<Path> out =
        Optional.ofNullable(call.parsed().<@Nullable Path>matchedOptionValue("--out", null));
    if (out.isPresent()) {
      format.orElse(ReportFormat.HTML).requireWritable(out.get());
    }
    Shown shown = Shown.of(paths, ceilings(call.parsed().matchedOptionValue("--ceilings", null)));
    if (format.isPresent()) {
      format.get().write(shown.document(), paths, out, call.out());
      return ExitCode.VALID;
    }
    shown.lines().forEach(call.out()::println);
    ReportFormat.HTML.write(shown.document(), paths, out, call.out());
    return ExitCode.VALID;
  }

  private static Optional<ReportFormat> format(@Nullable String name) throws BadInputException {
    if (name == null) {
      return Optional.empty();
    }
    for (ReportFormat format : ReportFormat.values()) {
      if (format.key().equals(name.toLowerCase(Locale.ROOT))) {
        return Optional.of(format);
      }
    }
    throw new BadInputException(
        String.format(
            Locale.ROOT,
            "--format must be one of %s, got %s",
            Arrays.stream(ReportFormat.values())
                .map(ReportFormat::key)
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
