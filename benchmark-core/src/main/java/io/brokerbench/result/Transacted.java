package io.brokerbench.result;

import io.brokerbench.record.CheckBook;

/**
 * What became of the transactions whose half message was acknowledged.
 *
 * @param committed by their local transaction
 * @param rolledBack by their local transaction
 * @param unknown when their local transaction had ended
 * @param checkedCommitted unknown ones that a check-back committed
 * @param checkedRolledBack unknown ones that a check-back rolled back
 * @param abandoned unknown ones of which no answer was ever to come
 * @param checks the check-backs
 */
public record Transacted(
    long committed,
    long rolledBack,
    long unknown,
    long checkedCommitted,
    long checkedRolledBack,
    long abandoned,
    CheckBook.Counts checks) {

  /** Unknown ones that the broker should have asked back, and did not. */
  public long unresolved() {
    return unknown - checkedCommitted - checkedRolledBack - abandoned;
  }
}
