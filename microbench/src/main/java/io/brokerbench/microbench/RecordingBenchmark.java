package io.brokerbench.microbench;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.schedule.IntendedTimes;
import io.brokerbench.schedule.RateProfile;
import io.brokerbench.schedule.Schedule;
import io.brokerbench.schedule.Schedule.Arrivals;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Components of the cost per message, each in isolation. Run with {@code -prof gc}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordingBenchmark {
  private static final ClockStamp STAMP = new ClockStamp(1, 0, 0, 0);

  private final LatencyRecorder recorder = new LatencyRecorder();
  private final LatencyRecorder service = new LatencyRecorder();
  private final LatencyRecorder response = new LatencyRecorder();
  private final Ledger ledger = new Ledger();
  private final SendBook sends = new SendBook(new PageStore());
  private final MessageHeader.Writer header = new MessageHeader.Writer(1, 0, () -> STAMP);
  private final MessageHeader decoded = new MessageHeader();
  private final byte[] body = new byte[1024];
  private final byte[] received = new byte[1024];
  private final IntendedTimes constant =
      new Schedule(RateProfile.constant(2000), Arrivals.UNIFORM, 1).times(0, 1, 1);
  private final IntendedTimes poisson =
      new Schedule(RateProfile.constant(2000), Arrivals.POISSON, 1).times(0, 1, 1);
  private long sequence;

  @Setup
  public void prepare() {
    header.write(
        received, 1, 1, TransactionOutcome.COMMITTED, MessageHeader.tailChecksum(received));
    Check.same("intact", true, MessageHeader.read(received).orElseThrow().intact());
  }

  /** Lower bound: one reading of the clock. */
  @Benchmark
  public long baselineNanoTime() {
    return System.nanoTime();
  }

  /** Lower bound of any timing: one reading of the clock before and one after. */
  @Benchmark
  public long baselineNanoTimePair() {
    return -System.nanoTime() + System.nanoTime();
  }

  @Benchmark
  public long nextConstant() {
    return constant.nextNanos();
  }

  @Benchmark
  public long nextPoisson() {
    return poisson.nextNanos();
  }

  @Benchmark
  public byte[] writeHeader() {
    header.write(body, sequence++, sequence, TransactionOutcome.COMMITTED, 17);
    return body;
  }

  @Benchmark
  public boolean readHeader() {
    return decoded.decode(received);
  }

  @Benchmark
  public void recordLatency() {
    recorder.record(0, 1_000_000 + (sequence++ & 0xffff));
  }

  /**
   * Header, three histograms, ledger, send book and one allocation: the cost of a message without
   * clocks.
   */
  @Benchmark
  public Object recordMessage() {
    long nanos = 1_000_000 + (sequence++ & 0xffff);
    header.write(body, sequence, nanos, TransactionOutcome.COMMITTED, 17);
    Object send = new Object();
    ledger.attempted(1, true);
    sends.attempted(0, sequence, 1);
    recorder.record(0, nanos);
    service.record(0, nanos);
    response.record(0, nanos);
    sends.ended(0, sequence, 1, SendOutcome.ACKED);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 1, true);
    return send;
  }

  @Benchmark
  public void count() {
    ledger.attempted(1, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 1, true);
  }
}
