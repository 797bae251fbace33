package io.brokerbench.fault.inject;

import io.brokerbench.driver.NodeRole;
import io.brokerbench.units.Text;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Notices when another node has a role, as brokers or clients see it; each call may take seconds.
 * For one thread.
 */
final class RoleWatch {

  /** Who states which node has a role. */
  enum Observer {
    BROKERS("the brokers report"),
    SENDERS("the sending clients know");

    private final String words;

    Observer(String words) {
      this.words = words;
    }

    private Optional<String> node(FaultTargets targets, NodeRole role) {
      return this == BROKERS ? targets.nodeInRole(role) : targets.nodeKnownToSenders(role);
    }
  }

  private final FaultTargets targets;
  private final NodeRole role;
  private final Observer observer;
  private Optional<String> node;

  /** Asks for the node that has the role now. */
  RoleWatch(FaultTargets targets, NodeRole role, Observer observer) {
    this.targets = targets;
    this.role = role;
    this.observer = observer;
    this.node = observer.node(targets, role);
  }

  /** Whether the role exists and the observer states which node has it. */
  boolean isUseful() {
    return node.isPresent();
  }

  /**
   * Follows the role before the first fault, whose event another node is not.
   *
   * @param before whether no fault has begun; if one begins before the answer, {@link #change}
   *     returns the event
   */
  void follow(BooleanSupplier before) {
    Optional<String> current = observer.node(targets, role);
    if (current.isPresent() && before.getAsBoolean()) {
      node = current;
    }
  }

  /** The event of another node in the role since the last call. */
  Optional<String> change() {
    Optional<String> current = observer.node(targets, role);
    if (current.isEmpty() || current.equals(node)) {
      return Optional.empty();
    }
    node = current;
    return current.map(name -> Text.of("%s %s as %s", observer.words, name, role.text()));
  }
}
