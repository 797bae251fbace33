package io.brokerbench.results.tables;

/** A kind of messages in {@code audit.csv}, in its order. */
public enum AuditKind {
  /** Acknowledged and never received. */
  LOST("lost"),
  /** Not acknowledged, and received. */
  RECOVERED("recovered"),
  /** Without a known outcome, and never received. */
  INDETERMINATE("indeterminate"),
  /** Rejected, and received. */
  PHANTOM("phantom"),
  /** Received more than once without a redelivery. */
  DUPLICATED("duplicated"),
  /** Received with a wrong checksum. */
  CORRUPT("corrupt"),
  /** Received after a later message of the same queue. */
  REORDERED("reordered"),
  /** Received after a later message of the same sharding key. */
  REORDERED_IN_SHARD("reorderedInShard");

  private final String label;

  AuditKind(String label) {
    this.label = label;
  }

  /** Name in the file. */
  public String label() {
    return label;
  }
}
