package io.brokerbench.cluster;

/** When a broker acknowledges, seen from its disk. */
enum Flush {
  ASYNC,
  SYNC
}
