package io.brokerbench.matrix;

import io.brokerbench.ceiling.CeilingUse;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.file.BadInputException;
import io.brokerbench.plan.UniversalScalability;
import io.brokerbench.published.PublishedResults;
import io.brokerbench.published.ReferenceTable;
import io.brokerbench.results.Fsync;
import io.brokerbench.runs.FaultTimes;
import io.brokerbench.runs.RunTable;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.InFlightLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of a matrix, one row per cell. */
public final class MatrixTable {

  /** The last parts of the keys of settings that are numbers of parallel workers or brokers. */
  private static final Set<String> PARALLEL =
      Set.of("threads", "clients", "instances", "publishers", "in-flight", "nodes");

  private final MatrixDirectory directory;
  private final Optional<Ceilings> ceilings;
  private final Optional<String> dropped;
  private final Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();

  /**
   * The table of a matrix; with ceilings of the machine, the notes state how close each cell came
   * to them.
   */
  public MatrixTable(MatrixDirectory directory, Optional<Ceilings> ceilings)
      throws BadInputException {
    this.directory = directory;
    this.ceilings = ceilings;
    this.dropped = directory.dropped();
    for (MatrixCell cell : directory.cells()) {
      runs.put(cell, directory.runs(cell));
    }
  }

  MatrixDirectory directory() {
    return directory;
  }

  /** The finished runs of each cell. */
  Map<MatrixCell, List<StoredRun>> runs() {
    return runs;
  }

  List<String> factors() {
    return List.copyOf(directory.cells().get(0).values().keySet());
  }

  /** The tables and the notes. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(table().lines());
    flows().ifPresent(flows -> lines.addAll(flows.lines()));
    loads().ifPresent(loads -> lines.addAll(loads.table("").lines()));
    faults().ifPresent(faults -> lines.addAll(faults.table().lines()));
    published()
        .map(ReferenceTable::of)
        .flatMap(ReferenceTable::table)
        .ifPresent(published -> lines.addAll(published.lines()));
    ratios()
        .ifPresent(
            ratios -> {
              lines.add("");
              lines.addAll(ratios.lines());
            });
    lines.addAll(notes());
    return lines;
  }

  /** The table with one row per cell. */
  Table table() {
    List<String> factors = factors();
    boolean forced =
        runs.values().stream().flatMap(List::stream).anyMatch(run -> run.fsync().isPresent());
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("runs", "msg/s", "95 % interval", "of best", "latency", "p50", "p99"));
    head.addAll(List.of("CPU/msg", "written/msg", "acknowledged", "audit", "verdict"));
    if (forced) {
      head.addAll(List.of("fsync p50", "of fsync"));
    }
    Table.Builder table =
        Table.of(
            "Geometric means of the runs that are not INVALID, 95 % intervals",
            "l".repeat(factors.size()) + "rrlrlrrrrlll" + (forced ? "rr" : ""), head);
    runs.forEach((cell, all) -> table.add(row(cell, all, best(cell, all), forced)));
    return table.build();
  }

  /** The highest rate of the same kind of the cells of the same tool; NaN if there is none. */
  private double best(MatrixCell cell, List<StoredRun> all) {
    return runs.entrySet().stream()
        .filter(each -> each.getKey().tool().equals(cell.tool()))
        .filter(each -> kind(each.getValue()).equals(kind(all)))
        .map(each -> MatrixRun.rate(each.getValue()))
        .filter(rate -> rate.size() > 0)
        .mapToDouble(Repeats::mean)
        .max()
        .orElse(Double.NaN);
  }

  /** What the rate of a cell counts: {@code acked/s}; empty if no run is usable. */
  static String kind(List<StoredRun> all) {
    return RunTable.rate(all.stream().filter(StoredRun::usable).toList());
  }

  /** The table of loads offered at a rate; empty if there are none. */
  Optional<Table> flows() {
    return FlowTable.of(factors(), bySteps());
  }

  /** The cost of loads; empty for brokers other than MQTT brokers. */
  Optional<LoadTable> loads() {
    return LoadTable.of(factors(), runs);
  }

  /** The consequences of planned faults; empty if there were none. */
  Optional<FaultTimes> faults() {
    Map<List<String>, List<StoredRun>> byValues = new LinkedHashMap<>();
    runs.forEach((cell, all) -> byValues.put(List.copyOf(cell.values().values()), all));
    return FaultTimes.of(factors(), byValues);
  }

  /** The ratios of the factors' values; empty if no two cells to compare have two runs each. */
  Optional<FactorTable> ratios() {
    return FactorTable.of(factors(), runs);
  }

  List<String> notes() {
    List<String> lines = new ArrayList<>();
    dropped.ifPresent(lines::add);
    directory.reference().map(ReferenceTable::notes).ifPresent(lines::addAll);
    if (factors().size() == 1) {
      scalability(factors().get(0)).ifPresent(lines::add);
    }
    loads().ifPresent(loads -> lines.addAll(loads.recommended()));
    lines.addAll(closeness());
    scaled().ifPresent(lines::add);
    return lines;
  }

  private List<String> row(MatrixCell cell, List<StoredRun> all, double best, boolean forced) {
    List<StoredRun> usable = all.stream().filter(StoredRun::usable).toList();
    Repeats rate = MatrixRun.rate(usable);
    List<String> row = new ArrayList<>(cell.values().values());
    row.add(Integer.toString(all.size()));
    row.add(RunFigure.RATE.unit().cell(rate.mean()));
    row.add(interval(rate));
    row.add(rate.size() == 0 ? "n/a" : Units.percent(rate.mean() / best, 0));
    row.add(Text.hyphenated(RunTable.latency(usable)));
    row.add(RunTable.mean(usable, RunFigure.P50));
    row.add(RunTable.mean(usable, RunFigure.P99));
    row.add(RunTable.mean(usable, RunFigure.CPU));
    row.add(written(usable));
    row.add(
        distinct(
            usable.stream()
                .map(run -> run.promise().text().replaceFirst("^acknowledged ", ""))
                .toList()));
    row.add(distinct(all.stream().map(run -> run.audit().text()).toList()));
    row.add(RunTable.verdicts(all));
    if (forced) {
      row.add(
          fsync(usable, fsync -> fsync.latency().p50Nanos())
              .map(nanos -> Units.nanos(Math.round(nanos)))
              .orElse(""));
      row.add(fsync(usable, Fsync::share).map(share -> Units.percent(share, 0)).orElse(""));
    }
    return row;
  }

  /** The runs with what was published about them; empty if nothing was. */
  public Optional<PublishedResults> published() {
    Map<Map<String, String>, List<StoredRun>> byValues = new LinkedHashMap<>();
    bySteps().forEach((cell, all) -> byValues.put(cell.values(), all));
    return directory
        .reference()
        .map(reference -> new PublishedResults(reference, factors(), byValues, Optional.empty()));
  }

  /**
   * The runs by cell, where a cell with a limit that changes is replaced by one cell for each of
   * its steps.
   */
  Map<MatrixCell, List<StoredRun>> bySteps() {
    Map<MatrixCell, List<StoredRun>> all = new LinkedHashMap<>();
    runs.forEach(
        (cell, ran) -> {
          if (ran.stream().noneMatch(run -> run.result().steps() != null)) {
            all.put(cell, ran);
          }
          for (StoredRun run : ran) {
            if (run.result().steps() != null) {
              for (StoredRun step : run.steps()) {
                String limit = String.valueOf(step.result().throughput().inFlight());
                all.computeIfAbsent(cell.withLimit(limit), each -> new ArrayList<>()).add(step);
              }
            }
          }
        });
    return all;
  }

  static String interval(Repeats rate) {
    if (!rate.spread()) {
      return "";
    }
    return Text.of("[%s, %s]", Units.rate(rate.low()), Units.rate(rate.high()));
  }

  private static String written(List<StoredRun> runs) {
    OptionalDouble mean =
        runs.stream().flatMapToDouble(run -> run.writtenPerMessage().stream()).average();
    return mean.isPresent() ? Units.bytes(mean.getAsDouble()) : "n/a";
  }

  /** The mean of a figure; empty if no disk was measured. */
  private static Optional<Double> fsync(List<StoredRun> runs, ToDoubleFunction<Fsync> figure) {
    OptionalDouble mean =
        runs.stream().flatMap(run -> run.fsync().stream()).mapToDouble(figure).average();
    return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
  }

  private static String distinct(List<String> texts) {
    return texts.stream().distinct().collect(Collectors.joining(" | "));
  }

  /**
   * The scalability of the rate in the only factor; empty unless that is a number of parallel
   * workers or brokers, with enough points, whose rates were not offered.
   */
  private Optional<String> scalability(String factor) {
    if (!PARALLEL.contains(factor.substring(factor.lastIndexOf('.') + 1)) || offered()) {
      return Optional.empty();
    }
    List<UniversalScalability.Point> points = new ArrayList<>();
    for (Map.Entry<MatrixCell, List<StoredRun>> cell : runs.entrySet()) {
      Repeats rate = MatrixRun.rate(cell.getValue());
      String value = String.valueOf(cell.getKey().values().get(factor));
      if (rate.size() > 0 && value.matches("\\d+")) {
        points.add(new UniversalScalability.Point(Double.parseDouble(value), rate.mean()));
      }
    }
    return UniversalScalability.fit(points).map(fit -> text(factor, fit, points));
  }

  private boolean offered() {
    return runs.values().stream()
        .flatMap(List::stream)
        .filter(StoredRun::usable)
        .anyMatch(run -> run.result().throughput().offeredPerSecond() != null);
  }

  private static String text(
      String factor, UniversalScalability fit, List<UniversalScalability.Point> points) {
    List<String> residuals = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      residuals.add(Text.of("%+.0f %%", fit.residuals().get(i) / points.get(i).rate() * 100));
    }
    return Text.of(
        "scalability in %s (USL): %s/s alone, contention %.2g, coherency %.2g, %s; R2 %.3f,"
            + " measured against fitted %s",
        factor,
        Units.rate(fit.lambda()),
        fit.sigma(),
        fit.kappa(),
        fit.peak().isPresent() ? Text.of("peak at %.0f", fit.peak().getAsDouble()) : "no peak",
        fit.r2(),
        String.join(", ", residuals));
  }

  /** How close each cell came to the ceilings of the machine. */
  private List<String> closeness() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<MatrixCell, List<StoredRun>> each : runs.entrySet()) {
      List<StoredRun> usable = each.getValue().stream().filter(StoredRun::usable).toList();
      if (ceilings.isPresent() && !usable.isEmpty()) {
        StoredRun run = usable.get(0);
        CeilingUse.Run asked = asked(run, stored(run).of(usable).mean());
        List<CeilingUse> closest = CeilingUse.of(asked, ceilings.get());
        if (!closest.isEmpty()) {
          String uses = closest.stream().map(CeilingUse::text).collect(Collectors.joining(", "));
          lines.add(Text.of("%s: %s", each.getKey().label(), uses));
        }
      }
    }
    return lines;
  }

  /**
   * The rate of the messages that brokers store, each once however many groups receive it; without
   * senders that of those received, to which the other figures of such runs relate.
   */
  private static RunFigure stored(StoredRun run) {
    if (run.settings().getOrDefault("load.threads", "1").equals("0")) {
      return RunFigure.RATE;
    }
    return run.promise().acknowledged() ? RunFigure.ACKED : RunFigure.SENT;
  }

  /** The demand of runs like this one on the machine; unknown for loopback. */
  private static CeilingUse.Run asked(StoredRun run, double perSecond) {
    Map<String, String> settings = run.settings();
    double clients = Double.parseDouble(settings.getOrDefault("scale.clients", "1"));
    int threads =
        (int)
            Math.max(
                1,
                Math.round(clients * Integer.parseInt(settings.getOrDefault("load.threads", "1"))));
    double batch = Double.parseDouble(settings.getOrDefault("message.batch", "1"));
    int atOnce =
        settings.getOrDefault("load.mode", "sync").equals("async")
            ? InFlightLimits.parse(
                    settings.getOrDefault("load.in-flight", "1"), perSecond / threads / batch)
                .ofAll(threads)
            : threads;
    double written = run.writtenPerMessage().orElse(0) * perSecond;
    return new CeilingUse.Run(perSecond / batch, atOnce, run.promise().onDisk(), written, 0);
  }

  private Optional<String> scaled() {
    return scales()
        .map(scales -> Text.of("scaled down by %s: figures of the whole workload differ", scales));
  }

  /** The settings by which the runs are smaller than the workload; empty if they are not. */
  Optional<String> scales() {
    return runs.values().stream()
        .flatMap(List::stream)
        .map(MatrixTable::scales)
        .filter(scales -> !scales.isEmpty())
        .findFirst();
  }

  private static String scales(StoredRun run) {
    return Stream.of("scale", "scale.clients", "scale.time")
        .filter(key -> Double.parseDouble(run.settings().getOrDefault(key, "1")) != 1)
        .map(key -> key + "=" + run.settings().get(key))
        .collect(Collectors.joining(", "));
  }
}
