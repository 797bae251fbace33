package io.brokerbench.driver;

import io.brokerbench.units.Text;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A role that a node has until brokers give it to another one.
 *
 * @param queue number of the queue, from 0; 0 for roles that are not of a queue
 */
public record NodeRole(Kind kind, int queue) {

  public enum Kind {
    /** Of a broker that accepts messages. */
    MASTER,
    /** Of a broker that copies a master. */
    SLAVE,
    /** Of the node through which all messages of a queue go. */
    QUEUE_LEADER,
    /** Of a node with a copy of a queue that another node leads. */
    QUEUE_FOLLOWER,
    /** Of the controller that appoints masters. */
    CONTROLLER_LEADER
  }

  /** A broker that accepts messages. */
  public static final NodeRole MASTER = new NodeRole(Kind.MASTER, 0);

  /** A broker that copies a master. */
  public static final NodeRole SLAVE = new NodeRole(Kind.SLAVE, 0);

  /** The controller that appoints masters. */
  public static final NodeRole CONTROLLER_LEADER = new NodeRole(Kind.CONTROLLER_LEADER, 0);

  private static final Pattern OF_QUEUE =
      Pattern.compile("(leader|follower) of queue (0|[1-9]\\d{0,8})");

  /** The role of the node through which all messages of a queue go. */
  public static NodeRole leaderOf(int queue) {
    return new NodeRole(Kind.QUEUE_LEADER, queue);
  }

  /** The role of a node with a copy of a queue that another node leads. */
  public static NodeRole followerOf(int queue) {
    return new NodeRole(Kind.QUEUE_FOLLOWER, queue);
  }

  /** The role with this {@link #text}; empty if there is none. */
  public static Optional<NodeRole> parse(String text) {
    Matcher ofQueue = OF_QUEUE.matcher(text);
    if (ofQueue.matches()) {
      int queue = Integer.parseInt(ofQueue.group(2));
      return Optional.of(ofQueue.group(1).equals("leader") ? leaderOf(queue) : followerOf(queue));
    }
    return Stream.of(MASTER, SLAVE, CONTROLLER_LEADER)
        .filter(role -> role.text().equals(text))
        .findFirst();
  }

  /** Whether the role is that of a node for a queue. */
  public boolean isOfQueue() {
    return kind == Kind.QUEUE_LEADER || kind == Kind.QUEUE_FOLLOWER;
  }

  /** Whether several nodes may have the role at once. */
  public boolean isShared() {
    return kind == Kind.SLAVE || kind == Kind.QUEUE_FOLLOWER;
  }

  /** The notation in settings and results: {@code master}, {@code leader of queue 3}. */
  public String text() {
    return switch (kind) {
      case MASTER -> "master";
      case SLAVE -> "slave";
      case QUEUE_LEADER -> Text.of("leader of queue %d", queue);
      case QUEUE_FOLLOWER -> Text.of("follower of queue %d", queue);
      case CONTROLLER_LEADER -> "controller leader";
    };
  }
}
