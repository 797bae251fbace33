package io.brokerbench.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;

/** The series of whose values a page shows those at the cursor that arrow keys move. */
final class KeyboardCursorTest {

  /** As in seconds with too few messages for a median. */
  private static final Chart LATENCY =
      Chart.of(
          "latency",
          "Latency",
          "",
          Axis.of("seconds", AxisUnit.SECONDS),
          List.of(Axis.log("response", AxisUnit.NANOS)),
          List.of(
              line("p50", 1e6, Double.NaN, 0, Double.NaN),
              line("max", 2e6, 3e6, 4e6, Double.NaN, 5e6)));

  private static Series line(String name, double... values) {
    List<Point> points = new ArrayList<>();
    for (double value : values) {
      points.add(Point.of(points.size(), value));
    }
    return new Series(name, Kind.LINE, 0, points);
  }

  @Test
  void aGapOfTheFirstSeriesDoesNotHideTheOthers() {
    assertThat(IntStream.range(0, 6).map(KeyboardCursorTest::seriesAt))
        .containsExactly(0, 1, 1, 0, 1, -1);
  }

  private static int seriesAt(int place) {
    Context context = Context.enter();
    try {
      context.setInterpretedMode(true);
      context.setLanguageVersion(Context.VERSION_ES6);
      ScriptableObject scope = context.initSafeStandardObjects();
      String script = BundledFiles.text(BundledFiles.CHARTS);
      context.evaluateString(scope, script, BundledFiles.CHARTS, 1, null);
      ScriptableObject.putProperty(scope, "asked", ChartJson.of(List.of(LATENCY)));
      return (int)
          Context.toNumber(
              context.evaluateString(
                  scope,
                  Text.of("brokerbench.seriesAt(JSON.parse(asked)[0], %d)", place),
                  "",
                  1,
                  null));
    } finally {
      Context.exit();
    }
  }
}
