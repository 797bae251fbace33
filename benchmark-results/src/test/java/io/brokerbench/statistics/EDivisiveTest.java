package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.statistics.EDivisive.ChangePoint;
import io.brokerbench.statistics.EDivisive.Series;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Against Apache Otava, whose answers {@code scripts/otava series} has written. */
final class EDivisiveTest {

  private static final double LEVEL = 0.001;

  /** Nights by which places may differ. */
  private static final int NEAR = 5;

  @TestFactory
  Stream<DynamicTest> changePointsAreThoseOfOtava() throws IOException {
    JsonNode otava = otava();
    return series(otava)
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.path("name").asText(),
                    () -> compare(each, otava.path("level").asDouble())));
  }

  private static void compare(JsonNode expected, double level) {
    List<ChangePoint> found = EDivisive.changePoints(equal(values(expected)), level);
    List<JsonNode> points = children(expected.path("changePoints"));
    assertThat(found).hasSameSizeAs(points);
    for (int i = 0; i < found.size(); i++) {
      ChangePoint ours = found.get(i);
      JsonNode theirs = points.get(i);
      assertThat(ours.index()).isEqualTo(theirs.path("index").asInt());
      assertThat(ours.statistic()).isCloseTo(theirs.path("statistic").asDouble(), within(1e-9));
      assertThat(ours.step().before()).isCloseTo(theirs.path("before").asDouble(), within(1e-9));
      assertThat(ours.step().before() + ours.step().ratio().log())
          .isCloseTo(theirs.path("after").asDouble(), within(1e-9));
      double chance = theirs.path("chance").asDouble();
      assertThat(ours.step().chance()).isCloseTo(chance, within(1e-6 * chance));
    }
  }

  /** Steps that the detector of nights finds are among those that Otava's program reports. */
  @TestFactory
  Stream<DynamicTest> stepsOfNightsAreAmongThoseOfOtavasProgram() throws IOException {
    return series(otava())
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.path("name").asText(),
                    () -> {
                      StepDetector detector = new StepDetector();
                      Arrays.stream(values(each))
                          .forEach(value -> detector.add(new Repeats(1, value, Double.NaN)));
                      List<Integer> program =
                          children(each.path("program")).stream().map(JsonNode::asInt).toList();
                      assertThat(detector.steps())
                          .allSatisfy(
                              step ->
                                  assertThat(program)
                                      .anyMatch(index -> Math.abs(index - step.index()) <= NEAR));
                    }));
  }

  @Test
  void aSeriesWithoutNoiseHasItsStep() {
    double[] values = new double[20];
    Arrays.fill(values, 12, 20, -0.1);
    assertThat(EDivisive.changePoints(equal(values), LEVEL))
        .singleElement()
        .satisfies(point -> assertThat(point.index()).isEqualTo(12))
        .satisfies(point -> assertThat(point.step().chance()).isLessThan(1e-100));
    assertThat(EDivisive.changePoints(equal(new double[20]), LEVEL)).isEmpty();
  }

  @Test
  void upToTwoValuesHaveNoChangePoint() {
    for (int size = 0; size <= 2; size++) {
      double[] values = new double[size];
      Arrays.setAll(values, i -> i);
      assertThat(EDivisive.changePoints(equal(values), LEVEL)).isEmpty();
    }
  }

  /** A value of twice the weight counts like two equal values. */
  @Test
  void aWeightIsACountInTheMeans() {
    Series weighted = new Series(new double[] {1, 2, 5, 6}, new double[] {2, 1, 1, 2});
    Series repeated = equal(1, 1, 2, 5, 6, 6);
    Step step = Step.between(weighted, 0, 2, 4);
    Step counted = Step.between(repeated, 0, 3, 6);
    assertThat(step.before()).isCloseTo(counted.before(), within(1e-12));
    assertThat(step.ratio().log()).isCloseTo(counted.ratio().log(), within(1e-12));
    assertThat(weighted.squares(0, 2)).isCloseTo(repeated.squares(0, 3), within(1e-12));
  }

  private static Series equal(double... values) {
    double[] weights = new double[values.length];
    Arrays.fill(weights, 1);
    return new Series(values, weights);
  }

  private static JsonNode otava() throws IOException {
    try (InputStream in = EDivisiveTest.class.getResourceAsStream("otava.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    }
  }

  private static Stream<JsonNode> series(JsonNode otava) {
    return children(otava.path("series")).stream();
  }

  private static double[] values(JsonNode series) {
    return children(series.path("values")).stream().mapToDouble(JsonNode::asDouble).toArray();
  }

  private static List<JsonNode> children(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }
}
