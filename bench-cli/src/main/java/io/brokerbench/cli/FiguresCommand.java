package io.brokerbench.cli;

import io.brokerbench.bound.Resource;
import io.brokerbench.bound.RunFigure;
import io.brokerbench.command.ExitCode;
import io.brokerbench.document.Table;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists the figures that can be bounded. */
@Command(
    name = "figures",
    header = "Lists the figures that can be required of a run, or limited in a search.",
    description = {
      "require: the flag --require and the section of workload files. find: find.limits of workload files.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench producer --rate 2000/s --require response-p99.9=200ms --require cpu=75%%",
      "  bench figures"
    })
final class FiguresCommand implements ParsedCommand.Body {

  private static final String STATISTIC = "STATISTIC";

  @Override
  public ExitCode run(ParsedCommand.Call call) {
    Table.Builder rows = Table.of("", "llll", "figure", "bound", "in", "meaning");
    for (Metric metric : Metric.values()) {
      RunFigure mean = RunFigure.of(metric, Statistic.MEAN);
      row(
          rows,
          mean.key().replaceFirst(Statistic.MEAN.label() + "$", STATISTIC),
          mean,
          metric.description());
    }
    RunFigure.all().stream()
        .filter(figure -> figure.metric().isEmpty())
        .forEach(figure -> row(rows, figure.key(), figure, figure.meaning()));
    rows.build().lines().forEach(call.out()::println);
    call.out().println();
    call.out()
        .println(
            Text.of(
                "%s: %s",
                STATISTIC,
                Arrays.stream(Statistic.values())
                    .map(Statistic::label)
                    .collect(Collectors.joining(", "))));
    return ExitCode.VALID;
  }

  private static void row(Table.Builder rows, String key, RunFigure figure, String meaning) {
    boolean limitsSearches =
        figure.metric().isPresent()
            || List.of(Resource.values()).stream().anyMatch(each -> each.key().equals(figure.key()))
            || figure.key().equals("errors");
    rows.add(
        key,
        (figure.unit().atLeast() ? "at least " : "at most ")
            + figure.unit().notation().replaceFirst("( above| from| such as).*", ""),
        limitsSearches ? "require, find" : "require",
        meaning);
  }
}
