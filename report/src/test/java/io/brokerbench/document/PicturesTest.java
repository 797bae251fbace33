package io.brokerbench.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart.Band;
import io.brokerbench.document.Chart.Mark;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

final class PicturesTest {

  private static final Chart BARS =
      new Chart(
          "bars",
          "Rates <b>",
          "",
          Axis.of("", List.of("flush=sync", "flush=async")),
          List.of(Axis.of("messages/s", AxisUnit.PER_SECOND)),
          List.of(
              new Series(
                  "ours", Kind.BAR, 0, List.of(new Point(0, 1500, 1400, 1600), Point.of(1, 9000))),
              new Series("published", Kind.BAR, 0, List.of(Point.of(0, 2600)))),
          List.of(),
          List.of(),
          "");

  private static final Chart TIMES =
      new Chart(
          "times",
          "Latency",
          "",
          Axis.of("seconds", AxisUnit.SECONDS),
          List.of(Axis.log("response", AxisUnit.NANOS)),
          List.of(
              new Series(
                  "p99",
                  Kind.LINE,
                  0,
                  List.of(Point.of(1, 2e6), Point.of(2, Double.NaN), Point.of(3, 3e9)))),
          List.of(new Band(0, 1, Band.Kind.UNMEASURED)),
          List.of(new Mark(2, true, "held")),
          "");

  private static Chart line(Axis x, Axis y, List<Point> points) {
    return Chart.of(
        "line", "A line", "", x, List.of(y), List.of(new Series("values", Kind.LINE, 0, points)));
  }

  @Test
  void aChartIsDrawnWithItsTextsAndUnits() {
    try (Pictures pictures = new Pictures()) {
      assertThat(pictures.svg(BARS))
          .startsWith("<svg")
          .contains("Rates &lt;b&gt;", "flush=sync", "published", "messages/s", "8,000/s");
      assertThat(pictures.svg(TIMES)).contains("Latency", "100 ms", "1 s", "held");
    }
  }

  /** Of more values than symbols, those without neighbors would be lines of no length. */
  @Test
  void aValueBetweenGapsIsVisible() {
    List<Point> points =
        IntStream.range(0, 60)
            .mapToObj(i -> Point.of(i, i == 20 || i == 22 || i > 40 ? 1e6 : Double.NaN))
            .toList();
    Axis seconds = Axis.of("seconds", AxisUnit.SECONDS);
    Chart gaps = line(seconds, Axis.log("response", AxisUnit.NANOS), points);
    try (Pictures pictures = new Pictures()) {
      assertThat(
              Pattern.compile("ecmeta_data_index=\"(\\d+)\" ecmeta_ssr_type=\"chart\"")
                  .matcher(pictures.svg(gaps))
                  .results()
                  .map(found -> found.group(1)))
          .containsExactly("20", "22");
    }
  }

  /** Scores of JMH in other units than nanoseconds are small numbers. */
  @Test
  void smallNumbersHaveTheirDigits() {
    Chart small =
        line(
            Axis.of("seconds", AxisUnit.SECONDS),
            Axis.of("ms/op", AxisUnit.COUNT),
            List.of(Point.of(1, 0.004), Point.of(2, 0.006)));
    try (Pictures pictures = new Pictures()) {
      assertThat(pictures.svg(small)).contains(">0<", ">0.002<", ">0.004<", ">0.006<");
    }
  }

  /** Ends between two ticks would have labels of their own, and cut off an interval. */
  @Test
  void ratiosEndAtTheTicksAroundThem() {
    try (Pictures pictures = new Pictures()) {
      assertThat(labels(pictures.svg(ratios(Axis.of("ratio", AxisUnit.RATIO), 0.876, 1.234))))
          .containsExactly("0.8", "0.9", "1", "1.1", "1.2", "1.3");
      assertThat(labels(pictures.svg(ratios(Axis.of("ratio", AxisUnit.RATIO), 0.999, 1.001))))
          .containsExactly("0.94", "0.96", "0.98", "1", "1.02", "1.04", "1.06");
      assertThat(labels(pictures.svg(ratios(Axis.log("ratio", AxisUnit.RATIO), 0.47, 1.9))))
          .containsExactly("0.25", "0.5", "1", "2");
    }
  }

  private static Chart ratios(Axis axis, double low, double high) {
    return Chart.of(
        "ratios",
        "Ratios",
        "",
        Axis.of("", List.of("a cell")),
        List.of(axis),
        List.of(new Series("ratio", Kind.POINT, 0, List.of(new Point(0, 1, low, high)))));
  }

  private static List<String> labels(String svg) {
    return Pattern.compile(">([\\d.]+)<")
        .matcher(svg)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void aPngShowsMoreThanOneColour() throws IOException {
    try (Pictures pictures = new Pictures()) {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(pictures.png(BARS)));
      int[] pixels =
          image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
      assertThat(Arrays.stream(pixels).filter(pixel -> pixel == 0xff2f5bb7).count())
          .as("pixels of the first series")
          .isGreaterThan(1000);
    }
  }

  @Test
  void aPictureDoesNotDependOnThoseBefore() {
    try (Pictures pictures = new Pictures()) {
      String first = pictures.svg(BARS);
      pictures.svg(TIMES);
      assertThat(pictures.svg(BARS)).isEqualTo(first);
    }
  }

  /** The note of this chart says that each step is a tenth of the messages before it. */
  @Test
  void theAxisOfPercentilesHasAStepForEachNine() {
    Chart percentiles =
        line(
            Axis.log("percentile", AxisUnit.PERCENTILE),
            Axis.log("latency", AxisUnit.NANOS),
            List.of(Point.of(1, 1e6), Point.of(100, 2e6), Point.of(10_000, 3e6)));
    try (Pictures pictures = new Pictures()) {
      assertThat(pictures.svg(percentiles)).contains(">0 %<", ">90 %<", ">99 %<", ">99.9 %<");
    }
  }

  @Test
  void eachKindOfBandLooksDifferent() {
    try (Pictures pictures = new Pictures()) {
      assertThat(Arrays.stream(Band.Kind.values()).map(kind -> pictures.svg(banded(kind))))
          .doesNotHaveDuplicates();
    }
  }

  private static Chart banded(Band.Kind kind) {
    return new Chart(
        TIMES.id(),
        TIMES.title(),
        TIMES.note(),
        TIMES.x(),
        TIMES.y(),
        TIMES.series(),
        List.of(new Band(1, 2, kind)),
        List.of(),
        "");
  }

  /** Names that do not fit side by side stand below each other; each is whole and unbroken. */
  @Test
  void namesOfManyCategoriesAreWhole() {
    List<String> names =
        IntStream.range(0, 20)
            .mapToObj(i -> "replication=asynchronous flush=synchronous threads=" + i)
            .toList();
    Chart many =
        Chart.of(
            "many",
            "Rates",
            "Whiskers: 95 % interval of 3 runs.",
            Axis.of("cell", names),
            List.of(Axis.of("messages/s", AxisUnit.PER_SECOND)),
            List.of(new Series("measured", Kind.BAR, 0, List.of(Point.of(0, 1500)))));
    try (Pictures pictures = new Pictures()) {
      String svg = pictures.svg(many);
      assertThat(svg)
          .contains(">Whiskers: 95 % interval of 3 runs.<", ">measured<")
          .doesNotContain("rotate(", "...<");
      for (int i = 0; i < names.size(); i++) {
        assertThat(svg).contains(">flush=synchronous threads=" + i + "<");
      }
      assertThat(svg.split(">replication=asynchronous<", -1)).hasSize(names.size() + 1);
    }
  }

  @Test
  void dotsOfSeveralSeriesStandSideBySide() {
    Chart dots =
        Chart.of(
            "dots",
            "Ratios",
            "",
            Axis.of("", List.of("a load")),
            List.of(Axis.log("ratio", AxisUnit.RATIO)),
            List.of(
                new Series("rate", Kind.POINT, 0, List.of(new Point(0, 1, 0.5, 2))),
                new Series("cost", Kind.POINT, 0, List.of(new Point(0, 1, 0.5, 2)))));
    try (Pictures pictures = new Pictures()) {
      String svg = pictures.svg(dots);
      assertThat(
              Pattern.compile("matrix\\([^)]*,([\\d.]+),[\\d.]+\\)\"[^>]*series_index=\"[13]\"")
                  .matcher(svg)
                  .results()
                  .map(found -> Double.parseDouble(found.group(1)))
                  .distinct())
          .hasSize(2);
    }
  }
}
