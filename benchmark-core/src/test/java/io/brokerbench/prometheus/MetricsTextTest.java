package io.brokerbench.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MetricsTextTest {

  private static final String PAGE =
      """
      # TYPE rabbitmq_global_messages_routed_total counter
      rabbitmq_global_messages_routed_total{protocol="amqp091"} 1500
      rabbitmq_global_messages_routed_total{protocol="stream",note="a b} 7"} 5e2
      rabbitmq_queue_messages_ready 7
      rabbitmq_auth_attempts_total undefined
      latency_quantile NaN
      half_known{cpu="0"} 3
      half_known{cpu="1"} NaN
      endless{cpu="0"} 3
      endless{cpu="1"} +Inf
      broken{cpu="0"} 3
      broken{cpu="1} 4
      below_zero -2.5
      erlang:vm_time 3 1700000000000
      """;

  @Test
  void aMetricIsTheSumOfItsLabelsAndUnknownIfAnyIs() throws Exception {
    assertThat(MetricsText.sums(PAGE))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "rabbitmq_global_messages_routed_total", 2000.0,
                "rabbitmq_queue_messages_ready", 7.0,
                "below_zero", -2.5,
                "erlang:vm_time", 3.0));
  }

  @Test
  void labelsAreUnescaped() throws Exception {
    assertThat(MetricsText.parse("a{path=\"C:\\\\x\",note=\"say \\\"b\\\", {c}\",} 1\n"))
        .containsExactly(
            new MetricSample("a", Map.of("path", "C:\\x", "note", "say \"b\", {c}"), 1));
  }

  @Property
  void everyLabelIsReadBack(@ForAll @StringLength(max = 40) String value) throws IOException {
    assertReadBack(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C:\\new", "\\\\n", "a\\", "\"", "\n"})
  void escapesAreNotReadTwice(String value) throws Exception {
    assertReadBack(value);
  }

  @Test
  void aLabelMayBeLong() throws Exception {
    assertReadBack("x".repeat(1 << 20));
  }

  private static void assertReadBack(String value) throws IOException {
    String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    assertThat(MetricsText.parse("a{b=\"" + escaped + "\",c=\"d\"} 2\n"))
        .containsExactly(new MetricSample("a", Map.of("b", value, "c", "d"), 2));
  }

  /** A page that was cut off has a wrong number at its end, or lacks some. */
  @Property
  void aPageThatEndsInMidLineIsRefused(@ForAll @IntRange(min = 1, max = 400) int length)
      throws IOException {
    String cut = PAGE.substring(0, length);
    if (cut.endsWith("\n")) {
      assertThat(MetricsText.parse(PAGE)).containsAll(MetricsText.parse(cut));
    } else {
      assertThatThrownBy(() -> MetricsText.parse(cut))
          .hasMessage("the answer ends in the middle of a line");
    }
  }

  @Property
  void anyTextIsReadOrRefused(@ForAll String text, @ForAll @IntRange(max = 400) int at) {
    String damaged = PAGE.substring(0, at) + text + PAGE.substring(at);
    try {
      List<MetricSample> samples = MetricsText.parse(damaged);
      assertThat(samples).noneMatch(sample -> Double.isInfinite(sample.value()));
      assertThat(MetricsText.sums(damaged).values()).allMatch(Double::isFinite);
    } catch (IOException e) {
      assertThat(e.getMessage()).startsWith("the answer ").doesNotContain("\n");
    }
  }

  @Test
  void aPageForPeopleIsRefused() {
    assertThatThrownBy(() -> MetricsText.parse("\n <html>\nsign_in 1\n</html>\n"))
        .hasMessage("the answer is HTML or XML, not metrics");
  }
}
