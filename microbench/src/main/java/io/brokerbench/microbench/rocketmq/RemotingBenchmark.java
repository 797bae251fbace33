package io.brokerbench.microbench.rocketmq;

import io.brokerbench.microbench.Bodies;
import io.brokerbench.microbench.Check;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Encoding and decoding of a send request with a message of 1 KB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RemotingBenchmark {

  @Param({"JSON", "ROCKETMQ"})
  public SerializeType format = SerializeType.ROCKETMQ;

  @Param({"V1", "V2"})
  public String header = "V2";

  private final Connection connection = new Connection();
  private final byte[] body = Bodies.text(1024);
  private SendHeader kind = SendHeader.V2;
  private CommandCustomHeader fields = kind.of(SampleMessages.TOPIC, "");
  private byte[] bytes = {};
  private final ByteBuf received = PooledByteBufAllocator.DEFAULT.directBuffer();

  @Setup
  public void prepare() throws Exception {
    kind = SendHeader.valueOf(header);
    fields = kind.of(SampleMessages.TOPIC, SampleMessages.PROPERTIES);
    RemotingCommand sent = request(fields);
    bytes = connection.bytes(sent);
    received.writeBytes(bytes);
    RemotingCommand got = connection.decode(received);
    Check.same("code", sent.getCode(), got.getCode());
    Check.same("format", format, got.getSerializeTypeCurrentRPC());
    Check.same("body", body, got.getBody());
    RemotingCommand again = request(got.decodeCommandCustomHeader(kind.type()));
    again.setOpaque(sent.getOpaque());
    Check.same("header", bytes, connection.bytes(again));
    Check.same("properties", true, got.getExtFields().containsValue(SampleMessages.PROPERTIES));
  }

  @TearDown
  public void release() {
    connection.close();
    received.release();
  }

  RemotingCommand request(CommandCustomHeader of) {
    RemotingCommand command = RemotingCommand.createRequestCommand(kind.requestCode(), of);
    command.setSerializeTypeCurrentRPC(format);
    command.setBody(body);
    return command;
  }

  @Benchmark
  public ByteBuf encode() throws Exception {
    return connection.encode(request(fields));
  }

  @Benchmark
  public CommandCustomHeader decode() throws Exception {
    return connection.decode(received).decodeCommandCustomHeader(kind.type());
  }

  @Benchmark
  public ByteBuf baseline() {
    return connection.copy(bytes);
  }
}
