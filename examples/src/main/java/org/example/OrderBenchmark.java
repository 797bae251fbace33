package org.example;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs to encode the body of a message. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OrderBenchmark {

  private final ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES + Integer.BYTES);

  private long number;

  @Benchmark
  public byte[] encode() {
    buffer.clear().putLong(number++).putInt(42);
    return buffer.array().clone();
  }
}
