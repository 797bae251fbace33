package io.brokerbench.fault;

import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fault that a run injects into its cluster: the settings below {@code faults}. Immutable.
 *
 * @param action what is done
 * @param target a node's name, a role in the notation of {@link NodeRole}, or a command
 * @param with a node or a role likewise, which is cut off together with the target; empty for none
 * @param at earliest time after the start of the measured time
 * @param latest latest time; the fault is injected at a random moment between both, uniformly
 * @param length time from then on until the fault is undone: until the node is started again or
 *     resumed; empty for never, and for a command
 */
public record PlannedFault(
    Action action,
    String target,
    String with,
    Duration at,
    Duration latest,
    Optional<Duration> length) {

  /** Key of what is cut off together with the target. */
  static final String WITH = "with";

  /** What a fault does to a node. */
  public enum Action {
    /** SIGKILL. */
    KILL("restart"),
    /** SIGTERM. */
    STOP("restart"),
    /** SIGSTOP: connections stay open. */
    PAUSE("for"),
    /** A file that fills the file system of its messages. */
    FILL_DISK(Impairment.FILL_DISK),
    /** A limit of its write operations. */
    SLOW_DISK(Impairment.SLOW_DISK),
    /** No packets between it and other nodes; clients reach it. */
    PARTITION(Impairment.PARTITION),
    /** No packets between it and anything else. */
    ISOLATE(Impairment.ISOLATE),
    /** What its master sends to it comes late. */
    DELAY(Impairment.DELAY),
    /** A command on this machine. */
    RUN("");

    private final String undoneBy;
    private final @Nullable Impairment impairment;

    Action(String undoneBy) {
      this.undoneBy = undoneBy;
      this.impairment = null;
    }

    Action(Impairment impairment) {
      this.undoneBy = "for";
      this.impairment = impairment;
    }

    /** What is done to a node and undone; empty for what ends or suspends it, and for commands. */
    public Optional<Impairment> impairment() {
      return Optional.ofNullable(impairment);
    }

    /** Word of the settings: {@code kill}. */
    String word() {
      return Text.notation(this);
    }

    /**
     * Key of the time after which it is undone: {@code restart}, {@code for}; empty if it is not.
     */
    String undoneBy() {
      return undoneBy;
    }
  }

  /** A fault of one node at a fixed time. */
  public PlannedFault(Action action, String target, Duration at, Optional<Duration> length) {
    this(action, target, "", at, at, length);
  }

  /** The target, and what is cut off together with it. */
  public List<String> targets() {
    return with.isEmpty() ? List.of(target) : List.of(target, with);
  }

  /** Whether its time may include the start of a later fault; commands hit no node. */
  boolean overlaps(PlannedFault later) {
    return action != Action.RUN
        && later.action != Action.RUN
        && length.map(time -> latest.plus(time).compareTo(later.at) >= 0).orElse(true);
  }

  /** The role that the target is, unless a node has that name; empty if it is none. */
  public Optional<NodeRole> role() {
    return action == Action.RUN ? Optional.empty() : NodeRole.parse(target);
  }

  /** Action and targets: {@code kill master}, {@code partition master with namesrv}. */
  public String text() {
    return action.word() + " " + String.join(" " + WITH + " ", targets());
  }
}
