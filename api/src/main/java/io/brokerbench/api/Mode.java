package io.brokerbench.api;

/** When a broker acknowledges a message, with regard to its disk or its replicas. */
public enum Mode {
  /** The driver's default. */
  DEFAULT,
  /** Before the message is on the disk, or on a replica. */
  ASYNC,
  /** After the message is on the disk, or on a replica. */
  SYNC,
  /** Replication only: RocketMQ's role SYNC_MASTER, which from release 5 on does not wait. */
  SYNC_ROLE
}
