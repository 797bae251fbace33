package io.brokerbench.console;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RepeatTableTest {

  private final RepeatTable table = new RepeatTable(Metric.RESPONSE);

  @Test
  void eachRunHasARowAndThoseThatAreNotInvalidAMedian() {
    ended(10_000, Status.VALID);
    ended(30_000, Status.INVALID);
    ended(20_000, Status.SUSPECT);
    assertThat(table.lines())
        .hasSize(6)
        .anyMatch(line -> line.matches("1 +1,000 +1.02 ms +1.02 ms +VALID +d10000"))
        .anyMatch(line -> line.matches("2 +3,000 .*INVALID +d30000"))
        .anyMatch(line -> line.matches("3 +2,000 .*SUSPECT +d20000"))
        .endsWith("median 1,500 msg/s, from 1,000 to 2,000, without INVALID runs");
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    ended(10_000, Status.VALID);
    ended(20_000, Status.VALID);
    assertThat(table.lines()).endsWith("median 1,500 msg/s, from 1,000 to 2,000");
  }

  @Test
  void ifAllAreInvalidTheMedianIsThatOfAll() {
    ended(10_000, Status.INVALID);
    ended(20_000, Status.INVALID);
    assertThat(table.lines()).endsWith("median 1,500 msg/s, from 1,000 to 2,000");
  }

  @Test
  void whereNothingIsAcknowledgedTheRateIsThatOfTheMessagesSent() {
    table.ended(
        new TestResult()
            .counts(counts(10_000, 0))
            .promise(false, 0)
            .result(new Verdict(Status.VALID, List.of())),
        Path.of("results/oneway"));
    assertThat(table.lines())
        .anyMatch(line -> line.matches("run +sent/s +p50 .*"))
        .anyMatch(line -> line.matches("1 +1,000 +.*oneway"))
        .endsWith("median 1,000 msg/s, from 1,000 to 1,000");
  }

  @Test
  void withoutARunThereIsNoMedian() {
    assertThat(table.lines()).noneMatch(line -> line.contains("median"));
  }

  private void ended(int messages, Status status) {
    table.ended(
        new TestResult().counts(counts(messages, messages)).result(new Verdict(status, List.of())),
        Path.of("results/d" + messages));
  }
}
