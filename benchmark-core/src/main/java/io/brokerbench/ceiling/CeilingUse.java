package io.brokerbench.ceiling;

import io.brokerbench.results.Fsync;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a run as a share of a ceiling.
 *
 * @param share of the ceiling, above 0; may exceed 1, because ceilings vary and a broker may write
 *     in larger groups than {@link DiskCeilings#groupedFsync} did
 * @param ceiling completes the sentence "98 % of what ..."
 */
public record CeilingUse(double share, String ceiling) {

  /** Shares below this value are printed with one decimal. */
  private static final double COARSE = 0.1;

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * The result of a run whose brokers are all on this machine. Unknown rates are 0 or less.
   *
   * @param acknowledgedPerSecond messages per second, or batches per second if batches are sent
   * @param atOnce maximum number of unacknowledged messages or batches, at least 1
   * @param fromDisk whether each acknowledgement means that the message is on disk
   * @param diskBytesPerSecond bytes per second written to the disk
   * @param loopbackBytesPerSecond bytes per second over loopback; its interface counts each byte
   *     twice, as sent and as received
   */
  public record Run(
      double acknowledgedPerSecond,
      int atOnce,
      boolean fromDisk,
      double diskBytesPerSecond,
      double loopbackBytesPerSecond) {}

  /**
   * Compares a run with each ceiling that applies to it and whose use is known; the closest first.
   */
  public static List<CeilingUse> of(Run run, Ceilings ceilings) {
    List<CeilingUse> all = new ArrayList<>();
    if (run.fromDisk()) {
      all.add(toFsync(run, ceilings));
    }
    all.add(
        new CeilingUse(
            run.diskBytesPerSecond() / ceilings.sequentialWrite().bytesPerSecond(),
            "this disk's sequential write allows"));
    all.add(
        new CeilingUse(
            run.loopbackBytesPerSecond() / ceilings.loopbackStream().bytesPerSecond(),
            "one connection over loopback allows"));
    all.removeIf(each -> !(each.share() > 0));
    all.sort((one, other) -> Double.compare(other.share(), one.share()));
    return all;
  }

  /**
   * Compares a run with forces measured just before it: sequential forces, each for all messages
   * that may be unacknowledged at a time.
   *
   * @param fsync with the share of the run
   * @param atOnce maximum number of unacknowledged messages or batches, at least 1
   */
  public static CeilingUse toForces(Fsync fsync, int atOnce) {
    return new CeilingUse(
        fsync.share(),
        Text.of(
            "this disk's fsync (%.2f ms before the load) allows%s",
            fsync.latency().p50Nanos() / NANOS_PER_MILLI,
            atOnce == 1 ? "" : Text.of(", each for all %d in flight", atOnce)));
  }

  private static CeilingUse toFsync(Run run, Ceilings ceilings) {
    if (run.atOnce() == 1) {
      return new CeilingUse(
          run.acknowledgedPerSecond() / ceilings.fsync().perSecond(), "this disk's fsync allows");
    }
    Ceilings.GroupedForces grouped = ceilings.groupedFsync();
    return new CeilingUse(
        run.acknowledgedPerSecond() / grouped.appendsPerSecond(),
        Text.of("this disk's fsync allows %d threads that share it", grouped.threads()));
  }

  /** Formats the share: {@code 98 % of what this disk's fsync allows}. */
  public String text() {
    return Units.percent(share, share < COARSE ? 1 : 0) + " of what " + ceiling;
  }
}
