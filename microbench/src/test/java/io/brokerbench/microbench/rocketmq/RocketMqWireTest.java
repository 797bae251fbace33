package io.brokerbench.microbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.compression.CompressionType;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A producer as applications have it, and a peer that listens. */
final class RocketMqWireTest {

  /** Read by each producer; those of release 4 have no other way. */
  private static final String COMPRESSION = "rocketmq.message.compressType";

  private final Peer peer = new Peer();

  RocketMqWireTest() throws Exception {}

  private void send(Message message) throws Exception {
    send(List.of(message), false);
  }

  private void send(List<Message> messages, boolean batch) throws Exception {
    DefaultMQProducer producer = new DefaultMQProducer("microbench");
    producer.setNamesrvAddr(peer.address());
    producer.setVipChannelEnabled(false);
    producer.start();
    if (batch) {
      producer.send(messages);
    } else {
      producer.send(messages.get(0));
    }
    producer.shutdown();
  }

  @AfterEach
  void forget() throws Exception {
    System.clearProperty(COMPRESSION);
    set(RemotingCommand.class, "serializeTypeConfigInThisServer", SerializeType.JSON);
    set(MQClientAPIImpl.class, "sendSmartMsg", true);
    peer.close();
  }

  @ParameterizedTest
  @CsvSource({"JSON,V1", "JSON,V2", "ROCKETMQ,V1", "ROCKETMQ,V2"})
  void theBenchmarkEncodesWhatTheClientSends(SerializeType format, SendHeader header)
      throws Exception {
    set(RemotingCommand.class, "serializeTypeConfigInThisServer", format);
    set(MQClientAPIImpl.class, "sendSmartMsg", header == SendHeader.V2);
    send(SampleMessages.message(1024));
    byte[] sent = peer.nextSend();

    RemotingCommand received = received(sent);
    assertThat(received.getCode()).isEqualTo(header.requestCode());
    assertThat(received.getSerializeTypeCurrentRPC()).isEqualTo(format);
    RemotingBenchmark benchmark = new RemotingBenchmark();
    benchmark.format = format;
    benchmark.header = header.name();
    benchmark.prepare();
    RemotingCommand ours = benchmark.request(received.decodeCommandCustomHeader(header.type()));
    ours.setOpaque(received.getOpaque());
    RemotingCommand measured;
    try (Connection connection = new Connection()) {
      assertThat(connection.bytes(ours)).isEqualTo(sent);
      measured = connection.decode(benchmark.encode());
    }
    benchmark.release();

    // Nothing that the client sends is missing in what is measured.
    assertThat(measured.getExtFields().keySet()).isEqualTo(received.getExtFields().keySet());
    assertThat(measured.getBody()).isEqualTo(received.getBody());
    assertThat(properties(measured).keySet()).isEqualTo(properties(received).keySet());
  }

  @Test
  void theBenchmarkEncodesTheClientsBatches() throws Exception {
    List<Message> batch = SampleMessages.messages(MessageBenchmark.BATCH, 1024);
    send(batch, true);
    // The client has added its properties to these messages.
    byte[] body = MessageDecoder.encodeMessages(batch);
    assertThat(received(peer.nextSend()).getBody()).isEqualTo(body);
    MessageBenchmark benchmark = new MessageBenchmark();
    benchmark.prepare();
    assertThat(benchmark.encodeBatch()).hasSameSizeAs(body);
  }

  @ParameterizedTest
  @CsvSource({"ZLIB", "LZ4", "ZSTD"})
  void theBenchmarkCompressesAsTheClientDoes(CompressionType type) throws Exception {
    System.setProperty(COMPRESSION, type.name());
    CompressionBenchmark benchmark = new CompressionBenchmark();
    benchmark.type = type;
    benchmark.size = 65_536;
    benchmark.prepare();
    send(SampleMessages.message(benchmark.size));
    assertThat(received(peer.nextSend()).getBody()).isEqualTo(benchmark.compress());
  }

  private static Map<String, String> properties(RemotingCommand command) {
    String text =
        command
            .getExtFields()
            .getOrDefault("i", command.getExtFields().getOrDefault("properties", ""));
    return MessageDecoder.string2messageProperties(text);
  }

  private static RemotingCommand received(byte[] frame) throws Exception {
    return RemotingCommand.decode(ByteBuffer.wrap(Arrays.copyOfRange(frame, 4, frame.length)));
  }

  /** What a system property decides once in a JVM. */
  private static void set(Class<?> type, String name, Object value) throws Exception {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(null, value);
  }
}
