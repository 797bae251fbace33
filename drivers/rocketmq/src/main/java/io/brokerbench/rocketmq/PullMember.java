package io.brokerbench.rocketmq;

import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.workload.ConsumptionSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/** A group member with a {@link DefaultLitePullConsumer} and the threads that poll it. */
final class PullMember implements GroupMember {

  private static final long POLL_MILLIS = 200;

  /** Time limit on close for the messages that the threads are consuming. */
  private static final long LAST_WORK_MILLIS = 1_000;

  private final DefaultLitePullConsumer consumer;
  private final List<String> topics;
  private final RocketMqConsumerOptions options;
  private final OptionalLong brokerId;
  private final Deliveries deliveries;
  private final List<Thread> threads = new ArrayList<>();
  private final Object polling = new Object();
  private final AtomicLong rebalances = new AtomicLong();
  private volatile Set<MessageQueue> queues = Set.of();
  private volatile boolean stopped;
  private boolean joined;

  /**
   * Creates a member that has not joined the group.
   *
   * @param topics a single one for model pull-subscribe
   * @param brokerId id of the brokers to read from; empty to follow the brokers' suggestion
   */
  PullMember(
      DefaultLitePullConsumer consumer,
      List<String> topics,
      RocketMqConsumerOptions options,
      OptionalLong brokerId,
      Deliveries deliveries) {
    this.consumer = consumer;
    this.topics = topics;
    this.options = options;
    this.brokerId = brokerId;
    this.deliveries = deliveries;
    consumer.setConsumeFromWhere(PushMember.from(options.consumption()));
    if (assigned()) {
      topics.forEach(
          topic ->
              consumer.setSubExpressionForAssign(
                  topic, options.consumption().filter().expression()));
    }
  }

  private boolean assigned() {
    return options.model() == RocketMqConsumerOptions.Model.PULL_ASSIGN;
  }

  @Override
  public MQClientInstance client() {
    return RocketMqClients.instance(consumer);
  }

  @Override
  public boolean listed() {
    return !assigned();
  }

  @Override
  public void join() throws MQClientException {
    consumer.start();
    joined = true;
    brokerId.ifPresent(
        id -> {
          consumer.setDefaultBrokerId(id);
          consumer.setConnectBrokerByUser(true);
        });
    if (!assigned()) {
      // Without a subscription, the client knows no broker to send a heartbeat to.
      topics.forEach(topic -> client().updateTopicRouteInfoFromNameServer(topic));
      client().sendHeartbeatToAllBrokerWithLock();
    }
  }

  @Override
  public void begin(Collection<MessageQueue> share) throws MQClientException {
    if (assigned()) {
      if (!share.isEmpty()) {
        consumer.assign(share);
      }
      queues = Set.copyOf(share);
    } else {
      String topic = topics.get(0);
      consumer.subscribe(topic, PushMember.selector(options.consumption().filter()));
      var listener = consumer.getMessageQueueListener();
      consumer.setMessageQueueListener(
          (changed, all, mine) -> {
            listener.messageQueueChanged(changed, all, mine);
            if (changed.equals(topic)) {
              queues = new HashSet<>(mine);
              rebalances.incrementAndGet();
            }
          });
      rebalance();
    }
    ConsumptionSettings consumption = options.consumption();
    for (int i = 0; i < consumption.threads(); i++) {
      threads.add(DaemonThreads.start("brokerbench-pull-" + i, this::poll));
    }
  }

  private void poll() {
    try {
      while (!stopped) {
        int unused = deliveries.deliver(next());
      }
    } catch (RuntimeException | Error e) {
      // A client that is shut down may refuse polls.
      if (!stopped) {
        deliveries.failed(e);
      }
    }
  }

  /**
   * The next messages; none after a stop. The client allows one polling thread at a time; the other
   * threads wait here, where they notice the stop.
   */
  private List<MessageExt> next() {
    synchronized (polling) {
      return stopped ? List.of() : consumer.poll(POLL_MILLIS);
    }
  }

  @Override
  public Set<MessageQueue> queues() {
    return queues;
  }

  @Override
  public long rebalances() {
    return rebalances.get();
  }

  @Override
  public void close() {
    if (!joined) {
      return;
    }
    joined = false;
    stopped = true;
    long deadline = System.nanoTime() + LAST_WORK_MILLIS * 1_000_000;
    try {
      for (Thread thread : threads) {
        thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    consumer.commit();
    consumer.shutdown();
  }
}
