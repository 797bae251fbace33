package io.brokerbench.record;

/** The records of a run, apart by phase. Thread-safe. */
public final class PhasedRecords {

  private final Records warmup = new Records();
  private final Records measured = new Records();

  public Records of(Phase phase) {
    return switch (phase) {
      case WARMUP -> warmup;
      case MEASURED -> measured;
    };
  }

  /** Messages of all phases that were given to the client and have no outcome yet. */
  public long inFlight() {
    return warmup.ledger().counts().inFlight() + measured.ledger().counts().inFlight();
  }
}
