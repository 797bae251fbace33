package io.brokerbench.cluster.rocketmq;

/** When a master acknowledges, seen from its slave. */
enum Replication {
  ASYNC,
  /** When the slave has the message. */
  SYNC,
  /** The role SYNC_MASTER and nothing else; from release 5 on it waits for nobody. */
  SYNC_ROLE
}
