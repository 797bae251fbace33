package io.brokerbench.rabbitmq.connect;

import java.util.Map;
import java.util.TreeMap;

/** Type of the queues. */
public enum QueueType {
  CLASSIC,
  /** Classic queues with a mirror, by policy. */
  MIRRORED,
  QUORUM,
  STREAM;

  /** Name prefix of the queues that the policy of clusters started by brokerbench mirrors. */
  static final String MIRRORED_PREFIX = "mirrored.";

  /** Arguments of the queue declaration. */
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

  /** Whether a queue has members, each on a separate node. */
  public boolean hasMembers() {
    return this == QUORUM || this == STREAM;
  }
}
