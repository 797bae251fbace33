package org.example;

import static io.brokerbench.api.Mode.SYNC;
import static io.brokerbench.junit.BenchmarkAssertions.assertThatRun;
import static java.time.Duration.ofSeconds;

import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.junit.BrokerCluster;
import io.brokerbench.stored.StoredRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Benchmarks on a RocketMQ cluster, which is started once for all tests of the class. */
@BrokerCluster(
    flush = SYNC,
    replication = SYNC,
    settings = {"cluster.heap=256m", "output.directory=target/results"})
final class OrdersTest {

  /** {@code -Dp99.limit=PT1M} is one minute, for a busy machine. */
  private static final Duration LIMIT = Duration.parse(System.getProperty("p99.limit", "PT5S"));

  @Test
  void areAcknowledgedInTimeAndNotLost(BenchmarkCluster cluster) throws Exception {
    StoredRun run =
        cluster.producer().rate("200/s").warmup(ofSeconds(5)).duration(ofSeconds(10)).run();
    assertThatRun(run).losesNothing().responseP99Below(LIMIT);
  }
}
