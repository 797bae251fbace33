package io.brokerbench.microbench;

import io.brokerbench.clock.Clock;
import io.brokerbench.schedule.Pacer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A wait of 200 us. The time beyond that is the overshoot; the spread of the percentiles is the
 * jitter.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PacerBenchmark {

  private static final long WAIT_NANOS = 200_000;

  /** Time spent spinning before the deadline: none, half of the wait, all of it. */
  @Param({"0", "100", "200"})
  public int spinMicros = 0;

  private final Clock clock = Clock.system();
  private Pacer pacer = new Pacer(clock, 0, () -> false);

  @Setup
  public void prepare() {
    pacer = new Pacer(clock, TimeUnit.MICROSECONDS.toNanos(spinMicros), () -> false);
    long deadline = clock.nanoTime() + WAIT_NANOS;
    Check.same("waited to the end", true, pacer.awaitUntil(deadline) >= deadline);
  }

  @Benchmark
  public long await() {
    return pacer.awaitUntil(clock.nanoTime() + WAIT_NANOS);
  }
}
