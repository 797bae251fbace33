package io.brokerbench.microbench.rocketmq;

import io.brokerbench.microbench.Check;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Encoding of the five properties of a message to their wire format, and decoding. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PropertiesBenchmark {

  private final Map<String, String> properties = SampleMessages.message(0).getProperties();
  private final String text = SampleMessages.PROPERTIES;
  private final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

  @Setup
  public void prepare() {
    Check.same("properties", properties, decode());
    Check.same("text", text, encode());
  }

  @Benchmark
  public String encode() {
    return MessageDecoder.messageProperties2String(properties);
  }

  @Benchmark
  public Map<String, String> decode() {
    return MessageDecoder.string2messageProperties(text);
  }

  @Benchmark
  public byte[] baseline() {
    return bytes.clone();
  }
}
