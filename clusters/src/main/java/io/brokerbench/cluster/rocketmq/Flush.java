package io.brokerbench.cluster.rocketmq;

/** When a broker acknowledges, seen from its disk. */
enum Flush {
  ASYNC,
  SYNC
}
