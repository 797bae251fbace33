package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.ContainerOptions;
import io.brokerbench.cluster.HostKeys;
import java.util.List;

/** Which settings of {@code mqtt.yaml} are for which host. */
final class HostKinds {

  static final HostKeys PROCESS =
      new HostKeys("process", List.of("cluster.data-directory", "cluster.java"));

  static final HostKeys CONTAINER = new HostKeys("container", ContainerOptions.KEYS);

  static final HostKeys EXTERNAL =
      new HostKeys("external", List.of("cluster.addresses", "cluster.metrics-addresses"));

  static final List<HostKeys> ALL = List.of(PROCESS, CONTAINER, EXTERNAL);

  private HostKinds() {}
}
