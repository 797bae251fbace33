package io.brokerbench.figures;

import io.brokerbench.units.Text;

/** A resource that limits a broker; its utilization is a share from 0 to 1. */
public enum Resource {
  CPU("Busy time of the processors"),
  IOWAIT("Time of the processors spent waiting for the disk"),
  MEMORY("Used memory"),
  GC("Time in pauses of the garbage collection"),
  DISK("Busy time of the disk"),
  NETWORK("Used bandwidth of the network card");

  private final String meaning;

  Resource(String meaning) {
    this.meaning = meaning;
  }

  /** What its utilization is, in one line without a full stop. */
  public String meaning() {
    return meaning;
  }

  /** The name in files and for display. */
  public String key() {
    return Text.notation(this);
  }

  /** The name with that of a node, unless that is empty: {@code cpu of broker-a}. */
  public String of(String node) {
    return node.isEmpty() ? key() : key() + " of " + node;
  }
}
