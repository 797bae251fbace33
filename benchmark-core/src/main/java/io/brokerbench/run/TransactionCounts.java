package io.brokerbench.run;

import io.brokerbench.measurement.Transacted;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.workload.Workload;

/** Counts the transactions of a run by their end. */
final class TransactionCounts {

  private long committed;
  private long rolledBack;
  private long unknown;
  private long checkedCommitted;
  private long checkedRolledBack;
  private long abandoned;

  private TransactionCounts() {}

  /** Counts all transactions whose half message was acknowledged; senders must have stopped. */
  static Transacted count(Workload workload, SendBook sent, CheckBackBook checks) {
    TransactionCounts sums = new TransactionCounts();
    for (int producer = 0; producer < sent.producers(); producer++) {
      for (long sequence = 0; sequence < sent.attempted(producer); sequence++) {
        if (sent.outcome(producer, sequence) == SendOutcome.ACKED) {
          sums.add(
              workload.transactions().outcome(workload.seed(), producer, sequence),
              checks.isResolved(producer, sequence));
        }
      }
    }
    return new Transacted(
        sums.committed,
        sums.rolledBack,
        sums.unknown,
        sums.checkedCommitted,
        sums.checkedRolledBack,
        sums.abandoned,
        checks.counts());
  }

  private void add(TransactionOutcome outcome, boolean resolved) {
    switch (outcome.local()) {
      case COMMIT -> committed++;
      case ROLLBACK -> rolledBack++;
      case UNKNOWN -> {
        unknown++;
        if (outcome.end() == Resolution.UNKNOWN) {
          abandoned++;
        } else if (resolved && outcome.end() == Resolution.COMMIT) {
          checkedCommitted++;
        } else if (resolved) {
          checkedRolledBack++;
        }
      }
    }
  }
}
