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
    Map<String, RunFigure> families = new LinkedHashMap<>();
    RunFigure.all().forEach(figure -> families.putIfAbsent(figure.family(), figure));
    Table.Builder rows = Table.of("", "llll", "figure|bound|in|meaning");
    families
        .values()
        .forEach(
            figure -> rows.add(figure.family(), bound(figure), uses(figure), figure.meaning()));
    rows.build().lines().forEach(out::println);
    out.println();
    out.println(Text.of("%s: %s", RunFigure.STATISTIC, String.join(", ", STATISTICS)));
    refusals(families.values().stream()).forEach(out::println);
    return ExitCode.VALID;
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

  /** Why uses cannot take figures, one line for each reason. */
  private static List<String> refusals(Stream<RunFigure> figures) {
    Map<String, Set<String>> reasons = new LinkedHashMap<>();
    List<RunFigure> all = figures.toList();
    for (Use use : Use.values()) {
      for (RunFigure figure : all) {
        Optional<String> why = figure.whyNot(use);
        if (why.isPresent()) {
          String reason = Text.of("not in %s, each %s", use.key(), why.get());
          reasons.computeIfAbsent(reason, key -> new LinkedHashSet<>()).add(figure.family());
        }
      }
    }
    List<String> lines = new ArrayList<>();
    reasons.forEach((reason, keys) -> lines.add(reason + ": " + String.join(", ", keys)));
    return lines;
  }
}
