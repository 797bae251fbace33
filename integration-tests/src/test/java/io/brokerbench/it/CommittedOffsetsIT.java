package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The committed offsets of a group after the end of its consumers. */
@Tag("nightly")
final class CommittedOffsetsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final long WORK_MILLIS = 50;
  private static final int QUEUE = 0;

  /**
   * A consumer pulls the next message before it has consumed the previous one, and the pull request
   * carries an offset. A broker with busy pull threads handles the request long after the consumer
   * has committed its final offset and ended. It applies the offset as long as the group has a
   * member: while the consumer leaves, or if another one stays.
   */
  @Test
  void aLatePullRequestDoesNotTakeBackWhatWasCommitted(@TempDir Path data) throws Exception {
    try (Cluster cluster =
            OwnCluster.start(
                data.toRealPath(),
                "cluster.topology=1m",
                "cluster.properties.pullMessageThreadPoolNums=1");
        Topics topics = new Topics(cluster.address())) {
      topics.createOnRegistered("flooded");
      topics.createOnRegistered("offsets");
      DefaultMQPushConsumer stays = null;
      CountDownLatch second = new CountDownLatch(1);
      Received received =
          new Received(
              delivery -> {
                if (delivery.text().equals("second0")) {
                  second.countDown();
                }
                return worked();
              });
      try (Session session =
          Sessions.connect(
              cluster,
              "topic.name=offsets",
              "load.threads=1",
              "consume.threads=1",
              "consume.group=offsets")) {
        Subscription subscription = session.subscribe(0, received);
        Sessions.send(session.producer(0), "first", 1, QUEUE);
        await().atMost(PATIENCE).until(() -> received.texts().contains("first0"));
        stays = idleMember(cluster.address());
        try (PullFlood flood = topics.flood("flooded")) {
          flood.awaitBacklog();
          Sessions.send(session.producer(0), "second", 1, QUEUE);
          assertThat(second.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
          subscription.close();
        }
        assertThat(session.progress(0)).hasValue(2);
      } finally {
        if (stays != null) {
          stays.shutdown();
        }
      }
    }
  }

  /** As by an administrator during a run. */
  @Test
  void theProgressIncludesAQueueThatTheTopicGetsLater(@TempDir Path data) throws Exception {
    try (Cluster cluster =
            OwnCluster.start(
                data.toRealPath(),
                "cluster.topology=1m",
                "cluster.properties.autoCreateSubscriptionGroup=false");
        Topics topics = new Topics(cluster.address())) {
      topics.createOnRegistered("grown");
      Received received = new Received();
      try (Session session =
          Sessions.connect(
              cluster,
              "topic.name=grown",
              "load.threads=1",
              "consume.threads=1",
              "consume.group=grown")) {
        Subscription subscription = session.subscribe(0, received);
        Sessions.send(session.producer(0), "first", 1, QUEUE);
        topics.addQueue("grown", "second");
        await()
            .atMost(PATIENCE)
            .until(() -> received.texts().containsAll(List.of("first0", "second")));
        assertThat(received.of("second").get(0).queue()).isEqualTo(Receiver.UNKNOWN_QUEUE);
        subscription.close();
        assertThat(session.storedCount().messages()).hasValue(2);
        assertThat(session.progress(0)).hasValue(2);
      }
    }
  }

  /** Another member of the group, which gets no queue because its name sorts last. */
  private static DefaultMQPushConsumer idleMember(String nameServers) throws MQClientException {
    DefaultMQPushConsumer member = new DefaultMQPushConsumer("offsets");
    member.setNamesrvAddr(nameServers);
    member.setInstanceName("last");
    member.subscribe("offsets", "*");
    member.registerMessageListener(
        (MessageListenerConcurrently)
            (messages, context) -> ConsumeConcurrentlyStatus.RECONSUME_LATER);
    member.suspend();
    member.start();
    return member;
  }

  private static boolean worked() {
    try {
      Thread.sleep(WORK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }
}
