package io.brokerbench.find;

import java.util.Locale;

/** What a broker can run short of; its use is a share from 0 to 1 of what there is. */
public enum Resource {
  /** Processor time, of all processors. */
  CPU,
  /** Processor time spent waiting for the disk, of all processors. */
  IOWAIT,
  /** Memory. */
  MEMORY,
  /** Time in garbage collection, of the measured time. */
  GC,
  /** The disk's busy time. */
  DISK,
  /** Bandwidth of the network. */
  NETWORK;

  /** Its name in files and for people. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
