package io.brokerbench.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Lower bound for encoders and decoders: a copy of the same number of bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CopyBenchmark {

  /** Size in bytes. */
  @Param({"128", "1024", "4096", "65536"})
  public int size = 1024;

  private byte[] bytes = {};

  @Setup
  public void prepare() {
    bytes = Bodies.text(size);
  }

  @Benchmark
  public byte[] baseline() {
    return bytes.clone();
  }
}
