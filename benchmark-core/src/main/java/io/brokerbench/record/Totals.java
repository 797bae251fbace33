package io.brokerbench.record;

/**
 * All counts of a run at one moment, both phases together.
 *
 * @param sends counts of the senders
 * @param receipts counts of the consumers, all groups together
 * @param checks counts of the transactions
 */
public record Totals(Ledger.Counts sends, Receipts.Counts receipts, CheckBackBook.Counts checks) {

  public static final Totals NONE =
      new Totals(Ledger.Counts.NONE, Receipts.Counts.NONE, CheckBackBook.Counts.NONE);
}
