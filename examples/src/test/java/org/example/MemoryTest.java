package org.example;

import static io.brokerbench.junit.BenchmarkAssertions.assertThatRun;
import static java.time.Duration.ofSeconds;

import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.junit.BrokerCluster;
import io.brokerbench.stored.StoredRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A benchmark without a broker: of the generator itself. */
@BrokerCluster(driver = "memory", settings = "output.directory=target/results")
final class MemoryTest {

  /** {@code -Dp99.limit=PT1M} is one minute, for a busy machine. */
  private static final Duration LIMIT = Duration.parse(System.getProperty("p99.limit", "PT5S"));

  @Test
  void nothingIsLost(BenchmarkCluster cluster) throws Exception {
    StoredRun run =
        cluster.producer().rate("1000/s").warmup(ofSeconds(0)).duration(ofSeconds(2)).run();
    assertThatRun(run).losesNothing().responseP99Below(LIMIT);
  }
}
