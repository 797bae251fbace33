package io.brokerbench.published;

import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.published.Reference.Row;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The rates of a published experiment: a row for each published rate, a column for each release or
 * other factor that the publication does not vary. Each rate has its share of the highest one of
 * the same figure in its column, which hardware changes less than the rate itself.
 */
public final class RateTable {

  private final PublishedResults results;
  private final List<Rate> rates;
  private final Map<Map<String, String>, List<StoredRun>> usable;

  /** A published rate: the row that has it, and which of its figures it is. */
  private record Rate(Row row, RunFigure figure, PublishedValue value) {}

  private RateTable(PublishedResults results) {
    this.results = results;
    this.rates =
        results.reference().rows().stream()
            .flatMap(
                row ->
                    row.figures().entrySet().stream()
                        .filter(figure -> !figure.getKey().equals(Outcome.KEY))
                        .filter(figure -> Reference.figure(figure.getKey()).servedRate())
                        .map(figure -> rate(row, figure.getKey(), figure.getValue())))
            .toList();
    this.usable = results.usable();
  }

  private static Rate rate(Row row, String key, String text) {
    RunFigure figure = Reference.figure(key);
    return new Rate(row, figure, PublishedValue.parse(text, figure.unit()));
  }

  /** The table; empty if no rate was published. */
  public static Optional<Table> of(PublishedResults results) {
    RateTable table = new RateTable(results);
    return table.rates.isEmpty() ? Optional.empty() : Optional.of(table.table());
  }

  private Table table() {
    Set<String> named = new LinkedHashSet<>();
    results.factors().stream()
        .filter(factor -> rates.stream().anyMatch(rate -> rate.row.values().containsKey(factor)))
        .forEach(named::add);
    Set<SortedMap<String, String>> variants = new LinkedHashSet<>();
    usable.keySet().forEach(cell -> variants.add(without(cell, named)));
    List<String> head = new ArrayList<>(named);
    head.addAll(List.of("figure", "published"));
    variants.forEach(
        variant -> head.add(variant.isEmpty() ? "measured" : String.join(" ", variant.values())));
    Map<SortedMap<String, String>, List<OptionalDouble>> measured = new LinkedHashMap<>();
    variants.forEach(
        variant -> measured.put(variant, rates.stream().map(rate -> mean(rate, variant)).toList()));
    List<OptionalDouble> published =
        rates.stream().map(rate -> OptionalDouble.of(rate.value.middle())).toList();
    Table.Builder table =
        Table.of(
            "Rate, its share of the highest of its figure in the column, and, of the run nearest to the"
                + " rate, the resources near their limit (all if none is near)",
            "l".repeat(named.size() + 1) + "r".repeat(1 + variants.size()),
            head);
    for (int i = 0; i < rates.size(); i++) {
      Rate rate = rates.get(i);
      List<String> row = new ArrayList<>();
      named.forEach(
          factor -> row.add(Objects.requireNonNullElse(rate.row.values().get(factor), "")));
      row.add(rate.figure.name(Use.PUBLISHED));
      row.add(rate.value.text() + share(published, i));
      for (SortedMap<String, String> variant : variants) {
        List<OptionalDouble> column = Objects.requireNonNull(measured.get(variant));
        row.add(
            column.get(i).isEmpty()
                ? "n/a"
                : Text.of(
                    "%s/s%s; %s",
                    Units.rate(column.get(i).getAsDouble()),
                    share(column, i),
                    NearestLimit.of(nearest(rate, variant, column.get(i).getAsDouble())).text()));
      }
      table.add(row);
    }
    return table.build();
  }

  private String share(List<OptionalDouble> column, int index) {
    List<OptionalDouble> alike =
        IntStream.range(0, rates.size())
            .filter(i -> rates.get(i).figure.equals(rates.get(index).figure))
            .mapToObj(column::get)
            .toList();
    double best =
        alike.stream()
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .max()
            .orElse(Double.NaN);
    return alike.size() < 2
        ? ""
        : ", " + Units.percent(column.get(index).orElse(Double.NaN) / best, 0);
  }

  private static SortedMap<String, String> without(Map<String, String> cell, Set<String> named) {
    SortedMap<String, String> others = new TreeMap<>(cell);
    others.keySet().removeAll(named);
    return others;
  }

  private OptionalDouble mean(Rate rate, Map<String, String> variant) {
    Double mean = Measured.mean(rate.figure, runs(rate, variant)).value();
    return mean == null ? OptionalDouble.empty() : OptionalDouble.of(mean);
  }

  /** The run whose rate is nearest to the mean. */
  private StoredRun nearest(Rate rate, Map<String, String> variant, double mean) {
    return runs(rate, variant).stream()
        .filter(run -> rate.figure.value(run).number() != null)
        .min(
            Comparator.comparingDouble(
                run -> Math.abs(Objects.requireNonNull(rate.figure.value(run).number()) - mean)))
        .orElseThrow();
  }

  private List<StoredRun> runs(Rate rate, Map<String, String> variant) {
    return usable.entrySet().stream()
        .filter(cell -> rate.row.isAbout(cell.getKey()))
        .filter(cell -> cell.getKey().entrySet().containsAll(variant.entrySet()))
        .flatMap(cell -> cell.getValue().stream())
        .toList();
  }
}
