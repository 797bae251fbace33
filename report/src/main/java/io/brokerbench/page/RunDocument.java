package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
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
import io.brokerbench.report.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report on one run: verdict, what happened when, how it was done. */
public final class RunDocument {

  private static final List<String> HOW_TO_READ =
      List.of(
          "The verdict comes first. VALID: the figures may be believed. SUSPECT: something"
              + " disturbed the run, and the reasons say what. INVALID: they are no answer to the"
              + " question that was asked.",
          "Service is the time from the call of send to its outcome. Response is the time from the"
              + " moment a message should have left, as the schedule has it: what a user waits. It"
              + " exists where a rate was given. Lag is what the generator itself was late. End to"
              + " end is the time from that same moment into a consumer's hands.",
          "Sends that were rejected are certainly not stored. They are counted, and have no"
              + " latency: a quick refusal must not make percentiles look better. Sends whose"
              + " outcome is unknown are counted too, and their latencies include the wait: a"
              + " time-out is there with its whole length.",
          "The audit compares what was acknowledged with what the brokers say that they hold, and"
              + " names every message that a consumer should have seen and did not.",
          "Seconds are counted from the begin of the load, its warm-up included; what was measured"
              + " lies between the grey bands.");

  private final JsonNode run;
  private final Rows rows;
  private final RunFiles files;

  private RunDocument(RunFiles files) {
    this.files = files;
    this.run = files.run();
    this.rows = files.rows();
  }

  /** Whether a directory has any file of a run. */
  public static boolean canShow(Path directory) {
    return RunFiles.in(directory);
  }

  /**
   * Reads a result directory, whole or not.
   *
   * @throws IOException if it is no result directory, or of another schema version: one line
   */
  public static Document of(Path directory) throws IOException {
    return new RunDocument(RunFiles.read(directory)).document();
  }

  /**
   * Only how rate and latency went, of a run that stands for others in their report.
   *
   * @param prefix of the charts' ids
   * @throws IOException as {@link #of}
   */
  public static List<Block> overTime(Path directory, String prefix) throws IOException {
    RunDocument document = new RunDocument(RunFiles.readWithoutLatencies(directory));
    List<Block> blocks = new ArrayList<>();
    document.files.missing().forEach(missing -> blocks.add(new Paragraph(missing)));
    TimeCharts.load(document.rows, document.measured(), document.metric()).stream()
        .map(Chart.class::cast)
        .filter(chart -> chart.id().equals("rate") || chart.id().equals("latency"))
        .forEach(chart -> blocks.add(chart.withId(prefix + chart.id(), prefix + chart.cursor())));
    return blocks;
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    add(sections, "What happened", true, TimeCharts.load(rows, measured(), metric()));
    add(sections, "Latency", true, Percentiles.of(run, files.latencies()));
    List<Block> resources = new ArrayList<>(ResourceTable.of(run.path("resources")));
    resources.addAll(TimeCharts.resources(rows, measured()));
    add(sections, "What it took", true, resources);
    add(sections, "Every message accounted for", true, AuditTables.of(run));
    add(sections, "Where it ran", false, EnvironmentTables.of(run));
    add(sections, "Run it again", true, again());
    add(
        sections,
        "How to read this",
        false,
        HOW_TO_READ.stream().<Block>map(Paragraph::new).toList());
    return new Document(title(), headline(), sections);
  }

  private static void add(List<Section> sections, String title, boolean open, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      sections.add(new Section(title, open, blocks));
    }
  }

  private String title() {
    return run.isMissingNode()
        ? files.name()
        : String.format(
            Locale.ROOT,
            "%s, %s UTC",
            run.path("name").asText(),
            run.path("startedAt").asText().replaceAll("(\\..*)?Z$", "").replace('T', ' '));
  }

  /** The latency that answers the question: what users of the messages wait. */
  private String metric() {
    List<String> names =
        tool().equals("consumer")
            ? List.of("endToEnd", "response", "service")
            : List.of("response", "service", "endToEnd");
    return names.stream()
        .filter(name -> rows.hasAny(name + "P50Nanos") || run.at("/latency/" + name).isObject())
        .findFirst()
        .orElse("service");
  }

  private Measured measured() {
    return Measured.of(run, rows);
  }

  private String tool() {
    return run.path("command").asText().split(" ", 2)[0];
  }

  private Headline headline() {
    List<String> reasons = new ArrayList<>(files.missing());
    run.at("/verdict/reasons").forEach(reason -> reasons.add(reason.asText()));
    run.at("/verdict/notes").forEach(note -> reasons.add("note: " + note.asText()));
    if (run.isMissingNode()) {
      return new Headline(
          Tone.BAD, "NO RESULT", "What is left of this run is shown below.", reasons, List.of());
    }
    String status = run.at("/verdict/status").asText();
    Tone tone =
        switch (status) {
          case "valid" -> Tone.GOOD;
          case "suspect" -> Tone.DOUBTFUL;
          default -> Tone.BAD;
        };
    return new Headline(
        tone,
        status.toUpperCase(Locale.ROOT),
        run.at("/promise/text").asText(),
        reasons,
        figures());
  }

  private List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    JsonNode throughput = run.path("throughput");
    rate(figures, throughput.path("offeredPerSecond"), "offered");
    if (run.at("/workload/load/threads").asInt(1) > 0) {
      boolean acknowledged = run.at("/promise/acknowledged").asBoolean(true);
      rate(
          figures,
          throughput.path(acknowledged ? "ackedPerSecond" : "achievedPerSecond"),
          acknowledged ? "acknowledged" : "sent one way");
    }
    rate(figures, throughput.path("receivedPerSecond"), "received");
    JsonNode latency = run.path("latency").path(metric());
    for (String percentile : List.of("p50", "p99")) {
      if (latency.path(percentile + "Nanos").isNumber()) {
        figures.add(
            new Figure(
                metric() + " " + percentile,
                Percentiles.nanos(latency.path(percentile + "Nanos"))));
      }
    }
    if (run.at("/audit/lost").isNumber()) {
      boolean answered = run.at("/promise/acknowledged").asBoolean(true);
      figures.add(
          new Figure(
              answered ? "lost" : "never received",
              Units.count(run.at("/audit/" + (answered ? "lost" : "indeterminate")).asLong())));
    }
    String loop = run.at("/throughput/loop").asText();
    if (!loop.isEmpty()) {
      figures.add(
          new Figure(
              "loop", loop.equals("open") ? "open: a schedule sends" : "closed: outcomes send"));
    }
    return figures;
  }

  private static void rate(List<Figure> figures, JsonNode perSecond, String name) {
    if (perSecond.isNumber()) {
      figures.add(new Figure(name, Units.rate(perSecond.asDouble()) + " msg/s"));
    }
  }

  private List<Block> again() {
    if (run.isMissingNode()) {
      return List.of();
    }
    Table.Builder settings = Table.of("The settings in force", "ll", "setting", "value");
    Flat.of(run.path("workload")).forEach(settings::add);
    return List.of(new Code("scripts/bench " + run.path("command").asText()), settings.build());
  }
}
