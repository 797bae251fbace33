package io.brokerbench.rocketmq.send;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.workload.Load.SendMode;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.message.MessageBuilder;
import org.jspecify.annotations.Nullable;

/** Sends single messages through a proxy. The proxy chooses the queue. */
public final class GrpcProducer implements Producer {

  /** The status code with which a proxy acknowledges a message. */
  private static final String OK = "OK";

  private final ClientServiceProvider provider;
  private final org.apache.rocketmq.client.apis.producer.Producer client;
  private final List<String> topics;
  private final SendMode mode;

  GrpcProducer(
      ClientServiceProvider provider,
      org.apache.rocketmq.client.apis.producer.Producer client,
      List<String> topics,
      SendMode mode) {
    this.provider = provider;
    this.client = client;
    this.topics = topics;
    this.mode = mode;
  }

  @Override
  public void send(Outgoing[] messages, Completion completion) {
    try {
      Message message = message(messages[0]);
      if (mode == SendMode.ASYNC) {
        var unused =
            client.sendAsync(message).whenComplete((receipt, thrown) -> ended(thrown, completion));
        return;
      }
      client.send(message);
    } catch (ClientException | RuntimeException e) {
      ended(e, completion);
      return;
    }
    ended(null, completion);
  }

  private Message message(Outgoing outgoing) {
    MessageBuilder builder =
        provider.newMessageBuilder().setTopic(topics.get(outgoing.topic)).setBody(outgoing.body);
    if (outgoing.key != null) {
      builder.setKeys(outgoing.key);
    }
    if (outgoing.tag != null) {
      builder.setTag(outgoing.tag);
    }
    if (!outgoing.properties.isEmpty()) {
      outgoing.properties.forEach(builder::addProperty);
    }
    return builder.build();
  }

  private static void ended(@Nullable Throwable thrown, Completion completion) {
    if (thrown == null) {
      completion.complete(SendOutcome.ACKED, OK);
    } else {
      Failure failure = GrpcFailure.of(thrown);
      completion.complete(failure.outcome(), failure.kind());
    }
  }

  @Override
  public void close() {
    // The client is shared; the session closes it.
  }
}
