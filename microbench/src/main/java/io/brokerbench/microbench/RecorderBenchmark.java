package io.brokerbench.microbench;

import io.brokerbench.record.LatencyRecorder;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.SingleWriterRecorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A latency into the recorder that all threads of a run share, as consumer threads do: each has a
 * number, and so a stripe. Run with {@code -t 1}, {@code -t 2}, {@code -t 8}, {@code -t 20}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecorderBenchmark {

  /** The recorder of all threads. */
  @State(Scope.Benchmark)
  public static class Run {
    final LatencyRecorder recorder = new LatencyRecorder();
  }

  /** A thread with a recorder of its own. */
  @State(Scope.Thread)
  public static class Recording {
    final SingleWriterRecorder own =
        new SingleWriterRecorder(
            1,
            LatencyRecorder.MAX_NANOS,
            LatencyRecorder.emptyHistogram().getNumberOfSignificantValueDigits());
    private int number;
    private long sequence;

    @Setup
    public void number(ThreadParams thread) {
      number = thread.getThreadIndex();
    }

    long nanos() {
      return 1_000_000 + (sequence++ & 0xffff);
    }
  }

  /** Lower bound: a recorder for each thread. */
  @Benchmark
  public void baselineOwnRecorder(Recording thread) {
    thread.own.recordValue(thread.nanos());
  }

  @Benchmark
  public void recordLatency(Run run, Recording thread) {
    run.recorder.record(thread.number, thread.nanos());
  }

  /** Where all threads have the same stripe. */
  @Benchmark
  public void recordInOneStripe(Run run, Recording thread) {
    run.recorder.record(0, thread.nanos());
  }
}
