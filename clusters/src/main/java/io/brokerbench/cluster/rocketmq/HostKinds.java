package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.ContainerOptions;
import io.brokerbench.cluster.HostKeys;
import java.util.List;
import java.util.stream.Stream;

/** Which settings of {@code rocketmq.yaml} are for which host. */
final class HostKinds {

  static final HostKeys PROCESS =
      new HostKeys("process", List.of("cluster.data-directory", "cluster.java"));

  static final HostKeys CONTAINER =
      new HostKeys(
          "container",
          Stream.concat(
                  ContainerOptions.KEYS.stream(),
                  Stream.of("cluster.container.replication-delay", "cluster.container.proxy-image"))
              .toList());

  static final HostKeys EXTERNAL =
      new HostKeys("external", List.of("cluster.addresses", "cluster.proxy-addresses"));

  static final List<HostKeys> ALL = List.of(PROCESS, CONTAINER, EXTERNAL);

  private HostKinds() {}
}
