package io.brokerbench.bound;

import java.util.Locale;

/** A resource that limits a broker; its utilization is a share from 0 to 1. */
public enum Resource {
  /** Busy time of all processors. */
  CPU,
  /** Share of the time of all processors spent waiting for the disk. */
  IOWAIT,
  /** Memory. */
  MEMORY,
  /** Share of the measured time spent in garbage collection pauses. */
  GC,
  /** The disk's busy time. */
  DISK,
  /** Bandwidth of the network card. */
  NETWORK;

  /** The name in files and for display. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name with that of a node, unless that is empty: {@code cpu of broker-a}. */
  public String of(String node) {
    return node.isEmpty() ? key() : key() + " of " + node;
  }
}
