package io.brokerbench.cluster.rocketmq;

/** When a master acknowledges a message in relation to its slave. */
enum Replication {
  ASYNC,
  /** After the slave has received the message. */
  SYNC,
  /** The role SYNC_MASTER alone, which from release 5 on does not wait for the slave. */
  SYNC_ROLE
}
