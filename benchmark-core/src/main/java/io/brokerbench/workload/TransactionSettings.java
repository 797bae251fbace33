package io.brokerbench.workload;

import io.brokerbench.record.MessageRandom;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.units.Text;

/**
 * Configuration of transactions. The shares of a send sum to at most 1, as do those of a
 * check-back; the rest is committed.
 *
 * @param enabled whether sends are transactions
 * @param sendRollback share of local transactions that roll back
 * @param sendUnknown share of local transactions that end unknown
 * @param checkRollback share of check-backs answered with rollback
 * @param checkUnknown share of check-backs answered with unknown
 * @param work simulated work of a local transaction
 */
public record TransactionSettings(
    boolean enabled,
    double sendRollback,
    double sendUnknown,
    double checkRollback,
    double checkUnknown,
    DrawnTime work) {

  static TransactionSettings read(Settings settings, MessageShape message, Load load) {
    TransactionSettings transactions =
        new TransactionSettings(
            settings.flag("transaction.enabled"),
            settings.ratio("transaction.send-rollback"),
            settings.ratio("transaction.send-unknown"),
            settings.ratio("transaction.check-rollback"),
            settings.ratio("transaction.check-unknown"),
            settings.parsed("transaction.work", DrawnTime::parse));
    sum(
        settings,
        "transaction.send-unknown",
        "transaction.send-rollback",
        transactions.sendRollback + transactions.sendUnknown);
    sum(
        settings,
        "transaction.check-unknown",
        "transaction.check-rollback",
        transactions.checkRollback + transactions.checkUnknown);
    if (transactions.enabled) {
      refuse(settings, message, load);
    }
    return transactions;
  }

  private static void sum(Settings settings, String key, String other, double sum) {
    if (sum > 1) {
      settings.problem(key, Text.of("must not exceed 1 together with %s, got %s", other, sum));
    }
  }

  private static void refuse(Settings settings, MessageShape message, Load load) {
    if (message.batch() > 1) {
      settings.problem("message.batch", "must be 1 for transactions");
    }
    if (load.mode() != Load.SendMode.SYNC) {
      settings.problem("load.mode", "must be sync for transactions");
    }
    if (!message.hasHeader()) {
      settings.problem(
          "message.size",
          Text.of(
              "must be at least %d for transactions: a message carries the outcome of its transaction",
              io.brokerbench.record.MessageHeader.BYTES));
    }
  }

  /** Whether each message is committed at once, with or without a transaction. */
  boolean commitAll() {
    return !enabled || sendRollback + sendUnknown == 0;
  }

  /** Outcome of a message's transaction; the same for the same seed. */
  public TransactionOutcome outcome(long seed, int producer, long sequence) {
    if (!enabled) {
      return TransactionOutcome.COMMITTED;
    }
    double send = MessageRandom.uniform(seed, producer, sequence, 0);
    if (send >= sendRollback + sendUnknown) {
      return TransactionOutcome.COMMITTED;
    }
    if (send < sendRollback) {
      return new TransactionOutcome(Resolution.ROLLBACK, 0, Resolution.ROLLBACK);
    }
    for (int unknown = 0; unknown < TransactionOutcome.MAX_UNKNOWN; unknown++) {
      double check = MessageRandom.uniform(seed, producer, sequence, unknown + 1);
      if (check >= checkUnknown) {
        boolean rollback = check < checkUnknown + checkRollback;
        return new TransactionOutcome(
            Resolution.UNKNOWN, unknown, rollback ? Resolution.ROLLBACK : Resolution.COMMIT);
      }
    }
    return new TransactionOutcome(
        Resolution.UNKNOWN, TransactionOutcome.MAX_UNKNOWN, Resolution.COMMIT);
  }
}
