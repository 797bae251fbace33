package io.brokerbench.page;

import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Code;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Headline.Figure;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.Section;
import io.brokerbench.document.Table;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.tables.ConnectionTable;
import io.brokerbench.tables.FaultTable;
import io.brokerbench.tables.ResourceTables;
import io.brokerbench.tables.StepTable;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The report of one run: verdict, results over time, environment, command. */
public final class RunDocument {

  private static final List<String> HOW_TO_READ =
      List.of(
          "The verdict comes first. VALID: the figures are reliable. SUSPECT: the run was"
              + " disturbed, for the reasons given. INVALID: the figures do not answer the"
              + " question.",
          "Service is the time from the call of send to its outcome. Response is the time from the"
              + " intended time of a message, at which it is due by the schedule, to its outcome:"
              + " the waiting time of a user. It exists where a rate is configured. Lag is the"
              + " delay of the generator itself. End to end is the time from the intended time to"
              + " the receipt by a consumer.",
          "Rejected sends are certainly not stored. They are counted, but have no latency: a quick"
              + " rejection must not improve percentiles. Sends of unknown outcome are counted as"
              + " well, and their latencies include the wait: a time-out counts with its whole"
              + " length.",
          "The audit compares the acknowledged messages with those that the brokers report to"
              + " hold, and names every message that a consumer should have received and did not.",
          "Seconds are counted from the start of the load, including its warm-up; the measured"
              + " time lies between the gray bands.");

  private final @Nullable RunResult run;
  private final IntervalColumns rows;
  private final RunFiles files;
  private final Measured measured;

  /** The main latency: the waiting time of the users of the messages. */
  private final Metric metric;

  private RunDocument(RunFiles files) {
    this.files = files;
    this.run = files.run();
    this.measured = Measured.of(run, files.rows());
    this.metric = metric(run, files.rows());
    this.rows = Grouping.of(files.rows(), measured, metric);
  }

  /** Whether a directory contains any file of a run. */
  public static boolean canShow(Path directory) {
    return RunFiles.in(directory);
  }

  /**
   * Reads a result directory, complete or not.
   *
   * @throws IOException with a one-line message, if it is not a result directory or has another
   *     schema version
   */
  public static Document of(Path directory) throws IOException {
    return new RunDocument(RunFiles.read(directory)).document();
  }

  /**
   * The charts of rate and latency only, of a run that represents others in their report.
   *
   * @param prefix of the charts' ids
   * @throws IOException as {@link #of}
   */
  public static List<Block> overTime(Path directory, String prefix) throws IOException {
    RunDocument document = new RunDocument(RunFiles.readWithoutLatencies(directory));
    List<Block> blocks = new ArrayList<>();
    document.files.missing().forEach(missing -> blocks.add(new Paragraph(missing)));
    TimeCharts.rateAndLatency(document.rows, document.measured, document.metric)
        .forEach(chart -> blocks.add(chart.withId(prefix + chart.id(), prefix + chart.cursor())));
    return blocks;
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    if (run != null && run.requirements() != null) {
      add(sections, "What was required", true, List.of(requirements(run.requirements())));
    }
    List<Chart> charts = TimeCharts.load(rows, measured, metric);
    List<Block> load = new ArrayList<>(charts);
    if (run != null && run.steps() != null) {
      load.add(StepTable.of(run));
    }
    if (run != null && run.connections() != null) {
      load.add(ConnectionTable.of(run.connections()));
    }
    add(sections, "What happened", true, load);
    if (!measured.faults().isEmpty()) {
      add(sections, "Planned faults", true, faults(charts));
    }
    add(sections, "Latency", true, Percentiles.of(run, files.latencies()));
    List<Block> resources = new ArrayList<>();
    if (run != null) {
      resources.addAll(ResourceTables.of(run).values());
    }
    resources.addAll(TimeCharts.resources(rows, measured));
    add(sections, "What it took", true, resources);
    if (run != null) {
      add(sections, "Every message accounted for", true, AuditTables.of(run));
      add(sections, "Where it ran", false, EnvironmentTables.of(run.environment()));
      add(sections, "Run it again", true, again(run));
    }
    List<Block> explanations = HOW_TO_READ.stream().<Block>map(Paragraph::new).toList();
    add(sections, "How to read this", false, explanations);
    return new Document(title(), headline(), sections);
  }

  private static void add(List<Section> sections, String title, boolean open, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      sections.add(new Section(title, open, blocks));
    }
  }

  private String title() {
    if (run == null) {
      return files.name();
    }
    String start = run.startedAt().truncatedTo(ChronoUnit.SECONDS).toString();
    return Text.of("%s, %s UTC", run.name(), start.replace("Z", "").replace('T', ' '));
  }

  private static Metric metric(@Nullable RunResult run, IntervalColumns rows) {
    List<Metric> metrics =
        run != null && run.ofConsumer()
            ? List.of(Metric.END_TO_END, Metric.RESPONSE, Metric.SERVICE)
            : List.of(Metric.RESPONSE, Metric.SERVICE, Metric.END_TO_END);
    return metrics.stream()
        .filter(
            each ->
                rows.hasAny(ColumnFamily.latencies(Statistic.P50).of(each))
                    || (run != null && run.latency().containsKey(each)))
        .findFirst()
        .orElse(Metric.SERVICE);
  }

  private Headline headline() {
    List<String> reasons = new ArrayList<>(files.missing());
    if (run == null) {
      return new Headline(
          Tone.BAD, "NO RESULT", "What is left of this run is shown below.", reasons, List.of());
    }
    reasons.addAll(run.verdict().texts());
    run.verdict().notes().forEach(note -> reasons.add("note: " + note));
    run.missed().forEach(each -> reasons.add("requirement missed: " + each.text()));
    if (run.bottleneck() != null) {
      reasons.add("limited by " + run.bottleneck().text());
    }
    Verdict.Status status = run.verdict().status();
    Optional<String> broken = run.brokenPromise();
    if (broken.isPresent()) {
      reasons.add(0, Text.of("%s: %s", status.name(), run.promise().text()));
      return new Headline(Tone.BAD, "BROKEN PROMISE", broken.get(), reasons, figures(run));
    }
    Tone tone =
        switch (status) {
          case VALID -> Tone.GOOD;
          case SUSPECT -> Tone.DOUBTFUL;
          case INVALID -> Tone.BAD;
        };
    return new Headline(tone, status.name(), run.promise().text(), reasons, figures(run));
  }

  private List<Figure> figures(RunResult result) {
    List<Figure> figures = new ArrayList<>();
    Throughput throughput = result.throughput();
    boolean acknowledged = result.promise().acknowledged();
    rate(figures, throughput.offeredPerSecond(), "offered");
    if (!"0".equals(result.settings().get("load.threads"))) {
      rate(
          figures,
          acknowledged ? throughput.ackedPerSecond() : throughput.achievedPerSecond(),
          acknowledged ? "acknowledged" : "sent one way");
    }
    rate(figures, throughput.receivedPerSecond(), "received");
    String topics = result.settings().getOrDefault("topic.count", "1");
    if (!topics.equals("1")) {
      String shares = result.settings().getOrDefault("topic.shares", "");
      figures.add(new Figure("topics", Text.of("%s, shares: %s", topics, shares)));
    }
    Latency latency = result.latency().get(metric);
    if (latency != null) {
      latency(figures, latency, Statistic.P50);
      latency(figures, latency, Statistic.P99);
    }
    Audit audit = result.audit();
    if (audit.lost() != null && audit.indeterminate() != null) {
      figures.add(
          new Figure(
              acknowledged ? "lost" : "never received",
              Units.count(acknowledged ? audit.lost() : audit.indeterminate())));
    }
    figures.add(
        new Figure(
            "loop",
            switch (throughput.loop()) {
              case OPEN -> "open: a schedule sends";
              case CLOSED -> "closed loop: each reply triggers the next send";
            }));
    return figures;
  }

  private static void rate(List<Figure> figures, @Nullable Double perSecond, String name) {
    if (perSecond != null) {
      figures.add(new Figure(name, Units.rate(perSecond) + " msg/s"));
    }
  }

  private void latency(List<Figure> figures, Latency latency, Statistic statistic) {
    if (latency.count() >= statistic.leastSamples()) {
      figures.add(
          new Figure(metric.label() + " " + statistic.label(), latency.textWithError(statistic)));
    }
  }

  /**
   * @param drawn charts of the whole run
   */
  private List<Block> faults(List<Chart> drawn) {
    List<FaultImpact> faults = measured.faults();
    List<Chart> everyRow = TimeCharts.rateAndLatency(files.rows(), measured, metric);
    List<Block> blocks = new ArrayList<>(FaultCharts.of(measured, onlyRate(), everyRow, drawn));
    Stream.of(
            FaultTable.of(faults),
            FaultTable.outages(faults),
            FaultTable.consumption(faults),
            FaultTable.queues(faults),
            FaultTable.losses(faults),
            FaultTable.events(faults))
        .filter(table -> !table.rows().isEmpty())
        .forEach(blocks::add);
    return blocks;
  }

  /** The offered rate; null if it changes during the load, and without one. */
  private @Nullable Double onlyRate() {
    if (run == null) {
      return null;
    }
    String rate = run.settings().getOrDefault("load.rate", "");
    return rate.contains(",") || rate.contains("..") ? null : run.throughput().offeredPerSecond();
  }

  private static List<Block> again(RunResult run) {
    Table.Builder settings = Table.of("The settings in force", "ll", "setting|value");
    run.settings().forEach(settings::add);
    return List.of(new Code("scripts/bench " + run.command()), settings.build());
  }

  /** A row for each requirement, with what was measured. */
  private static Table requirements(List<Requirement> requirements) {
    Table.Builder rows = Table.of("Requirements", "ll", "requirement: measured|outcome");
    requirements.forEach(each -> rows.add(each.text(), Text.notation(each.outcome())));
    return rows.build();
  }
}
