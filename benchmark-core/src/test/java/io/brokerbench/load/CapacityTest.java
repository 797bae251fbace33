package io.brokerbench.load;

import static io.brokerbench.load.LoadFixture.MILLI;
import static io.brokerbench.load.LoadFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.results.Metric;
import io.brokerbench.workload.TestWorkload;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A broker of known capacity, as an open loop sees it; in exact numbers. */
final class CapacityTest {

  private final MemoryScript broker = MemoryScript.honest().withServiceRate(2000);

  private static LoadFixture load(String rate) {
    return new LoadFixture(
        new ManualClock(),
        TestWorkload.of("load.rate=" + rate, "load.spin=0", "load.settle=1h"),
        10 * SECOND);
  }

  @Test
  void belowItsCapacityEveryMessageTakesItsServiceTimeAndNoMore() throws Exception {
    LoadFixture load = load("1000/s");
    load.send(broker);
    assertThat(load.counts().ackedOnTime()).isEqualTo(10_000);
    assertThat(load.latencies(Metric.RESPONSE).getCountAtValue(MILLI / 2)).isEqualTo(10_000);
  }

  @Test
  void aboveItsCapacityItGivesItsCapacityAndTheRestPilesUp() throws Exception {
    LoadFixture load = load("2500/s");
    load.send(broker);
    assertThat(load.counts().ackedOnTime()).isBetween(19_999L, 20_000L);
    assertThat(load.counts().ackedCount()).isEqualTo(25_000);
    // Each waits a tenth of a millisecond longer than the one before.
    Histogram response = load.latencies(Metric.RESPONSE);
    assertThat(response.getCountBetweenValues(0, 100 * MILLI)).isEqualTo(996);
    assertThat(response.getCountBetweenValues(1250 * MILLI, SECOND * 3))
        .isBetween(12_490L, 12_510L);
  }
}
