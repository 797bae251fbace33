package io.brokerbench.ceiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How close a run came to a ceiling.
 *
 * @param share of the ceiling, above 0; above 1 is possible, for ceilings vary and a broker may
 *     write in larger groups than {@link GroupedForceRate} did
 * @param ceiling ends the sentence "98 % of what ..."
 */
public record Closeness(double share, String ceiling) {

  /** Shares below have a digit after the point. */
  private static final double COARSE = 0.1;

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * What a run did, seen from a machine that all its brokers are on. Rates that are not known are 0
   * or less.
   *
   * @param acknowledgedPerSecond messages, or batches if those are what is sent
   * @param atOnce how many may be unacknowledged at a time, at least 1
   * @param fromDisk whether each was acknowledged only when it was on the disk
   * @param diskBytesPerSecond written to the disk
   * @param loopbackBytesPerSecond sent over loopback; its interface counts each byte twice, sent
   *     and received
   */
  public record Run(
      double acknowledgedPerSecond,
      int atOnce,
      boolean fromDisk,
      double diskBytesPerSecond,
      double loopbackBytesPerSecond) {}

  /** To each ceiling that the run had and whose use is known; the closest first. */
  public static List<Closeness> of(Run run, Ceilings ceilings) {
    List<Closeness> all = new ArrayList<>();
    if (run.fromDisk()) {
      all.add(toFsync(run, ceilings));
    }
    all.add(
        new Closeness(
            run.diskBytesPerSecond() / ceilings.sequentialWrite().bytesPerSecond(),
            "this disk's sequential write allows"));
    all.add(
        new Closeness(
            run.loopbackBytesPerSecond() / ceilings.loopbackStream().bytesPerSecond(),
            "one connection over loopback allows"));
    all.removeIf(each -> !(each.share() > 0));
    all.sort((one, other) -> Double.compare(other.share(), one.share()));
    return all;
  }

  /**
   * To forces that were measured beside the run: one after the other, each for all that may be
   * unacknowledged at a time.
   *
   * @param acknowledgedPerSecond messages, or batches if those are what is sent; each from disk
   * @param atOnce how many may be unacknowledged at a time, at least 1
   */
  public static Closeness toForces(
      double acknowledgedPerSecond, int atOnce, Ceilings.Forces forces) {
    String ceiling =
        String.format(
            Locale.ROOT,
            "this disk's fsync (%.2f ms before the load) allows%s",
            forces.latency().p50Nanos() / NANOS_PER_MILLI,
            atOnce == 1 ? "" : String.format(Locale.ROOT, ", each for all %d in flight", atOnce));
    return new Closeness(acknowledgedPerSecond / (atOnce * forces.perSecond()), ceiling);
  }

  private static Closeness toFsync(Run run, Ceilings ceilings) {
    if (run.atOnce() == 1) {
      return new Closeness(
          run.acknowledgedPerSecond() / ceilings.fsync().perSecond(), "this disk's fsync allows");
    }
    Ceilings.GroupedForces grouped = ceilings.groupedFsync();
    return new Closeness(
        run.acknowledgedPerSecond() / grouped.appendsPerSecond(),
        String.format(
            Locale.ROOT, "this disk's fsync allows %d threads that share it", grouped.threads()));
  }

  /** For people: {@code 98 % of what this disk's fsync allows}. */
  public String text() {
    String percent = String.format(Locale.ROOT, share < COARSE ? "%.1f" : "%.0f", share * 100);
    return String.format(Locale.ROOT, "%s %% of what %s", percent, ceiling);
  }
}
