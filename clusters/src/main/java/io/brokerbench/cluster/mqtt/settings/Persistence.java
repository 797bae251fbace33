package io.brokerbench.cluster.mqtt.settings;

/** The storage of sessions and their messages. */
public enum Persistence {
  IN_MEMORY,
  FILE
}
