package io.brokerbench.rocketmq;

import io.brokerbench.driver.Outgoing;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.message.MessageBuilder;

/**
 * Creates messages of the gRPC client. Immutable.
 *
 * @param topics names of the topics, by their numbers
 */
record GrpcMessages(ClientServiceProvider provider, List<String> topics) {

  GrpcMessages {
    topics = List.copyOf(topics);
  }

  /** A message; its type follows from its stream and its time of delivery. */
  Message of(Outgoing outgoing) {
    MessageBuilder builder =
        provider.newMessageBuilder().setTopic(topics.get(outgoing.topic)).setBody(outgoing.body);
    if (outgoing.key != null) {
      builder.setKeys(outgoing.key);
    }
    if (outgoing.tag != null) {
      builder.setTag(outgoing.tag);
    }
    if (outgoing.shard >= 0) {
      builder.setMessageGroup(Integer.toString(outgoing.shard));
    }
    if (outgoing.deliverAtMillis > 0) {
      builder.setDeliveryTimestamp(outgoing.deliverAtMillis);
    }
    if (!outgoing.properties.isEmpty()) {
      outgoing.properties.forEach(builder::addProperty);
    }
    return builder.build();
  }
}
