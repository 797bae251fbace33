package io.brokerbench.workload;

import io.brokerbench.record.Draw;
import io.brokerbench.record.Fate;
import io.brokerbench.record.Resolution;
import java.util.Locale;

/**
 * How transactions end. The shares of a send sum to at most 1, as do those of a check-back; the
 * rest is committed.
 *
 * @param enabled whether sends are transactions
 * @param sendRollback share of local transactions that roll back
 * @param sendUnknown share of local transactions that end unknown
 * @param checkRollback share of check-backs answered with rollback
 * @param checkUnknown share of check-backs answered with unknown
 * @param work length of a local transaction
 */
public record Transactions(
    boolean enabled,
    double sendRollback,
    double sendUnknown,
    double checkRollback,
    double checkUnknown,
    Work work) {

  static Transactions read(Settings settings, MessageShape message, Load load) {
    Transactions transactions =
        new Transactions(
            settings.flag("transaction.enabled"),
            settings.ratio("transaction.send-rollback"),
            settings.ratio("transaction.send-unknown"),
            settings.ratio("transaction.check-rollback"),
            settings.ratio("transaction.check-unknown"),
            settings.parsed("transaction.work", Work::parse));
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
      settings.problem(
          key,
          String.format(Locale.ROOT, "must not exceed 1 together with %s, got %s", other, sum));
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
          String.format(
              Locale.ROOT,
              "must be at least %d for transactions: a message carries its fate",
              io.brokerbench.record.MessageHeader.BYTES));
    }
  }

  /** What becomes of a message; the same for the same seed. */
  public Fate fate(long seed, int producer, long sequence) {
    if (!enabled) {
      return Fate.COMMITTED;
    }
    double send = Draw.uniform(seed, producer, sequence, 0);
    if (send >= sendRollback + sendUnknown) {
      return Fate.COMMITTED;
    }
    if (send < sendRollback) {
      return new Fate(Resolution.ROLLBACK, 0, Resolution.ROLLBACK);
    }
    for (int unknown = 0; unknown < Fate.MAX_UNKNOWN; unknown++) {
      double check = Draw.uniform(seed, producer, sequence, unknown + 1);
      if (check >= checkUnknown) {
        boolean rollback = check < checkUnknown + checkRollback;
        return new Fate(
            Resolution.UNKNOWN, unknown, rollback ? Resolution.ROLLBACK : Resolution.COMMIT);
      }
    }
    return new Fate(Resolution.UNKNOWN, Fate.MAX_UNKNOWN, Resolution.COMMIT);
  }
}
