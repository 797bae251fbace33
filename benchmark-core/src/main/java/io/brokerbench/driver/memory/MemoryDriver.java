package io.brokerbench.driver.memory;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.workload.Workload;
import java.util.function.Consumer;

/** Connects to a broker of its own in this process. */
record MemoryDriver(Workload workload, MemoryScript script) implements Driver {

  @Override
  public Session connect(Cluster cluster, Seat seat, Consumer<String> progress) {
    return new MemoryBroker(Clock.system(), script).session(workload);
  }

  @Override
  public boolean reachesOneCluster() {
    return false;
  }
}
