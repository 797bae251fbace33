package io.brokerbench.run;

import io.brokerbench.record.CheckBook;
import io.brokerbench.record.Fate;
import io.brokerbench.record.Outcome;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendBook;
import io.brokerbench.result.Transacted;
import io.brokerbench.workload.Workload;

/** Adds up how the transactions of a run ended. */
final class Transactions {

  private long committed;
  private long rolledBack;
  private long unknown;
  private long checkedCommitted;
  private long checkedRolledBack;
  private long abandoned;

  private Transactions() {}

  /** Of all whose half message was acknowledged; senders must be at rest. */
  static Transacted count(Workload workload, SendBook sent, CheckBook checks) {
    Transactions sums = new Transactions();
    for (int producer = 0; producer < sent.producers(); producer++) {
      for (long sequence = 0; sequence < sent.attempted(producer); sequence++) {
        if (sent.outcome(producer, sequence) == Outcome.ACKED) {
          sums.add(
              workload.transactions().fate(workload.seed(), producer, sequence),
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

  private void add(Fate fate, boolean resolved) {
    switch (fate.local()) {
      case COMMIT -> committed++;
      case ROLLBACK -> rolledBack++;
      case UNKNOWN -> {
        unknown++;
        if (fate.end() == Resolution.UNKNOWN) {
          abandoned++;
        } else if (resolved && fate.end() == Resolution.COMMIT) {
          checkedCommitted++;
        } else if (resolved) {
          checkedRolledBack++;
        }
      }
    }
  }
}
