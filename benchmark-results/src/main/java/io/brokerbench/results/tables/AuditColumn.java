package io.brokerbench.results.tables;

/**
 * A column of {@code audit.csv}, in its order. The file has one row per range of consecutive
 * sequences of a producer; docs/metrics/audit.md explains it.
 */
public enum AuditColumn {
  /** {@link AuditKind} of the messages. */
  KIND("kind"),
  /** Number of the producer, from 0. */
  PRODUCER("producer"),
  /** First sequence of the range. */
  FIRST_SEQUENCE("firstSequence"),
  /** Last sequence of the range. */
  LAST_SEQUENCE("lastSequence"),
  /** Name of the consumer group; only in files of runs with several groups. */
  GROUP("group");

  /** Name of the file in a result directory. */
  public static final String FILE = "audit.csv";

  private final String label;

  AuditColumn(String label) {
    this.label = label;
  }

  /** Name in the header. */
  public String label() {
    return label;
  }
}
