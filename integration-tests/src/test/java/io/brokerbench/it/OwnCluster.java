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

  static Cluster start(Path directory, String... assignments) throws Exception {
    SettingsReader reader = Workload.reference();
    reader.assign("cluster.data-directory=" + directory);
    Path javaHome = Path.of(System.getProperty("java.home"));
    SmallCluster.settings(javaHome, assignments).forEach(reader::assign);
    Stream.of(assignments).forEach(reader::assign);
    return Experiment.check(reader, "test").cluster().start(step -> {});
  }
}
