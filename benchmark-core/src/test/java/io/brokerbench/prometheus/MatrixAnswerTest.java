package io.brokerbench.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.prometheus.MatrixAnswer.Newest;
import java.io.IOException;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Refused shapes of answers are in NodeMonitorTest. */
final class MatrixAnswerTest {

  private static final String ANSWER =
      """
      {"status":"success","data":{"resultType":"matrix","result":[
       {"metric":{"__name__":"node_load1","instance":"a:1","job":"x \\"y\\""},"values":[[10.5,"1"],[12,"2.5"]]},
       {"metric":{"__name__":"node_load5","instance":"a:1"},"values":[[12,"NaN"]]},
       {"metric":{"__name__":"node_load15"},"values":[[12,"+Inf"]]}]}}
      """;

  @Test
  void theNewestSampleOfEachSeriesIsReadAndIsNoNumberUnlessItIsFinite() throws Exception {
    assertThat(MatrixAnswer.parse(ANSWER))
        .containsExactly(
            new Newest(
                new MetricSample("node_load1", Map.of("instance", "a:1", "job", "x \"y\""), 2.5),
                12,
                1.5),
            new Newest(
                new MetricSample("node_load5", Map.of("instance", "a:1"), Double.NaN), 12, 0),
            new Newest(new MetricSample("node_load15", Map.of(), Double.NaN), 12, 0));
  }

  @Property
  void anyAnswerIsReadOrRefused(
      @ForAll @StringLength(max = 3) String text,
      @ForAll @IntRange(max = 300) int at,
      @ForAll @IntRange(max = 30) int removed) {
    int rest = Math.min(at + removed, ANSWER.length());
    String damaged = ANSWER.substring(0, at) + text + ANSWER.substring(rest);
    try {
      assertThat(MatrixAnswer.parse(damaged))
          .allMatch(series -> Double.isFinite(series.seconds()))
          .noneMatch(series -> Double.isInfinite(series.sample().value()));
    } catch (IOException e) {
      assertThat(e.getMessage()).startsWith("the ").doesNotContain("\n");
    }
  }
}
