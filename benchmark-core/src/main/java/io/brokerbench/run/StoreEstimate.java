package io.brokerbench.run;

import io.brokerbench.driver.MessageStore;
import io.brokerbench.driver.MessageStore.Kept;
import io.brokerbench.schedule.RateProfile;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.ConsumptionSettings.Backlog;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The messages that the brokers of a run store.
 *
 * @param store where they are stored
 * @param certain whether all messages certainly remain stored until the end of the run
 * @param message their size
 * @param most maximum number of messages; infinite if it is unknown
 * @param least number of messages that are stored if the rate is achieved
 * @param perSecond rate for which the growth is stated if {@code most} is unknown
 * @param freeBytes usable space where they are stored; empty if it is unknown
 */
record StoreEstimate(
    MessageStore store,
    boolean certain,
    MessageShape message,
    double most,
    double least,
    double perSecond,
    OptionalLong freeBytes) {

  /**
   * What a broker stores with a message: header and brokerbench's properties in the log, entries of
   * the queue and the index.
   */
  private static final int OVERHEAD_BYTES = 240;

  /** The rate for which the growth is stated if the workload has none. */
  private static final double EXAMPLE_PER_SECOND = 10_000;

  private static final double SECONDS_PER_MINUTE = 60;

  /**
   * The estimate for a workload.
   *
   * @param rate the lowest rate that is offered; empty for a closed loop
   * @param highest the highest rate that is offered; empty if it is unknown
   */
  static StoreEstimate of(
      MessageStore store,
      Workload workload,
      Optional<RateProfile> rate,
      Optional<RateProfile> highest,
      OptionalLong freeBytes) {
    Load load = workload.load();
    double limit = load.messages() > 0 ? (double) load.messages() : Double.POSITIVE_INFINITY;
    double least = least(workload, rate, limit);
    double most =
        load.duration().isZero()
            ? limit
            : highest
                .map(times -> times.messagesUntil(workload.longestNanos(highest)))
                .orElse(Double.POSITIVE_INFINITY);
    // A half message is stored again when it is committed, and one for later at its time.
    int times = workload.transactions().enabled() || workload.message().deliversLater() ? 2 : 1;
    double constant = rate.map(RateProfile::onlyRate).orElse(Double.NaN);
    return new StoreEstimate(
        store,
        store.kept() == Kept.THROUGHOUT
            || (store.kept() == Kept.UNTIL_CONSUMED && !workload.consumption().any()),
        workload.message(),
        times * Math.min(limit, most),
        Double.isInfinite(least) ? 0 : Math.min(limit, least),
        times * (Double.isNaN(constant) ? EXAMPLE_PER_SECOND : constant),
        freeBytes);
  }

  /**
   * Number of messages that are certainly sent at a rate; consumers that have caught up with a
   * backlog end the load.
   *
   * @param limit number of messages of the load; infinite if it has none
   */
  private static double least(Workload workload, Optional<RateProfile> rate, double limit) {
    Load load = workload.load();
    Optional<Backlog> backlog = workload.consumption().backlog();
    if (backlog.isPresent() && backlog.get().messages() > 0) {
      return (double) backlog.get().messages();
    }
    if (backlog.isEmpty() && load.duration().isZero()) {
      return limit;
    }
    Duration shortest =
        backlog
            .map(Backlog::time)
            .orElse(load.warmup().orElse(Duration.ZERO).plus(load.duration()));
    return rate.map(times -> times.messagesUntil((double) shortest.toNanos())).orElse(0.0);
  }

  private double bytes(double messages) {
    double each = message.meanBytes() + message.propertyBytes() + OVERHEAD_BYTES;
    return messages * store.copies() * each;
  }

  /** The maximum disk space; infinite if it is unknown. */
  double mostBytes() {
    return bytes(most);
  }

  /** The amount and the space that is free for it. */
  String text() {
    String amount =
        Double.isInfinite(most)
            ? Text.of(
                "%s per minute at %s msg/s",
                Units.bytes(bytes(perSecond * SECONDS_PER_MINUTE)), Units.rate(perSecond))
            : Text.of("at most %s", Units.bytes(mostBytes()));
    return Text.of(
        "%s%s%s",
        amount,
        certain ? "" : " unless deleted",
        store
            .directory()
            .map(path -> Text.of(" (%s has %s free)", path, free()))
            .orElse(" on the disk of the container engine"));
  }

  private String free() {
    return freeBytes.isPresent()
        ? Units.bytes((double) freeBytes.getAsLong())
        : "an unknown amount";
  }

  /** The problem with messages whose bodies alone do not fit. */
  Optional<String> problem() {
    double bodies = least * store.copies() * message.meanBytes();
    if (!certain || freeBytes.isEmpty() || bodies <= (double) freeBytes.getAsLong()) {
      return Optional.empty();
    }
    return Optional.of(
        Text.of(
            "cluster.data-directory: %s needs %s for the bodies of %,.0f messages of %s%s, but has"
                + " %s free; name a directory on another disk, or set a smaller load.duration,"
                + " load.rate, load.messages or message.size",
            store.directory().map(Object::toString).orElse(""),
            Units.bytes(bodies),
            least,
            Units.bytes(message.meanBytes()),
            store.copies() == 1 ? "" : Text.of(" in %d copies", store.copies()),
            free()));
  }
}
