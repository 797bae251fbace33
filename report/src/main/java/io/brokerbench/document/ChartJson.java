package io.brokerbench.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Charts in the format of charts.js. */
final class ChartJson {

  /** More digits than a screen can show, in less space than all digits. */
  private static final MathContext DIGITS = new MathContext(6);

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ChartJson() {}

  /** A JSON array that can be embedded in a script element: without a less-than sign. */
  static String of(List<Chart> charts) {
    return charts.stream()
        .map(chart -> of(chart).toString().replace("<", "\\u003c"))
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** Addresses by their points in time, milliseconds since 1970, in the same notation. */
  static String of(Map<Instant, String> reports) {
    ObjectNode node = NODES.objectNode();
    reports.forEach((time, address) -> node.put(Long.toString(time.toEpochMilli()), address));
    return node.toString().replace("<", "\\u003c");
  }

  private static ObjectNode of(Chart chart) {
    ObjectNode node = NODES.objectNode();
    node.put("id", chart.id())
        .put("title", chart.title())
        .put("note", chart.note())
        .put("cursor", chart.cursor());
    node.set("x", of(chart.x()));
    ArrayNode axes = node.putArray("y");
    chart.y().forEach(axis -> axes.add(of(axis)));
    ArrayNode series = node.putArray("series");
    MathContext digits = chart.x().unit() == AxisUnit.INSTANT ? MathContext.UNLIMITED : DIGITS;
    chart.series().forEach(each -> series.add(of(each, digits)));
    ArrayNode bands = node.putArray("bands");
    for (Chart.Band band : chart.bands()) {
      bands
          .addObject()
          .put("from", band.from())
          .put("to", band.to())
          .put("kind", band.kind().name());
    }
    ArrayNode marks = node.putArray("marks");
    for (Chart.Mark mark : chart.marks()) {
      marks
          .addObject()
          .put("at", mark.at())
          .put("upright", mark.upright())
          .put("label", mark.label());
    }
    return node;
  }

  private static ObjectNode of(Axis axis) {
    ObjectNode node = NODES.objectNode();
    node.put("name", axis.name()).put("unit", axis.unit().name()).put("log", axis.log());
    if (axis.fitted()) {
      node.put("fitted", true);
    }
    ArrayNode categories = node.putArray("categories");
    axis.categories().forEach(categories::add);
    return node;
  }

  private static ObjectNode of(Series series, MathContext digitsOfX) {
    ObjectNode node = NODES.objectNode();
    node.put("name", series.name()).put("kind", series.kind().name()).put("axis", series.axis());
    ArrayNode points = node.putArray("points");
    for (Series.Point point : series.points()) {
      ArrayNode at = points.addArray();
      add(at, point.x(), digitsOfX);
      add(at, point.y(), DIGITS);
      if (point.low() < point.high()) {
        add(at, point.low(), DIGITS);
        add(at, point.high(), DIGITS);
      }
    }
    return node;
  }

  private static void add(ArrayNode point, double value, MathContext digits) {
    if (Double.isFinite(value)) {
      point.add(new BigDecimal(value).round(digits).stripTrailingZeros());
    } else {
      point.addNull();
    }
  }
}
