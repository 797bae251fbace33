package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.units.Text;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Lists the figures of runs, and where each may be used. */
@Command(
    name = "figures",
    header = "Lists the figures of runs, and where each may be used.",
    description = {
      "require: the flag --require and the section of workload files. find: find.limits of workload"
          + " files. compare: the flag --limit. abort: the section of workload files. published:"
          + " reference of workload files.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench producer --rate 2000/s --require response-p99.9=200ms --require cpu=75%%",
      "  bench figures"
    })
final class FiguresCommand implements ParsedCommand.Body {

  private static final List<String> STATISTICS =
      Arrays.stream(Statistic.values()).map(Statistic::label).toList();

  @Override
  public ExitCode run(ParsedCommand.Call call) {
    PrintStream out = call.out();
    table().lines().forEach(out::println);
    out.println();
    notes().forEach(out::println);
    return ExitCode.VALID;
  }

  /** A row for each figure, or for all statistics of the same latency. */
  static Table table() {
    Table.Builder rows = Table.of("", "llll", "figure|bound|in|meaning");
    families()
        .forEach(
            figure -> rows.add(figure.family(), bound(figure), uses(figure), figure.meaning()));
    return rows.build();
  }

  /** The statistics, and why uses cannot take figures, one line for each reason. */
  static List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(Text.of("%s: %s", RunFigure.STATISTIC, String.join(", ", STATISTICS)));
    Map<String, Set<String>> reasons = new LinkedHashMap<>();
    for (Use use : Use.values()) {
      for (RunFigure figure : families()) {
        Optional<String> why = figure.whyNot(use);
        if (why.isPresent()) {
          String reason = Text.of("not in %s, each %s", use.key(), why.get());
          reasons.computeIfAbsent(reason, key -> new LinkedHashSet<>()).add(figure.family());
        }
      }
    }
    reasons.forEach((reason, keys) -> notes.add(reason + ": " + String.join(", ", keys)));
    return notes;
  }

  /** The first figure of each family. */
  private static Collection<RunFigure> families() {
    Map<String, RunFigure> families = new LinkedHashMap<>();
    RunFigure.all().forEach(figure -> families.putIfAbsent(figure.family(), figure));
    return families.values();
  }

  private static String bound(RunFigure figure) {
    return figure.better().words()
        + " "
        + figure.unit().notation().replaceFirst("( above| from| such as).*", "");
  }

  private static String uses(RunFigure figure) {
    return Stream.of(Use.values())
        .filter(use -> figure.whyNot(use).isEmpty())
        .map(
            use ->
                figure.name(use).equals(figure.key())
                    ? use.key()
                    : Text.of("%s as %s", use.key(), familyIn(use, figure)))
        .collect(Collectors.joining(", "));
  }

  private static String familyIn(Use use, RunFigure figure) {
    String name = figure.name(use);
    return figure
        .statistic()
        .map(each -> name.substring(0, name.length() - each.label().length()) + RunFigure.STATISTIC)
        .orElse(name);
  }
}
