package io.brokerbench.load;

import static io.brokerbench.load.LoadFixture.MILLI;
import static io.brokerbench.load.LoadFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.driver.memory.MemoryScript.Stall;
import io.brokerbench.results.Metric;
import io.brokerbench.workload.TestWorkload;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The truth that the whole tool is for, in exact numbers. */
final class StallTest {

  private static final long STALL_MILLIS = 200;

  private final MemoryScript stalling =
      MemoryScript.honest().withStalls(List.of(new Stall(SECOND, STALL_MILLIS * MILLI)));

  @Test
  void stallShowsInResponseTimeNotInServiceTime() throws Exception {
    LoadFixture load =
        new LoadFixture(
            new ManualClock(), TestWorkload.of("load.rate=1000/s", "load.spin=0"), 3 * SECOND);
    load.send(stalling);

    assertThat(load.counts().ackedCount()).isEqualTo(3000);
    Histogram response = load.latencies(Metric.RESPONSE);
    Histogram lag = load.latencies(Metric.LAG);
    Histogram service = load.latencies(Metric.SERVICE);
    assertThat(response.getTotalCount()).isEqualTo(3000);
    // The one that met the stall waits for its whole length, the next one began 1 ms later, ...
    for (long millis = 1; millis <= STALL_MILLIS; millis++) {
      assertThat(response.getCountAtValue(millis * MILLI)).as("%d ms", millis).isEqualTo(1);
    }
    assertThat(response.getCountAtValue(0)).isEqualTo(3000 - STALL_MILLIS);
    // All but the first of them left late, and were served at once.
    assertThat(lag.getCountBetweenValues(MILLI / 2, SECOND)).isEqualTo(STALL_MILLIS - 1);
    assertThat(service.getCountAtValue(0)).isEqualTo(2999);
    assertThat(service.getCountAtValue(STALL_MILLIS * MILLI)).isEqualTo(1);
  }

  @Test
  void closedLoopMissesTheStallButForOneMessage() throws Exception {
    LoadFixture load =
        new LoadFixture(new ManualClock(), TestWorkload.of("load.threads=1"), 3 * SECOND);
    load.send(stalling.withServiceNanos(i -> MILLI));

    Histogram service = load.latencies(Metric.SERVICE);
    assertThat(load.counts().ackedCount()).isEqualTo(2800);
    assertThat(service.getCountBetweenValues(2 * MILLI, SECOND)).isEqualTo(1);
    assertThat(service.getCountAtValue((STALL_MILLIS + 1) * MILLI)).isEqualTo(1);
    assertThat(service.getCountAtValue(MILLI)).isEqualTo(2799);
    // It has no intended time, so it must not claim to know what a user waits.
    assertThat(load.latencies(Metric.RESPONSE).getTotalCount()).isZero();
    assertThat(load.latencies(Metric.LAG).getTotalCount()).isZero();
  }

  @Test
  void debtOfAStallAtTheEndIsSentWithinTheSettleTime() throws Exception {
    LoadFixture load = stalledAtTheEnd("load.settle=1s");
    assertThat(load.counts().attempted()).isEqualTo(2000);
    assertThat(load.counts().ackedCount()).isEqualTo(2000);
    // Those that were due in the stall left after the end: the rate was not achieved.
    assertThat(load.counts().onTime()).isEqualTo(1901);
    Histogram response = load.latencies(Metric.RESPONSE);
    assertThat(response.getCountBetweenValues(900 * MILLI, 2 * SECOND)).isEqualTo(100);
  }

  @Test
  void debtIsGivenUpAfterTheSettleTimeAndMissesInTheCount() throws Exception {
    LoadFixture load = stalledAtTheEnd("load.settle=500ms");
    assertThat(load.counts().attempted()).isEqualTo(1901);
    assertThat(load.counts().ackedCount()).isEqualTo(1901);
    assertThat(load.timeline.stopped()).isFalse();
  }

  /** A second's stall that begins 100 ms before the end. */
  private static LoadFixture stalledAtTheEnd(String settle) throws Exception {
    LoadFixture load =
        new LoadFixture(
            new ManualClock(),
            TestWorkload.of("load.rate=1000/s", "load.spin=0", settle),
            2 * SECOND);
    load.send(
        MemoryScript.honest().withStalls(List.of(new Stall(2 * SECOND - 100 * MILLI, SECOND))));
    return load;
  }

  @Test
  void aBrokerTooSlowLeavesDebtThatGrows() throws Exception {
    LoadFixture load =
        new LoadFixture(
            new ManualClock(),
            TestWorkload.of("load.rate=1000/s", "load.spin=0", "load.settle=0"),
            SECOND);
    load.send(MemoryScript.honest().withServiceNanos(i -> 2 * MILLI));
    assertThat(load.counts().onTime()).isEqualTo(500);
    assertThat(load.latencies(Metric.LAG).getMaxValue())
        .isCloseTo(500 * MILLI, withinPercentage(1));
    assertThat(load.latencies(Metric.SERVICE).getMaxValue())
        .isCloseTo(2 * MILLI, withinPercentage(1));
  }
}
