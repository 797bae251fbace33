package io.brokerbench.rabbitmq.inspect;

import io.brokerbench.rabbitmq.connect.QueueType;
import io.brokerbench.rabbitmq.connect.Queues;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.results.Promise;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load.SendMode;

/** The promise of a confirm or a commit, by queue type and release of the brokers. */
public final class RabbitMqPromises {

  /** From this release on, confirms of classic queues do not wait for the disk. */
  private static final int CLASSIC_WITHOUT_FSYNC = 4;

  /** So it is before that release with this version of a classic queue, in 3.13 for example. */
  private static final String QUEUE_VERSION = "x-queue-version";

  private static final long VERSION_WITHOUT_FSYNC = 2;

  private static final int MIRRORS = 2;

  /** While the node of a classic queue is down, its messages are unroutable. */
  private static final String UNROUTABLE =
      ", or unroutable and dropped (rabbitmq.mandatory=true returns such messages)";

  private static final Promise NOTHING =
      new Promise(false, false, 0, "no confirms: nothing is promised");

  private RabbitMqPromises() {}

  /** The promise if a queue existed and the user may not verify its type and durability. */
  public static Promise unverified(RabbitMqOptions options) {
    if (withoutConfirms(options)) {
      return NOTHING;
    }
    return delivered(
        options,
        new Promise(
            true,
            false,
            1,
            Text.of(
                "%s by a queue that existed: its type, durability and copies are unknown, because %s",
                answer(options),
                options.consumers().useExisting()
                    ? "it is used as it is"
                    : Text.of("user %s may not configure it", options.access().user()))));
  }

  /**
   * The promise of an acknowledgement.
   *
   * @param copiesKnown whether the number of copies is known to be that of the settings
   */
  public static Promise of(RabbitMqOptions options, int majorRelease, boolean copiesKnown) {
    return withoutConfirms(options)
        ? NOTHING
        : delivered(options, stored(options, majorRelease, copiesKnown));
  }

  /**
   * Whether the brokers confirm and drop messages for a queue whose node is down: other nodes
   * accept them, and find no queue.
   *
   * @param nodes of the cluster
   */
  public static boolean dropsWhileDown(RabbitMqOptions options, int nodes) {
    return nodes > 1 && options.queues().type() == QueueType.CLASSIC && !options.mandatory();
  }

  /** The promise with what becomes of a message that is stored. */
  private static Promise delivered(RabbitMqOptions options, Promise stored) {
    String loss = loss(options);
    return loss.isEmpty()
        ? stored
        : new Promise(
            true,
            stored.onDisk(),
            stored.copies(),
            stored.inProcessMemory(),
            false,
            true,
            stored.text() + loss);
  }

  /** How a stored message may be lost by the settings; empty if it may not. */
  private static String loss(RabbitMqOptions options) {
    if (options.consumers().autoAck()) {
      return "; delivered at most once (rabbitmq.ack=auto)";
    }
    return options.queues().drops() ? "; then dropped if the queue's arguments say so" : "";
  }

  private static Promise stored(RabbitMqOptions options, int majorRelease, boolean copiesKnown) {
    String answer = answer(options);
    Queues queues = options.queues();
    boolean fsync =
        options.persistent()
            && majorRelease < CLASSIC_WITHOUT_FSYNC
            && !Long.valueOf(VERSION_WITHOUT_FSYNC).equals(queues.arguments().get(QUEUE_VERSION));
    int majority = queues.members() / 2 + 1;
    String members =
        copiesKnown
            ? Text.of("%d of %d members", majority, queues.members())
            : "a majority of its members, however many the cluster has room for";
    return switch (queues.type()) {
      case CLASSIC ->
          new Promise(
              true,
              fsync,
              1,
              Text.of(
                  "%s, classic queue: %s%s",
                  answer,
                  fsync ? "on the disk of its node" : "in its node's memory",
                  options.mandatory() ? "" : UNROUTABLE));
      case MIRRORED ->
          new Promise(
              true,
              fsync,
              copiesKnown ? MIRRORS : 1,
              Text.of(
                  "%s, mirrored queue: %s of each mirror in sync%s",
                  answer,
                  fsync ? "on the disk" : "in the memory",
                  copiesKnown
                      ? ""
                      : ", if there is any: the policy is not set by brokerbench and not read"));
      case QUORUM ->
          new Promise(
              true,
              true,
              copiesKnown ? majority : 1,
              Text.of("%s, quorum queue: on the disk of %s", answer, members));
      case STREAM ->
          new Promise(
              true,
              false,
              copiesKnown ? majority : 1,
              Text.of("%s, stream: written, not forced, by %s", answer, members));
    };
  }

  private static boolean withoutConfirms(RabbitMqOptions options) {
    return options.mode() == SendMode.ONEWAY && !options.transactions();
  }

  private static String answer(RabbitMqOptions options) {
    return options.transactions() ? "tx.commit-ok" : "basic.ack";
  }
}
