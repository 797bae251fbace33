package io.brokerbench.microbench.rocketmq;

import io.brokerbench.microbench.Check;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encoding and decoding of a message of 1 KB as part of a batch, of a batch of {@value #BATCH} such
 * messages, and of a stored message as delivered to consumers.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessageBenchmark {

  static final int BATCH = 16;

  private final Message message = SampleMessages.message(1024);
  private final List<Message> batch = SampleMessages.messages(BATCH, 1024);
  private final MessageExt stored = SampleMessages.stored(1024);
  private byte[] messageBytes = {};
  private byte[] batchBytes = {};
  private byte[] storedBytes = {};

  @Setup
  public void prepare() throws Exception {
    messageBytes = encode();
    batchBytes = encodeBatch();
    storedBytes = encodeStored();
    same(message, decode());
    List<Message> decoded = decodeBatch();
    Check.same("messages of the batch", BATCH, decoded.size());
    for (Message each : decoded) {
      same(message, each);
    }
    MessageExt received = decodeStored();
    same(stored, received);
    Check.same("topic", stored.getTopic(), received.getTopic());
    Check.same("queue", stored.getQueueId(), received.getQueueId());
    Check.same("queue offset", stored.getQueueOffset(), received.getQueueOffset());
    Check.same("log offset", stored.getCommitLogOffset(), received.getCommitLogOffset());
    Check.same("born", stored.getBornTimestamp(), received.getBornTimestamp());
    Check.same("stored", stored.getStoreTimestamp(), received.getStoreTimestamp());
    Check.same("host", stored.getStoreHost(), received.getStoreHost());
  }

  private static void same(Message expected, Message actual) {
    Check.same("body", expected.getBody(), actual.getBody());
    Check.same("flag", expected.getFlag(), actual.getFlag());
    Check.same("properties", expected.getProperties(), actual.getProperties());
  }

  @Benchmark
  public byte[] encode() {
    return MessageDecoder.encodeMessage(message);
  }

  @Benchmark
  public Message decode() throws Exception {
    return MessageDecoder.decodeMessage(ByteBuffer.wrap(messageBytes));
  }

  @Benchmark
  public byte[] baseline() {
    return messageBytes.clone();
  }

  @Benchmark
  public byte[] encodeBatch() {
    return MessageDecoder.encodeMessages(batch);
  }

  @Benchmark
  public List<Message> decodeBatch() throws Exception {
    return MessageDecoder.decodeMessages(ByteBuffer.wrap(batchBytes));
  }

  @Benchmark
  public byte[] baselineBatch() {
    return batchBytes.clone();
  }

  @Benchmark
  public byte[] encodeStored() throws Exception {
    return MessageDecoder.encode(stored, false);
  }

  @Benchmark
  public MessageExt decodeStored() {
    return MessageDecoder.clientDecode(ByteBuffer.wrap(storedBytes), true);
  }

  @Benchmark
  public byte[] baselineStored() {
    return storedBytes.clone();
  }
}
