package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.workload.Load.SendMode;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Sends single messages through a proxy, which chooses the queue; messages of one shard go to one
 * queue.
 */
record GrpcProducer(
    GrpcMessages messages, org.apache.rocketmq.client.apis.producer.Producer client, SendMode mode)
    implements Producer {

  /** The status code with which a proxy acknowledges a message. */
  static final String OK = "OK";

  @Override
  public void send(Outgoing[] outgoing, Completion completion) {
    try {
      Message message = messages.of(outgoing[0]);
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

  /** Completes a send, acknowledged unless something was thrown. */
  static void ended(@Nullable Throwable thrown, Completion completion) {
    if (thrown == null) {
      completion.complete(SendOutcome.ACKED, OK);
    } else {
      Failure failure = GrpcFailure.of(thrown);
      completion.complete(failure.outcome(), failure.kind());
    }
  }
}
