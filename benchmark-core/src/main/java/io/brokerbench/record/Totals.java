package io.brokerbench.record;

/**
 * All counts of a run at one moment, both phases together.
 *
 * @param sends of the senders
 * @param receipts of the consumers, all groups together
 * @param checks of the transactions
 */
public record Totals(Ledger.Counts sends, Receipts.Counts receipts, CheckBook.Counts checks) {

  /** Nothing happened yet. */
  public static final Totals NONE =
      new Totals(Ledger.Counts.NONE, Receipts.Counts.NONE, CheckBook.Counts.NONE);
}
