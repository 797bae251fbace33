package io.brokerbench.cluster.mqtt;

/** Where sessions and their messages are. */
enum Persistence {
  IN_MEMORY,
  FILE
}
