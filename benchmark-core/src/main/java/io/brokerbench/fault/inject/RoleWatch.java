package io.brokerbench.fault.inject;

import io.brokerbench.driver.NodeRole;
import io.brokerbench.units.Text;
import java.util.Optional;

/** Notices when another node has a role; each call may take seconds. For one thread. */
final class RoleWatch {

  private final FaultTargets targets;
  private final NodeRole role;
  private Optional<String> node;

  /** Asks for the node that has the role now. */
  RoleWatch(FaultTargets targets, NodeRole role) {
    this.targets = targets;
    this.role = role;
    this.node = targets.nodeInRole(role);
  }

  /** Whether the brokers have this role and report it. */
  boolean isUseful() {
    return node.isPresent();
  }

  /** The event of another node in the role since the last call. */
  Optional<String> change() {
    Optional<String> current = targets.nodeInRole(role);
    if (current.isEmpty() || current.equals(node)) {
      return Optional.empty();
    }
    node = current;
    return current.map(name -> Text.of("the brokers report %s as %s", name, role.text()));
  }
}
