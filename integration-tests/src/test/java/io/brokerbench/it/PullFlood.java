package io.brokerbench.it;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import org.apache.rocketmq.client.consumer.PullCallback;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.client.impl.CommunicationMode;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.common.filter.ExpressionType;
import org.apache.rocketmq.common.sysflag.PullSysFlag;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.header.PullMessageRequestHeader;

/**
 * Keeps the pull threads of a broker busy: until closed, thousands of its requests are queued at
 * any time. Most are one-way, so that they cost the broker more than the sender.
 */
final class PullFlood implements AutoCloseable {

  private static final long TIMEOUT_MILLIS = 120_000;
  private static final int MESSAGES_AT_ONCE = 32;
  private static final int BURSTS = 10;
  private static final int REQUESTS_OF_A_BURST = 500;

  private final MQClientAPIImpl api;
  private final String broker;
  private final String topic;
  private final Phaser unanswered = new Phaser(1);
  private final CountDownLatch first = new CountDownLatch(BURSTS);
  private volatile boolean closed;

  /** Repeatedly searches the topic's first queue for a tag that no message has. */
  PullFlood(MQClientAPIImpl api, String broker, String topic) {
    this.api = api;
    this.broker = broker;
    this.topic = topic;
    for (int i = 0; i < BURSTS; i++) {
      unanswered.register();
      burst();
    }
  }

  /** Waits until the broker has a backlog of requests. */
  void awaitBacklog() throws InterruptedException {
    first.await();
  }

  private PullMessageRequestHeader header() {
    PullMessageRequestHeader header = new PullMessageRequestHeader();
    header.setConsumerGroup("flood");
    header.setTopic(topic);
    header.setQueueId(0);
    header.setQueueOffset(0L);
    header.setMaxMsgNums(MESSAGES_AT_ONCE);
    header.setSysFlag(PullSysFlag.buildSysFlag(false, false, true, false));
    header.setCommitOffset(0L);
    header.setSuspendTimeoutMillis(0L);
    header.setSubscription("none");
    header.setSubVersion(0L);
    header.setExpressionType(ExpressionType.TAG);
    return header;
  }

  /** Sends a burst; the answer to its last request starts the next burst. */
  private void burst() {
    try {
      for (int i = 0; i < REQUESTS_OF_A_BURST; i++) {
        api.getRemotingClient()
            .invokeOneway(
                broker,
                RemotingCommand.createRequestCommand(RequestCode.PULL_MESSAGE, header()),
                TIMEOUT_MILLIS);
      }
      api.pullMessage(
          broker,
          header(),
          TIMEOUT_MILLIS,
          CommunicationMode.ASYNC,
          new PullCallback() {
            @Override
            public void onSuccess(PullResult result) {
              again();
            }

            @Override
            public void onException(Throwable e) {
              again();
            }
          });
    } catch (Exception e) {
      first.countDown();
      unanswered.arriveAndDeregister();
    }
  }

  private void again() {
    first.countDown();
    if (closed) {
      unanswered.arriveAndDeregister();
    } else {
      burst();
    }
  }

  /** Waits until all requests are answered, and thus all earlier requests of other clients too. */
  @Override
  public void close() {
    closed = true;
    unanswered.arriveAndAwaitAdvance();
  }
}
