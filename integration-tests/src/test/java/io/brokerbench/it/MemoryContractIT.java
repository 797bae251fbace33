package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.results.Promise;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The driver {@code memory}, where each session is a broker of its own with a single topic. */
@Tag("default")
final class MemoryContractIT extends DriverContract {

  private static final String DRIVER = "driver=memory";

  MemoryContractIT() throws Exception {
    super(OwnCluster.start(DRIVER));
  }

  @Override
  Session open(Cluster cluster, String topic, String... assignments) throws Exception {
    return Sessions.own(
        cluster,
        Stream.concat(Stream.of(DRIVER, "load.threads=1"), Stream.of(assignments))
            .toArray(String[]::new));
  }

  @Override
  void assertAgree(Promise promise, Map<String, Object> facts) {
    assertThat(facts).containsEntry("kind", "in memory");
    assertThat(promise.onDisk()).isFalse();
    assertThat(promise.copies()).isEqualTo(1);
  }
}
