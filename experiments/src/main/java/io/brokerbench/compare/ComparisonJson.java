package io.brokerbench.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.compare.Comparison.Compared;
import io.brokerbench.compare.Comparison.Row;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.DurableFile;
import io.brokerbench.results.Verdict;
import io.brokerbench.runs.Difference;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Gate;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The JSON form of a comparison, schema version 1; unknown values are null. */
public final class ComparisonJson {

  private static final int SCHEMA_VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ComparisonJson() {}

  /** Writes the file atomically. */
  public static void write(Comparison comparison, Path file) throws IOException {
    DurableFile.write(file, of(comparison).toPrettyString() + "\n");
  }

  static ObjectNode of(Comparison comparison) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    side(root.putObject("base"), comparison.base(), comparison);
    side(root.putObject("candidate"), comparison.candidate(), comparison);
    root.put("confidence", Ratio.CONFIDENCE);
    ObjectNode gate = root.putObject("gate");
    ObjectNode limits = gate.putObject("limits");
    comparison
        .limits()
        .stated()
        .forEach((figure, share) -> limits.put(figure.name(Use.COMPARE), share));
    gate.put("familyWiseErrorRate", Gate.FALSE_ALARMS);
    gate.put("adjustment", "Holm");
    gate.put("judged", comparison.judged());
    gate.put("regressions", comparison.regressions());
    ArrayNode cells = root.putArray("cells");
    comparison.cells().forEach(cell -> cell(cells.addObject(), cell, comparison.limits()));
    rows(root.putArray("allCells"), comparison.together(), comparison.limits());
    root.set("notCompared", MAPPER.valueToTree(comparison.notCompared()));
    return root;
  }

  private static void side(ObjectNode node, RunSet side, Comparison comparison) {
    node.put("path", side.path().toString());
    List<StoredRun> used = comparison.used(side);
    node.set("used", names(used));
    ArrayNode suspect = node.putArray("suspect");
    used.stream()
        .filter(run -> run.verdict().status() == Verdict.Status.SUSPECT)
        .forEach(run -> suspect.add(run.nameWithReasons()));
    node.set("leftOut", MAPPER.valueToTree(comparison.leftOut(side)));
  }

  private static ArrayNode names(List<StoredRun> runs) {
    return MAPPER.valueToTree(
        runs.stream().map(run -> run.directory().getFileName().toString()).toList());
  }

  private static void cell(ObjectNode node, Compared cell, RegressionLimits limits) {
    node.put("label", cell.label());
    node.put("tool", cell.cell().tool());
    node.put("promise", cell.cell().promise().text());
    node.set("baseRuns", names(cell.base()));
    node.set("candidateRuns", names(cell.candidate()));
    ArrayNode differs = node.putArray("differs");
    for (Difference difference : cell.differences()) {
      ObjectNode each = differs.addObject();
      each.put("what", difference.what());
      each.put("base", difference.base());
      each.put("candidate", difference.candidate());
    }
    rows(node.putArray("metrics"), cell.rows(), limits);
    node.set("settings", MAPPER.valueToTree(cell.cell().settings()));
  }

  private static void rows(ArrayNode array, List<Row> rows, RegressionLimits limits) {
    for (Row row : rows) {
      ObjectNode node = array.addObject();
      node.put("figure", row.figure().name(Use.COMPARE));
      node.put("label", row.label());
      node.put("unit", row.figure().unit().symbol());
      node.put("better", Text.notation(row.figure().better()));
      repeats(node, "base", row.base());
      repeats(node, "candidate", row.candidate());
      Ratio ratio = row.ratio();
      put(node, "ratio", ratio == null ? null : ratio.estimate());
      put(node, "ratioLow", ratio == null ? null : ratio.low());
      put(node, "ratioHigh", ratio == null ? null : ratio.high());
      put(node, "degreesOfFreedom", ratio == null ? null : ratio.degreesOfFreedom());
      node.put("answer", row.answer().kind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
      node.put("tolerance", limits.tolerance(row.figure()));
      if (row.answer().kind() == Conclusion.Kind.CANNOT_TELL && row.lacking().isEmpty()) {
        node.put("moreRuns", row.answer().moreRuns());
      }
      if (row.finding() != null) {
        node.put("adjustedChance", row.finding().adjustedChance());
        node.put("regression", row.finding().missed());
      }
    }
  }

  private static void repeats(ObjectNode node, String side, @Nullable Repeats repeats) {
    if (repeats != null) {
      node.put(side + "Runs", repeats.size());
      put(node, side + "Mean", repeats.mean());
    }
  }

  private static void put(ObjectNode node, String name, @Nullable Double value) {
    if (value == null || value.isNaN() || value.isInfinite()) {
      node.putNull(name);
    } else {
      node.put(name, value);
    }
  }
}
