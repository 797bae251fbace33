package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.command.ShellWords;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.history.History;
import io.brokerbench.history.HistoryFormat;
import io.brokerbench.history.HistoryPage;
import io.brokerbench.history.HistoryStore;
import io.brokerbench.history.HistoryTable;
import io.brokerbench.history.ImportedResults;
import io.brokerbench.history.NightResults;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps the figures of nights, and finds the changes in them. */
@Command(
    name = "history",
    header = "Keeps the figures of nights, and finds lasting changes in them.",
    description = {
      "add RESULTS...: adds the nights in these directories, one small file per night and series to DIR/figures."
          + " Nights of the same tool, settings, promise, hardware and JVM are a series; releases and the kernel may"
          + " change within it, and are named with a change.",
      "show: shows the changes and all series, with the size of the step that three nights would show.",
      "report: writes a page with a line per figure of a series, which opens its nights, changes and releases; the"
          + " worst change comes first. Nights whose results are in DIR or in results have a link to their reports.",
      "export: writes the history in a format of another tool.",
      "import FILE...: adds results of JMH (JSON) and of OpenMessaging Benchmark; each benchmark, or workload with its"
          + " driver, is a series of its own. Several files of the same night are its repeats. Scores and rates of"
          + " which more is better have the limit of rate, all others that of p50. What doctor --json writes is a series of"
          + " the machine's ceilings.",
      "ack CHANGE REASON: acknowledges a change by a file in DIR/acknowledged. Both directories are made for version"
          + " control: files never change, and merges never conflict.",
      "",
      "A change is new, acknowledged, fixed (the figure is no longer worse than before by more than the limit), or the"
          + " machine moved: a cell of the in-memory broker, or a ceiling of the machine, changed in the same"
          + " nights.",
      "",
      "Exit codes: 2 bad input, or a file that cannot be read, while all others are shown; of show, 5 for a new change"
          + " for the worse beyond its limit; otherwise 0.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench history add history/20261112T043055Z-night",
      "  bench history show --limit 10%% --limit p99=50%%",
      "  bench history report",
      "  bench history export --format junit --out history.xml",
      "  bench history import jmh-result.json --night 2026-11-12"
    })
final class HistoryCommand implements ParsedCommand.Body {

  private static final Path USUAL_HISTORY = Path.of("history");
  private static final List<String> USUAL_LIMIT = List.of("5%");

  /** The default parent of result directories. */
  private static final Path RESULTS = Path.of("results");

  @Parameters(index = "0", paramLabel = "add|show|report|export|import|ack", description = "Action")
  private String action = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "Result directories to add, files to import; or a change and a reason")
  private List<String> arguments = List.of();

  @Option(names = "--history", paramLabel = "DIR", description = "The history (default: history)")
  private Path directory = USUAL_HISTORY;

  @Option(
      names = "--limit",
      paramLabel = "[FIGURE=]P%|off",
      description =
          "By how much figures may be worse, as in compare; may be given several times (default:"
              + " 5%%)")
  private List<String> limits = USUAL_LIMIT;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description =
          "Where to: the file of report (default: history.html in DIR) or export (default: standard output); for"
              + " otava and github-action-benchmark, which are several files, a directory")
  private @Nullable Path out;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Of export: bmf, the latest night for Bencher; github-action-benchmark, the latest night; otava, all nights"
              + " for Apache Otava; junit, where new regressions beyond their limits are failures")
  private @Nullable String format;

  @Option(
      names = "--night",
      paramLabel = "TIME",
      description =
          "Of import: the date or time of all files, such as 2026-11-12 or 2026-11-12T02:00:00Z (default: the time"
              + " in the name of each file, or in what microbench.sh writes next to it)")
  private @Nullable String night;

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    HistoryStore store = new HistoryStore(directory);
    RegressionLimits stated = RegressionLimits.parse(limits);
    for (RunFigure figure : stated.stated().keySet()) {
      if (!RunFigure.compared().contains(figure)) {
        throw new BadInputException(
            Text.of("--limit: a history does not keep %s", figure.name(Use.COMPARE)));
      }
    }
    refuse("--out", out, "report", "export");
    refuse("--format", format, "export");
    refuse("--night", night, "import");
    refuse(
        "--limit", limits.equals(USUAL_LIMIT) ? null : limits, "show", "report", "export", "ack");
    return switch (action) {
      case "add" -> add(store, call);
      case "show" -> show(store, stated, call);
      case "report" -> report(store, stated, call);
      case "export" -> export(store, stated, call);
      case "import" -> importFiles(store, call);
      case "ack" -> acknowledge(store, stated, call);
      default ->
          throw new BadInputException(
              Text.of(
                  "history: must be one of add, show, report, export, import, ack, got \"%s\"",
                  action));
    };
  }

  /** Refuses a flag of other actions. */
  private void refuse(String flag, @Nullable Object value, String... actions)
      throws BadInputException {
    if (value != null && !List.of(actions).contains(action)) {
      throw new BadInputException(
          Text.of(
              "%s: is a flag of history %s, leave it out",
              flag, String.join(" and history ", actions)));
    }
  }

  /** The flag by which shown commands name this history; empty if it is the default one. */
  private String flag() {
    return directory.equals(USUAL_HISTORY)
        ? ""
        : " --history " + ShellWords.quoted(directory.toString());
  }

  /** Adds all results that can be added, and names the others. */
  private ExitCode add(HistoryStore store, ParsedCommand.Call call)
      throws BadInputException, IOException {
    if (arguments.isEmpty()) {
      throw new BadInputException("history add: name result directories, such as those of nights");
    }
    ExitCode code = ExitCode.VALID;
    for (String results : arguments) {
      try {
        NightResults.add(Path.of(results), store).forEach(call.out()::println);
      } catch (BadInputException e) {
        call.err().println(Secrets.text(String.valueOf(e.getMessage())));
        code = ExitCode.BAD_INPUT;
      }
    }
    return code;
  }

  private ExitCode show(HistoryStore store, RegressionLimits stated, ParsedCommand.Call call)
      throws BadInputException {
    refuseArguments();
    HistoryStore.Content content = store.read();
    History history = History.of(content, stated);
    HistoryTable.lines(history, flag()).forEach(call.out()::println);
    ExitCode read = unread(content, call);
    return history.regressions() > 0 ? ExitCode.LIMIT_MISSED : read;
  }

  private ExitCode report(HistoryStore store, RegressionLimits stated, ParsedCommand.Call call)
      throws BadInputException, IOException {
    refuseArguments();
    HistoryStore.Content content = store.read();
    Path page = out == null ? directory.resolve(HistoryPage.FILE) : out;
    ParsedCommand.requireWritable("--out", page);
    Map<Instant, String> reports =
        HistoryPage.reports(content.nights(), List.of(directory, RESULTS), page);
    History history = History.of(content, stated);
    write(page, HtmlPage.of(HistoryPage.of(history, flag(), reports)), call);
    return unread(content, call);
  }

  private ExitCode export(HistoryStore store, RegressionLimits stated, ParsedCommand.Call call)
      throws BadInputException, IOException {
    refuseArguments();
    HistoryFormat chosen = format();
    HistoryStore.Content content = store.read();
    Map<String, String> files = chosen.files(History.of(content, stated));
    if (!chosen.severalFiles()) {
      ParsedCommand.requireWritable("--out", out);
      for (String text : files.values()) {
        if (out == null) {
          call.out().print(text);
        } else {
          write(out, text, call);
        }
      }
    } else if (out == null || Files.isRegularFile(out)) {
      throw new BadInputException(
          Text.of("--out: %s is several files, name a directory for them", Text.notation(chosen)));
    } else {
      Files.createDirectories(out);
      for (Map.Entry<String, String> file : files.entrySet()) {
        write(out.resolve(file.getKey()), file.getValue(), call);
      }
    }
    return unread(content, call);
  }

  private HistoryFormat format() throws BadInputException {
    for (HistoryFormat each : HistoryFormat.values()) {
      if (Text.notation(each).equals(format)) {
        return each;
      }
    }
    throw new BadInputException(
        Text.of(
            "--format: history export needs one of %s, got %s",
            Arrays.stream(HistoryFormat.values())
                .map(Text::notation)
                .collect(Collectors.joining(", ")),
            format == null ? "none" : '"' + format + '"'));
  }

  private static void write(Path file, String text, ParsedCommand.Call call) throws IOException {
    DurableFile.write(file, text);
    call.out().println("written to " + file);
  }

  private ExitCode importFiles(HistoryStore store, ParsedCommand.Call call)
      throws BadInputException, IOException {
    if (arguments.isEmpty()) {
      throw new BadInputException(
          "history import: name result files of JMH or OpenMessaging Benchmark");
    }
    ImportedResults.add(
            arguments.stream().map(Path::of).toList(), Optional.ofNullable(night), store)
        .forEach(call.out()::println);
    return ExitCode.VALID;
  }

  private void refuseArguments() throws BadInputException {
    if (!arguments.isEmpty()) {
      throw new BadInputException(
          Text.of("history %s: takes no argument, got \"%s\"", action, arguments.get(0)));
    }
  }

  /** Names the files that cannot be read. */
  private static ExitCode unread(HistoryStore.Content content, ParsedCommand.Call call) {
    content.unread().forEach(call.err()::println);
    return content.unread().isEmpty() ? ExitCode.VALID : ExitCode.BAD_INPUT;
  }

  private ExitCode acknowledge(HistoryStore store, RegressionLimits stated, ParsedCommand.Call call)
      throws BadInputException, IOException {
    if (arguments.size() != 2) {
      throw new BadInputException(
          "history ack: name a change and a reason: bench history ack CHANGE \"REASON\"");
    }
    call.out()
        .println(
            History.of(store.read(), stated)
                .acknowledge(arguments.get(0), arguments.get(1), store));
    return ExitCode.VALID;
  }
}
