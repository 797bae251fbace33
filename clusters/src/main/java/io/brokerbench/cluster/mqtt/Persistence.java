package io.brokerbench.cluster.mqtt;

/** The storage of sessions and their messages. */
enum Persistence {
  IN_MEMORY,
  FILE
}
