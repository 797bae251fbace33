package org.example;

import static io.brokerbench.junit.BenchmarkAssertions.assertThatRuns;
import static java.time.Duration.ofSeconds;

import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.junit.Baseline;
import io.brokerbench.junit.BrokerCluster;
import io.brokerbench.stored.RunSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Five runs against five stored ones, of a broker in memory with an artificial limit. */
final class RegressionTest {

  private static final Path BASELINE = Path.of("target", "baseline");
  private static final Path RESULTS = Path.of("target", "results");

  @Test
  @BrokerCluster(driver = "memory")
  void theBrokerIsNotSlowerThanBefore(BenchmarkCluster cluster) throws Exception {
    if (Files.notExists(BASELINE)) {
      runs(cluster, BASELINE, 5);
    }
    RunSet now = runs(cluster, RESULTS, Integer.getInteger("runs", 5));
    assertThatRuns(now).areNotSlowerThan(Baseline.in(BASELINE, RunFigure.RATE).within(0.2));
  }

  private static RunSet runs(BenchmarkCluster cluster, Path output, int number) throws Exception {
    return cluster
        .producer()
        .threads(1)
        .warmup(ofSeconds(0))
        .duration(ofSeconds(1))
        .set("memory.service-rate", System.getProperty("broker.rate", "1000/s"))
        .output(output)
        .repeat(number);
  }
}
