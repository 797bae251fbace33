package io.brokerbench.measurement;

import io.brokerbench.record.CheckBackBook;

/**
 * Results of the transactions whose half message was acknowledged.
 *
 * @param committed committed by their local transaction
 * @param rolledBack rolled back by their local transaction
 * @param unknown unknown at the end of their local transaction
 * @param checkedCommitted unknown ones that a check-back committed
 * @param checkedRolledBack unknown ones that a check-back rolled back
 * @param abandoned unknown ones that the producer never resolves
 * @param checks counts of the check-backs
 */
public record Transacted(
    long committed,
    long rolledBack,
    long unknown,
    long checkedCommitted,
    long checkedRolledBack,
    long abandoned,
    CheckBackBook.Counts checks) {

  /** Unknown ones for which the broker should have sent a check-back, but did not. */
  public long unresolved() {
    return unknown - checkedCommitted - checkedRolledBack - abandoned;
  }
}
