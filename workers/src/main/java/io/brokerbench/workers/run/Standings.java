package io.brokerbench.workers.run;

import io.brokerbench.generator.Standing;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import java.util.ArrayList;
import java.util.List;

/** Adds up the counts of workers. */
final class Standings {

  private Standings() {}

  /**
   * The sum.
   *
   * @param groups number of consumer groups; a worker without consumers has none
   */
  static Standing sum(List<Standing> parts, int groups) {
    Ledger.Counts warmup = Ledger.Counts.NONE;
    Ledger.Counts measured = Ledger.Counts.NONE;
    CheckBackBook.Counts checks = CheckBackBook.Counts.NONE;
    long resolutions = 0;
    long blockedNanos = 0;
    long outOfRange = 0;
    for (Standing part : parts) {
      warmup = warmup.plus(part.warmup());
      measured = measured.plus(part.measured());
      checks =
          new CheckBackBook.Counts(
              checks.checks() + part.checks().checks(),
              checks.unexpected() + part.checks().unexpected(),
              checks.duplicate() + part.checks().duplicate(),
              checks.foreign() + part.checks().foreign());
      resolutions += part.resolutions();
      blockedNanos += part.blockedNanos();
      outOfRange += part.outOfRange();
    }
    List<Standing.Group> sums = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      sums.add(group(parts, i));
    }
    return new Standing(warmup, measured, sums, checks, resolutions, blockedNanos, outOfRange);
  }

  private static Standing.Group group(List<Standing> parts, int index) {
    Receipts.Counts receipts = Receipts.Counts.NONE;
    long most = 0;
    long receivedInTime = 0;
    long lastNanos = Long.MIN_VALUE;
    for (Standing part : parts) {
      if (index < part.groups().size()) {
        Standing.Group group = part.groups().get(index);
        receipts = receipts.plus(group.receipts());
        most = Math.max(most, group.receipts().messages());
        receivedInTime += group.receivedInTime();
        lastNanos = Math.max(lastNanos, group.lastNanos());
      }
    }
    return new Standing.Group(different(receipts, most), receivedInTime, lastNanos);
  }

  /**
   * A sum with messages that are certainly different: one that a worker refused and another
   * received again is new to both, and marked as redelivered to the second.
   *
   * @param most messages that one worker received, which are different
   */
  private static Receipts.Counts different(Receipts.Counts sum, long most) {
    return new Receipts.Counts(
        sum.deliveries(),
        Math.max(most, sum.messages() - sum.redeliveredFirsts()),
        sum.redelivered(),
        sum.redeliveredFirsts(),
        sum.postponed(),
        sum.foreign(),
        sum.unexpected(),
        sum.duplicateDeliveries(),
        sum.corruptDeliveries(),
        sum.order());
  }
}
