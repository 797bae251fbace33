package io.brokerbench.rocketmq.connect;

import io.brokerbench.driver.Outgoing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.common.message.Message;

/**
 * Creates RocketMQ messages, and reads those of the gRPC client. Immutable.
 *
 * @param topics names of the topics, by their numbers
 */
public record RocketMqMessages(List<String> topics, int delayLevel) {

  public RocketMqMessages {
    topics = List.copyOf(topics);
  }

  public Message of(Outgoing outgoing) {
    Message message = new Message(topics.get(outgoing.topic), outgoing.body);
    if (outgoing.key != null) {
      message.setKeys(outgoing.key);
    }
    if (outgoing.tag != null) {
      message.setTags(outgoing.tag);
    }
    if (!outgoing.properties.isEmpty()) {
      outgoing.properties.forEach(message::putUserProperty);
    }
    if (delayLevel > 0) {
      message.setDelayTimeLevel(delayLevel);
    }
    if (outgoing.deliverAtMillis > 0) {
      message.setDeliverTimeMs(outgoing.deliverAtMillis);
    }
    return message;
  }

  public List<Message> of(Outgoing[] batch) {
    List<Message> messages = new ArrayList<>(batch.length);
    for (Outgoing outgoing : batch) {
      messages.add(of(outgoing));
    }
    return messages;
  }

  /** The body of a message that a gRPC client has received. */
  public static byte[] body(MessageView message) {
    ByteBuffer body = message.getBody();
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    return bytes;
  }
}
