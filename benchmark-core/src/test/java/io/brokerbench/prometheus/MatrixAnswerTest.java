package io.brokerbench.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.prometheus.MatrixAnswer.Newest;
import java.io.IOException;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** What a Prometheus server, or whatever answers in its place, may say instead. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{\"metric\":{\"__name__\":"
            + "\"node_cpu_seconds_total\",\"cpu\":\"0\",\"mode\":\"idle\"},\"value\":[1,\"5\"]}]}}"
            + " | the server answered with a vector instead of a matrix",
        "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":"
            + "\"node_load1\"},\"values\":[]}]}}"
            + " | the server answered with a series without a sample: node_load1",
        "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse\\nerror\"}"
            + " | the server refused the query: parse error",
        "<!DOCTYPE html><html>Sign in</html> | the answer is HTML or XML, not metrics",
        "node_load1 1 | the answer is not that of a Prometheus server: no JSON",
        "{\"status\":\"success\"} | the answer is not that of a Prometheus server: no result",
        "[] | the answer is not that of a Prometheus server: no result",
      })
  void anotherAnswerIsRefused(String answer, String reason) {
    assertThatThrownBy(() -> MatrixAnswer.parse(answer))
        .isInstanceOf(IOException.class)
        .hasMessage(reason);
  }

  @Test
  void anEmptyValueIsNoNumber() throws Exception {
    assertThat(MatrixAnswer.parse(ANSWER.replace("2.5", "")).get(0).sample().value()).isNaN();
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
