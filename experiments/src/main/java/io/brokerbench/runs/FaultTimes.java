package io.brokerbench.runs;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Block;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import io.brokerbench.document.Table;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.results.faults.FaultEvent;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.ConsumerImpact;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.statistics.RankedValues;
import io.brokerbench.statistics.RankedValues.Interval;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Consequences of planned faults over repeated runs: median, its interval and the range of each
 * figure, for each cell. INVALID runs do not count.
 */
public final class FaultTimes {

  private static final String NEVER = "never";

  private static final Figure UNAVAILABLE =
      new Figure("unavailable", true, FaultImpact::unavailableSeconds);
  private static final Figure RECOVERED =
      new Figure("recovered", true, fault -> Figure.orNever(fault.recoveredSeconds()));

  /** In the order of the table. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("detected", true, fault -> Figure.orNever(fault.detectionSeconds())),
          new Figure("successor reported", true, Figure::reported),
          new Figure(
              "successor known", true, fault -> Figure.first(fault, FaultEvent.SENDERS_KNOW)),
          UNAVAILABLE,
          new Figure("first success", true, Figure::firstSuccess),
          new Figure("rate back", true, fault -> Figure.orNever(fault.rateBackSeconds())),
          new Figure("latency back", true, Figure::latencyBack),
          RECOVERED,
          new Figure(
              "failed, unsent",
              false,
              fault -> (double) (fault.rejected() + fault.unknown() + fault.unsent())),
          new Figure("consumers level", true, Figure::level),
          new Figure("max backlog", false, Figure.ofConsumption(ConsumerImpact::backlogMax)),
          new Figure("duplicates", false, Figure.ofConsumption(ConsumerImpact::duplicates)),
          new Figure("reordered", false, Figure.ofConsumption(ConsumerImpact::reordered)),
          new Figure("lost", false, fault -> fault.lost() == null ? null : (double) fault.lost()));

  /**
   * A figure of a fault.
   *
   * @param isTime whether it is in seconds; otherwise it is a number of messages
   * @param value null where a fault does not have the figure
   */
  private record Figure(
      String title, boolean isTime, Function<FaultImpact, @Nullable Double> value) {

    private static double orNever(@Nullable Double seconds) {
      return seconds == null ? Double.POSITIVE_INFINITY : seconds;
    }

    private static @Nullable Double reported(FaultImpact fault) {
      boolean ofController = role(fault).filter(NodeRole.CONTROLLER_LEADER::equals).isPresent();
      return first(fault, ofController ? FaultEvent.CONTROLLERS_REPORT : FaultEvent.BROKERS_REPORT);
    }

    /**
     * Time of the first event whose text starts like this and is of the fault's role, if it hit
     * one; null where there is none.
     */
    private static @Nullable Double first(FaultImpact fault, String start) {
      String end = role(fault).map(role -> " as " + role.text()).orElse("");
      return fault.events().stream()
          .filter(event -> event.text().startsWith(start) && event.text().endsWith(end))
          .map(FaultEvent::seconds)
          .findFirst()
          .orElse(null);
    }

    /** The role in "kill master" and "partition master with namesrv". */
    private static Optional<NodeRole> role(FaultImpact fault) {
      return NodeRole.parse(fault.fault().replaceFirst("^\\S+ ", "").replaceFirst(" with .*", ""));
    }

    /** Unknown where nothing was unavailable. */
    private static @Nullable Double firstSuccess(FaultImpact fault) {
      return fault.unavailable().isEmpty() ? null : orNever(fault.firstSuccessSeconds());
    }

    /** Unknown where the latency before the fault was. */
    private static @Nullable Double latencyBack(FaultImpact fault) {
      return fault.slowSeconds() == null ? null : orNever(fault.latencyBackSeconds());
    }

    private static @Nullable Double level(FaultImpact fault) {
      return fault.consumption() == null ? null : orNever(fault.consumption().levelSeconds());
    }

    /** Null without consumers, and for a count that is unknown. */
    private static Function<FaultImpact, @Nullable Double> ofConsumption(
        Function<ConsumerImpact, @Nullable Long> count) {
      return fault -> {
        Long messages = fault.consumption() == null ? null : count.apply(fault.consumption());
        return messages == null ? null : (double) messages;
      };
    }

    /** The values of those faults that have the figure; empty if none has. */
    Optional<RankedValues> of(List<FaultImpact> faults) {
      List<Double> values = faults.stream().map(value).filter(Objects::nonNull).toList();
      return values.isEmpty() ? Optional.empty() : Optional.of(RankedValues.of(values));
    }

    String text(double value) {
      if (Double.isInfinite(value)) {
        return NEVER;
      }
      return isTime ? Text.of("%.3f s", value) : Text.of("%,.1f", value).replaceFirst("\\.0$", "");
    }
  }

  /** A fault of a cell, in all runs of the cell. */
  private record Row(List<String> cell, String fault, List<FaultImpact> faults) {

    String label() {
      return String.join(" ", Stream.concat(cell.stream(), Stream.of(fault)).toList());
    }
  }

  private final List<String> factors;
  private final List<Row> rows;

  private FaultTimes(List<String> factors, List<Row> rows) {
    this.factors = factors;
    this.rows = rows;
  }

  /**
   * The figures of cells.
   *
   * @param factors names of the factors by which the cells differ; may be empty
   * @param runs runs by the values of these factors
   * @return empty if no run has a planned fault that was injected
   */
  public static Optional<FaultTimes> of(
      List<String> factors, Map<List<String>, List<StoredRun>> runs) {
    List<Row> rows = new ArrayList<>();
    runs.forEach(
        (cell, all) -> {
          Map<String, List<FaultImpact>> byFault = new LinkedHashMap<>();
          all.stream()
              .filter(StoredRun::usable)
              .map(run -> run.result().plannedFaults())
              .filter(Objects::nonNull)
              .forEach(faults -> add(byFault, faults));
          byFault.forEach((fault, impacts) -> rows.add(new Row(cell, fault, impacts)));
        });
    return rows.isEmpty() ? Optional.empty() : Optional.of(new FaultTimes(factors, rows));
  }

  /** The second of two equal faults of a run has a number. */
  private static void add(Map<String, List<FaultImpact>> byFault, PlannedFaults faults) {
    Map<String, Integer> seen = new LinkedHashMap<>();
    for (FaultImpact fault : faults.faults()) {
      int number = seen.merge(fault.fault(), 1, Integer::sum);
      String name = number == 1 ? fault.fault() : Text.of("%s (%d)", fault.fault(), number);
      byFault.computeIfAbsent(name, key -> new ArrayList<>()).add(fault);
    }
  }

  /** The table with one row per cell, fault and figure. */
  public Table table() {
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("fault", "figure", "runs", "median", "95 % interval", "lowest", "highest"));
    Table.Builder table =
        Table.of(
            "Planned faults over all runs that are not INVALID. Times since the injection; never: not"
                + " before the end. The interval is that of the median and needs six runs.",
            "l".repeat(factors.size() + 2) + "rrlrr",
            head);
    for (Row row : rows) {
      for (Figure figure : FIGURES) {
        figure.of(row.faults()).ifPresent(values -> table.add(cells(row, figure, values)));
      }
    }
    return table.build();
  }

  private static List<String> cells(Row row, Figure figure, RankedValues values) {
    List<String> cells = new ArrayList<>(row.cell());
    cells.addAll(
        List.of(
            row.fault(),
            figure.title(),
            Integer.toString(values.values().size()),
            figure.text(values.median()),
            values.medianInterval().map(interval -> text(figure, interval)).orElse(""),
            figure.text(values.min()),
            figure.text(values.max())));
    return cells;
  }

  private static String text(Figure figure, Interval interval) {
    return Text.of("[%s, %s]", figure.text(interval.low()), figure.text(interval.high()));
  }

  /** The charts and the table, for a report. */
  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>(charts());
    blocks.add(table());
    return blocks;
  }

  /** A chart of the time without a success, and one of the time until the recovery. */
  List<Chart> charts() {
    return List.of(
        chart(
            "faults-unavailable",
            "Unavailable after a fault",
            UNAVAILABLE,
            "Total time without a successful answer"),
        chart(
            "faults-recovered",
            "Recovered after a fault",
            RECOVERED,
            "Time from the injection until rate and latency were back"));
  }

  private Chart chart(String id, String title, Figure figure, String note) {
    List<Point> each = new ArrayList<>();
    List<Point> medians = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int x = i;
      figure
          .of(rows.get(i).faults())
          .ifPresent(
              values -> {
                values.values().stream()
                    .filter(Double::isFinite)
                    .forEach(value -> each.add(Point.of(x, value)));
                median(x, values).ifPresent(medians::add);
              });
    }
    return Chart.of(
        id,
        title,
        note
            + ": each run, and the median with its 95 % interval. A run that did not get there has no point.",
        Axis.of("", rows.stream().map(Row::label).toList()),
        List.of(Axis.of("s", AxisUnit.SECONDS)),
        List.of(
            new Series("run", Kind.POINT, 0, each), new Series("median", Kind.POINT, 0, medians)));
  }

  private static Optional<Point> median(int x, RankedValues values) {
    double median = values.median();
    if (Double.isInfinite(median)) {
      return Optional.empty();
    }
    return Optional.of(
        values
            .medianInterval()
            .filter(interval -> Double.isFinite(interval.high()))
            .map(interval -> new Point(x, median, interval.low(), interval.high()))
            .orElse(Point.of(x, median)));
  }
}
