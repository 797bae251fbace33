package io.brokerbench.it;

import io.brokerbench.driver.Cluster;
import io.brokerbench.run.Experiment;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A cluster that the test started, and that is somebody else's to the benchmark. */
final class OwnCluster {

  private OwnCluster() {}

  /** Of processes that keep their data below a directory. */
  static Cluster start(Path directory, String... assignments) throws Exception {
    return start(
        Stream.concat(
                Stream.of("cluster.data-directory=" + directory, "cluster.heap=256m"),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  /** As the settings have it. */
  static Cluster start(String... assignments) throws Exception {
    SettingsReader reader = Workload.reference();
    Stream.of(assignments).forEach(reader::assign);
    return Experiment.check(reader, "test").cluster().start(step -> {});
  }
}
