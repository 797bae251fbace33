package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.record.FanOutTracker;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.PhasedRecords.Records;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Receipts.Arrival;
import io.brokerbench.record.Resolution;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.Workload;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group of a run: measures times, records receipts, and works on each message for the
 * time configured in the workload. Controlled by one thread; {@link #receive} is called by the
 * clients' threads; the figures may be read by any thread.
 */
public final class ConsumerGroup implements Receiver, AutoCloseable {

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
  private final AtomicInteger threadCount = new AtomicInteger();
  private final ThreadLocal<ConsumerThread> threads =
      ThreadLocal.withInitial(() -> new ConsumerThread(threadCount.getAndIncrement()));
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
  public ConsumerGroup(
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

  public boolean started() {
    return subscription != null;
  }

  @Override
  public boolean receive(byte[] body, int queue, long bornMillis, long storedMillis, int attempt) {
    return together().receive(body, queue, bornMillis, storedMillis, attempt);
  }

  @Override
  public Receiver together() {
    ConsumerThread thread = threads.get();
    thread.arrivedNanos = clock.nanoTime();
    thread.workFromNanos = thread.arrivedNanos;
    return thread;
  }

  @Override
  public long delivery() {
    return threads.get().delivery();
  }

  @Override
  public void settled(long delivery) {
    threads.get().settled(delivery);
  }

  @Override
  public void settled(long[] deliveries, int count) {
    threads.get().settled(deliveries, count);
  }

  /** Receives the messages of one thread, and allocates nothing for them. */
  private final class ConsumerThread implements Receiver {

    private final MessageHeader decoded = new MessageHeader();
    private final int stripe;
    private long arrivedNanos;

    /** Messages that arrived together are worked on one after the other. */
    private long workFromNanos;

    /** Twice the arrival of the latest message, plus one if it belongs to the measured time. */
    private long delivery = UNTIMED;

    ConsumerThread(int number) {
      this.stripe = group + number;
    }

    @Override
    public boolean receive(
        byte[] body, int queue, long bornMillis, long storedMillis, int attempt) {
      delivery = UNTIMED;
      MessageHeader header = decoded.decode(body) ? decoded : null;
      int producer = header == null ? 0 : header.producer();
      long sequence = header == null ? arrivedNanos : header.sequence();
      boolean refused = workload.consumption().fails(workload.seed(), producer, sequence, attempt);
      if (refused) {
        // Before the receipt: a drain in between would not know that the message comes again.
        receipts.postponed();
      }
      Arrival arrival = receipts.received(header, queue, attempt);
      // Without senders in this run, all messages come from others.
      boolean alone = workload.load().threads() == 0;
      boolean foreign = arrival == Arrival.FOREIGN && alone;
      if (alone || (arrival != Arrival.FOREIGN && arrival != Arrival.FOREIGN_AGAIN)) {
        lastNanos.accumulate(arrivedNanos);
        if (arrivedNanos < timeline.endNanos()
            && timeline.phaseOf(arrivedNanos) == Phase.MEASURED) {
          receivedInTime.increment();
        }
      }
      boolean own = arrival == Arrival.FIRST;
      if (own && header != null && sent != null) {
        sent.received(group, header.producer(), header.sequence(), queue, arrivedNanos);
      }
      if (own || foreign) {
        boolean timed = own || (header != null && header.intact());
        latencies(timed ? header : null, bornMillis, storedMillis);
      }
      workFromNanos = worker.work(workFromNanos, producer, sequence);
      return !refused;
    }

    private void latencies(@Nullable MessageHeader header, long bornMillis, long storedMillis) {
      long intendedNanos = arrivedNanos;
      long errorNanos = 0;
      boolean sameClock = true;
      if (header != null) {
        ClockStamp own = stamp.get();
        sameClock = header.clockId() == own.id();
        intendedNanos = header.intendedNanosOn(own);
        errorNanos = header.errorNanosOn(own, arrivedNanos);
      }
      // Between clocks that have not been compared, the intended time is not known.
      boolean known = errorNanos <= LatencyRecorder.MAX_NANOS;
      Phase due = timeline.phaseOf(known ? intendedNanos : arrivedNanos);
      delivery = 2 * arrivedNanos + (due == Phase.MEASURED ? 1 : 0);
      Records phase = records.of(due);
      if (header != null) {
        endToEnd(phase, header, arrivedNanos - intendedNanos, errorNanos);
        if (workload.message().deliversLater()) {
          lateOrEarly(phase, header, arrivedNanos - intendedNanos, errorNanos);
        }
      }
      BrokerTime.Reading wall = brokers.latest();
      // Nothing compares the wall clocks of the clients on two machines.
      if (bornMillis != UNKNOWN_TIME && sameClock) {
        phase
            .recorder(Metric.BORN_TO_CONSUMER)
            .record(stripe, wall.localNanos(arrivedNanos) - bornMillis * NANOS_PER_MILLI);
      }
      if (storedMillis != UNKNOWN_TIME) {
        phase
            .recorder(Metric.STORE_TO_CONSUMER)
            .record(
                stripe,
                wall.brokersNanos(arrivedNanos) - storedMillis * NANOS_PER_MILLI,
                wall.errorNanosAt(arrivedNanos));
      }
    }

    @Override
    public long delivery() {
      long taken = delivery;
      delivery = UNTIMED;
      return taken;
    }

    @Override
    public void settled(long delivered) {
      if (delivered != UNTIMED) {
        settled(delivered, clock.nanoTime());
      }
    }

    @Override
    public void settled(long[] deliveries, int count) {
      long nowNanos = clock.nanoTime();
      for (int i = 0; i < count; i++) {
        settled(deliveries[i], nowNanos);
      }
    }

    private void settled(long delivered, long nowNanos) {
      if (delivered != UNTIMED) {
        Phase due = (delivered & 1) == 1 ? Phase.MEASURED : Phase.WARMUP;
        records.of(due).recorder(Metric.SETTLE).record(stripe, nowNanos - (delivered >> 1));
      }
    }

    /** Records how late or how early a message is that was scheduled for later. */
    private void lateOrEarly(Records phase, MessageHeader header, long nanos, long errorNanos) {
      long late =
          nanos - workload.message().deliverAfterNanos(header.producer(), header.sequence());
      if (late >= -errorNanos) {
        phase.recorder(Metric.LATE).record(stripe, late, errorNanos);
      } else {
        phase.recorder(Metric.EARLY).record(stripe, -late, errorNanos);
        receipts.cameEarly(header);
      }
    }

    private void endToEnd(Records phase, MessageHeader header, long nanos, long errorNanos) {
      Metric metric =
          header.outcome().local() == Resolution.UNKNOWN
              ? Metric.CHECKED_END_TO_END
              : Metric.END_TO_END;
      phase.recorder(metric).record(stripe, nanos, errorNanos);
      Metric copy = copies == null ? null : copies.received(header.producer(), header.sequence());
      if (copy != null) {
        phase.recorder(copy).record(stripe, nanos, errorNanos);
      }
    }
  }

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

  /**
   * Time of the last delivery; {@link Long#MIN_VALUE} if there was none. Includes messages of other
   * runs only if this run has no senders.
   */
  public long lastNanos() {
    return lastNanos.get();
  }

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
