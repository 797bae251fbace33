package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Delivery;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.record.FanOutTracker;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Receipts.Arrival;
import io.brokerbench.record.Records;
import io.brokerbench.record.Resolution;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group of a run: measures times, records receipts, and works on each message for the
 * time configured in the workload. Controlled by one thread; {@link #receive} is called by the
 * clients' threads; the figures may be read by any thread.
 */
public final class Consumers implements Receiver, AutoCloseable {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int WORK_DRAW = 101;

  private final int group;
  private final String name;
  private final Workload workload;
  private final Session session;
  private final PhasedRecords records;
  private final @Nullable SentMessages sent;
  private final @Nullable FanOutTracker copies;
  private final Timeline timeline;
  private final Clock clock;
  private final Worker worker;
  private final Supplier<ClockStamp> stamp;
  private final BrokerTime brokers;
  private final Receipts receipts;
  private final LongAdder receivedInTime = new LongAdder();
  private final LongAccumulator lastNanos = new LongAccumulator(Math::max, Long.MIN_VALUE);
  private volatile @Nullable Subscription subscription;

  /**
   * Creates a group without starting it.
   *
   * @param group index of the group, from 0
   * @param receipts records the deliveries
   * @param copies of all groups; null where copies are not distinguished
   */
  public Consumers(
      int group,
      Workload workload,
      Receipts receipts,
      Session session,
      @Nullable FanOutTracker copies,
      Recording recording) {
    this.group = group;
    this.name = workload.consumption().groupNames().get(group);
    this.workload = workload;
    this.session = session;
    this.records = recording.records();
    this.sent = recording.sent();
    this.copies = copies;
    this.timeline = recording.timeline();
    this.clock = recording.clock();
    this.worker = new Worker(workload.consumption().work(), workload.seed(), WORK_DRAW, clock);
    this.stamp = recording.stamp();
    this.brokers = recording.brokers();
    this.receipts = receipts;
  }

  public String name() {
    return name;
  }

  /** Starts the consumers; returns when each has its queues. */
  public void start() throws BrokerException, InterruptedException {
    subscription = session.subscribe(group, this);
  }

  /** Whether the consumers were started. */
  public boolean started() {
    return subscription != null;
  }

  @Override
  public boolean receive(Delivery delivery) {
    return receive(delivery, clock.nanoTime());
  }

  @Override
  public int receive(List<Delivery> deliveries) {
    long now = clock.nanoTime();
    Receiver arrived = delivery -> receive(delivery, now);
    return arrived.receive(deliveries);
  }

  private boolean receive(Delivery delivery, long now) {
    MessageHeader header = MessageHeader.read(delivery.body()).orElse(null);
    Arrival arrival = receipts.received(header, delivery.queue(), delivery.attempt());
    lastNanos.accumulate(now);
    if ((arrival != Arrival.FOREIGN || workload.load().threads() == 0)
        && now < timeline.endNanos()
        && timeline.phaseOf(now) == Phase.MEASURED) {
      receivedInTime.increment();
    }
    boolean own = arrival == Arrival.FIRST;
    if (own && header != null && sent != null) {
      sent.received(group, header.producer(), header.sequence(), delivery.queue(), now);
    }
    // Without senders in this process, all messages come from other processes.
    boolean foreign = arrival == Arrival.FOREIGN && workload.load().threads() == 0;
    if (own || foreign) {
      latencies(now, delivery, own || (header != null && header.intact()) ? header : null);
    }
    int producer = header == null ? 0 : header.producer();
    long sequence = header == null ? now : header.sequence();
    worker.work(now, producer, sequence);
    if (workload.consumption().fails(workload.seed(), producer, sequence, delivery.attempt())) {
      receipts.postponed();
      return false;
    }
    return true;
  }

  private void latencies(long now, Delivery delivery, @Nullable MessageHeader header) {
    long intendedNanos = now;
    long errorNanos = 0;
    if (header != null) {
      intendedNanos = header.intendedNanos();
      ClockStamp own = stamp.get();
      if (header.clock().id() != own.id()) {
        intendedNanos += header.clock().anchorNanos() - own.anchorNanos();
        errorNanos = header.clock().errorNanos() + own.errorNanosAt(now);
      }
    }
    // Between clocks that have not been compared, the intended time is not known.
    boolean known = errorNanos <= LatencyRecorder.MAX_NANOS;
    Records phase = records.of(timeline.phaseOf(known ? intendedNanos : now));
    int stripe = delivery.queue() + group;
    if (header != null) {
      endToEnd(phase, header, stripe, now - intendedNanos, errorNanos);
    }
    BrokerTime.Reading wall = brokers.latest();
    if (delivery.bornMillis() != Delivery.UNKNOWN_TIME) {
      phase
          .recorder(Metric.BORN_TO_CONSUMER)
          .record(stripe, wall.localNanos(now) - delivery.bornMillis() * NANOS_PER_MILLI);
    }
    if (delivery.storedMillis() != Delivery.UNKNOWN_TIME) {
      phase
          .recorder(Metric.STORE_TO_CONSUMER)
          .record(
              stripe,
              wall.brokersNanos(now) - delivery.storedMillis() * NANOS_PER_MILLI,
              wall.errorNanosAt(now));
    }
  }

  private void endToEnd(
      Records phase, MessageHeader header, int stripe, long nanos, long errorNanos) {
    Metric metric =
        header.outcome().local() == Resolution.UNKNOWN
            ? Metric.CHECKED_END_TO_END
            : Metric.END_TO_END;
    phase.recorder(metric).record(stripe, nanos, errorNanos);
    if (copies != null) {
      copies
          .received(header.producer(), header.sequence())
          .ifPresent(copy -> phase.recorder(copy).record(stripe, nanos, errorNanos));
    }
  }

  /** The messages received. */
  public Receipts receipts() {
    return receipts;
  }

  /**
   * Deliveries in the measured time, by their arrival; includes messages of other runs only if this
   * run has no senders.
   */
  public long receivedInTime() {
    return receivedInTime.sum();
  }

  /** Time of the last delivery; {@link Long#MIN_VALUE} if there was none. */
  public long lastNanos() {
    return lastNanos.get();
  }

  /** Additional counts of the clients. */
  public Map<String, Long> clientCounts() {
    Subscription current = subscription;
    return current == null ? Map.of() : current.counts();
  }

  /**
   * The first exception that escaped during consumption, here or in the driver; null if there is
   * none.
   */
  public @Nullable Throwable failure() {
    Subscription current = subscription;
    return current == null ? null : current.failure();
  }

  @Override
  public void close() {
    Subscription current = subscription;
    if (current != null) {
      current.close();
    }
  }
}
