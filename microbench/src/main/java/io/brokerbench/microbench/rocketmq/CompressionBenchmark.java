package io.brokerbench.microbench.rocketmq;

import io.brokerbench.microbench.Bodies;
import io.brokerbench.microbench.Check;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.common.compression.CompressionType;
import org.apache.rocketmq.common.compression.Compressor;
import org.apache.rocketmq.common.compression.CompressorFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Compression of a text body at the client's default level. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CompressionBenchmark {

  private static final int LEVEL = 5;

  /** Size of the body in bytes. */
  @Param({"128", "1024", "4096", "65536"})
  public int size = 1024;

  @Param({"ZLIB", "LZ4", "ZSTD"})
  public CompressionType type = CompressionType.ZLIB;

  private Compressor compressor = CompressorFactory.getCompressor(type);
  private byte[] body = {};
  private byte[] compressed = {};

  @Setup
  public void prepare() throws IOException {
    compressor = CompressorFactory.getCompressor(type);
    body = Bodies.text(size);
    compressed = compress();
    Check.same("body", body, decompress());
  }

  @Benchmark
  public byte[] compress() throws IOException {
    return compressor.compress(body, LEVEL);
  }

  @Benchmark
  public byte[] decompress() throws IOException {
    return compressor.decompress(compressed);
  }
}
