package io.brokerbench.rabbitmq;

import java.util.Map;
import java.util.TreeMap;

/** Kind of the queues. */
enum QueueType {
  CLASSIC,
  /** Classic, with a mirror by policy. */
  MIRRORED,
  QUORUM,
  STREAM;

  /** Begins the names of queues that the policy of our clusters mirrors. */
  static final String MIRRORED_PREFIX = "mirrored.";

  /** What a queue is declared with. */
  Map<String, Object> arguments(int members) {
    Map<String, Object> arguments = new TreeMap<>();
    switch (this) {
      case CLASSIC, MIRRORED -> arguments.put("x-queue-type", "classic");
      case QUORUM -> {
        arguments.put("x-queue-type", "quorum");
        arguments.put("x-quorum-initial-group-size", members);
      }
      case STREAM -> {
        arguments.put("x-queue-type", "stream");
        arguments.put("x-initial-cluster-size", members);
      }
    }
    return arguments;
  }

  /** Whether it has members, each on a node of its own. */
  boolean hasMembers() {
    return this == QUORUM || this == STREAM;
  }
}
