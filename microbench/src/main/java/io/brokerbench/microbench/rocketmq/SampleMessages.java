package io.brokerbench.microbench.rocketmq;

import io.brokerbench.microbench.Bodies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;

/** Typical messages of an application: with key, tag and the client's own properties. */
final class SampleMessages {

  static final String TOPIC = "microbench";

  /** Encoded properties of each message. */
  static final String PROPERTIES =
      MessageDecoder.messageProperties2String(message(0).getProperties());

  private SampleMessages() {}

  static Message message(int bytes) {
    Message message = new Message(TOPIC, "paid", "order-4711", Bodies.text(bytes));
    message.putUserProperty("region", "eu-central");
    message.getProperties().put(MessageConst.PROPERTY_WAIT_STORE_MSG_OK, "true");
    message
        .getProperties()
        .put(
            MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX,
            "7F0000010A1B2C3D4E5F0A1B2C3D0000");
    return message;
  }

  static List<Message> messages(int count, int bytes) {
    return IntStream.range(0, count).mapToObj(i -> message(bytes)).toList();
  }

  /** A message as stored by a broker and delivered to consumers. */
  static MessageExt stored(int bytes) {
    Message message = message(bytes);
    InetSocketAddress host = new InetSocketAddress(InetAddress.getLoopbackAddress(), 10911);
    MessageExt stored = new MessageExt(3, 1_780_000_000_000L, host, 1_780_000_000_001L, host, "");
    stored.setTopic(message.getTopic());
    stored.setBody(message.getBody());
    stored.setQueueOffset(4711);
    stored.setCommitLogOffset(5_000_000_000L);
    MessageAccessor.setProperties(stored, message.getProperties());
    return stored;
  }
}
