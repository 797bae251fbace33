package io.brokerbench.rabbitmq;

import io.brokerbench.driver.Promise;
import io.brokerbench.workload.Load.SendMode;

/** What a confirm or a commit means, by the kind of queue and the brokers' release. */
final class Promises {

  /** Of classic queues, confirms wait for the disk before this release only. */
  private static final int CLASSIC_WITHOUT_FSYNC = 4;

  private static final int MIRRORS = 2;

  private Promises() {}

  static Promise of(RabbitMqOptions options, int majorRelease) {
    if (options.mode() == SendMode.ONEWAY && !options.transactions()) {
      return new Promise(false, false, 0, "no confirms: nothing is promised");
    }
    String answer = options.transactions() ? "tx.commit-ok" : "basic.ack";
    Queues queues = options.queues();
    boolean fsync = options.persistent() && majorRelease < CLASSIC_WITHOUT_FSYNC;
    int majority = queues.members() / 2 + 1;
    return switch (queues.type()) {
      case CLASSIC ->
          new Promise(
              true,
              fsync,
              1,
              "%s, classic queue: %s"
                  .formatted(answer, fsync ? "on the disk of its node" : "in its node's memory"));
      case MIRRORED ->
          new Promise(
              true,
              fsync,
              MIRRORS,
              "%s, mirrored queue: %s of each mirror in sync"
                  .formatted(answer, fsync ? "on the disk" : "in the memory"));
      case QUORUM ->
          new Promise(
              true,
              true,
              majority,
              "%s, quorum queue: on the disk of %d of %d members"
                  .formatted(answer, majority, queues.members()));
      case STREAM ->
          new Promise(
              true,
              false,
              majority,
              "%s, stream: written, not forced, by %d of %d members"
                  .formatted(answer, majority, queues.members()));
    };
  }
}
