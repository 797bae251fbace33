package org.example;

import static io.brokerbench.junit.BenchmarkAssertions.assertThatRuns;
import static java.time.Duration.ofSeconds;

import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.api.ClusterSetup;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.junit.Baseline;
import io.brokerbench.stored.RunSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Five runs against five stored ones, of RocketMQ in a container with a share of the processors.
 */
@EnabledIfSystemProperty(named = "broker.cpus", matches = ".+", disabledReason = "needs Docker")
final class LimitedBrokerTest {

  private static final Path BASELINE = Path.of("target", "limited-baseline");
  private static final Path RESULTS = Path.of("target", "limited-results");

  @Test
  void theBrokerIsNotSlowerThanBefore() throws Exception {
    try (BenchmarkCluster cluster = BenchmarkCluster.start(LimitedBrokerTest::limit)) {
      boolean first = Files.notExists(BASELINE);
      RunSet runs =
          cluster
              .producer()
              .threads(16)
              .warmup(ofSeconds(10))
              .duration(ofSeconds(5))
              .output(first ? BASELINE : RESULTS)
              .repeat(Integer.getInteger("runs", 5));
      if (!first) {
        assertThatRuns(runs).areNotSlowerThan(Baseline.in(BASELINE, RunFigure.RATE).within(0.2));
      }
    }
  }

  private static void limit(ClusterSetup setup) {
    setup
        .host("container")
        .topology("1m")
        .set("cluster.heap", "256m")
        .set("cluster.container.cpus", System.getProperty("broker.cpus"));
    String image = System.getProperty("broker.image");
    if (image != null) {
      setup.set("cluster.container.image", image);
    }
  }
}
