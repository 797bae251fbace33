package io.brokerbench.cluster;

import io.brokerbench.cluster.node.PortRange;
import java.util.List;

/** The use of the consecutive ports of a cluster. */
public interface PortLayout {

  PortRange range();

  /** The ports that are used from outside the cluster. */
  List<Integer> ofClients();
}
