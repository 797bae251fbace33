package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.record.Copies;
import io.brokerbench.record.Metric;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The consumer groups of a run, each of which gets every message; none if nobody consumes.
 * Conducted by one thread; the figures may be read by any.
 */
public final class ConsumerGroups implements AutoCloseable {

  private final List<Consumers> groups;

  /**
   * Groups that have not begun.
   *
   * @param run number in the headers of the messages to be accounted for
   */
  public ConsumerGroups(
      Workload workload,
      int run,
      Session session,
      PhasedRecords records,
      Timeline timeline,
      Clock clock) {
    int count = workload.consumption().any() ? workload.consumption().groups() : 0;
    Copies copies = workload.consumption().fansOut() ? new Copies(count) : null;
    this.groups =
        IntStream.range(0, count)
            .mapToObj(
                group ->
                    new Consumers(group, workload, run, session, records, copies, timeline, clock))
            .toList();
  }

  /** In the order of their names. */
  public List<Consumers> all() {
    return groups;
  }

  /** Whether anybody consumes. */
  public boolean any() {
    return !groups.isEmpty();
  }

  /** Starts one after the other; returns when every consumer of each has its queues. */
  public void start() throws BrokerException, InterruptedException {
    for (Consumers group : groups) {
      group.start();
    }
  }

  /** Whether there are any and all were started. */
  public boolean started() {
    return any() && groups.stream().allMatch(Consumers::started);
  }

  /** What escaped from one of them; null if nothing did. */
  public @Nullable Throwable failure() {
    return groups.stream()
        .map(Consumers::failure)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Counts of all groups together. */
  public Receipts.Counts counts() {
    return groups.stream()
        .map(group -> group.receipts().counts())
        .reduce(Receipts.Counts.NONE, Receipts.Counts::plus);
  }

  /** When the last delivery came to any; {@link Long#MIN_VALUE} if there was none. */
  public long lastNanos() {
    return groups.stream().mapToLong(Consumers::lastNanos).max().orElse(Long.MIN_VALUE);
  }

  /** How far a latency may be from the truth, because the clocks of two hosts are compared. */
  public long errorNanos(Metric metric) {
    return groups.stream().mapToLong(group -> group.errorNanos(metric)).max().orElse(0);
  }

  @Override
  public void close() {
    groups.forEach(Consumers::close);
  }
}
