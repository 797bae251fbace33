package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.Cluster;
import io.brokerbench.rocketmq.connect.ClientLogs;
import io.brokerbench.rocketmq.inspect.Admin;
import io.brokerbench.rocketmq.inspect.Brokers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.client.consumer.DefaultMQPullConsumer;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.client.consumer.PullStatus;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.constant.PermName;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;
import org.jspecify.annotations.Nullable;

/**
 * Reads the topics of a cluster with RocketMQ's own client; each queue by explicit offsets, because
 * consumers that keep offsets themselves may lose them when they seek.
 */
// Deprecated for consumers of the other kind.
@SuppressWarnings("deprecation")
public final class Topics implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int POLL_MILLIS = 200;
  private static final int MESSAGES_AT_ONCE = 32;
  private static final int QUEUES = 4;
  private static final int FLOODED_MESSAGES = 1_000;
  private static final long MASTER = 0;
  private static final long SLAVE = 1;
  private static final long ADMIN_MILLIS = 120_000;

  private final DefaultMQProducer client;
  private final DefaultMQPullConsumer reader;

  Topics(String nameServers) throws MQClientException {
    this(nameServers, null);
  }

  /** With an account that signs each request; null for none. */
  Topics(String nameServers, @Nullable RPCHook account) throws MQClientException {
    ClientLogs.quietRemoting();
    this.client = made(() -> new DefaultMQProducer("brokerbench-it-topics", account));
    client.setNamesrvAddr(nameServers);
    client.start();
    this.reader = made(() -> new DefaultMQPullConsumer("brokerbench-it-reader", account));
    reader.setNamesrvAddr(nameServers);
    reader.start();
  }

  /**
   * Creates a client; retries, because creation fails if a network interface, such as that of a
   * container, disappears meanwhile.
   */
  private static <T> T made(Callable<T> client) {
    return await().ignoreException(NullPointerException.class).until(client, Objects::nonNull);
  }

  /** Whether the name servers know the topic. */
  boolean exists(String topic) throws Exception {
    try {
      api().getTopicRouteInfoFromNameServer(topic, ADMIN_MILLIS);
      return true;
    } catch (MQClientException e) {
      return false;
    }
  }

  // Deprecated without a successor.
  @SuppressWarnings("deprecation")
  MQClientAPIImpl api() {
    return client.getDefaultMQProducerImpl().getMqClientFactory().getMQClientAPIImpl();
  }

  /** Reads a topic from its start until that many matching messages are found. */
  List<MessageExt> read(String topic, int count, Predicate<MessageExt> interest) throws Exception {
    List<MessageExt> found = new ArrayList<>();
    Map<MessageQueue, Long> next = new HashMap<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (found.size() < count && System.nanoTime() < deadline) {
      boolean nothingNew = true;
      for (MessageQueue queue : client.fetchPublishMessageQueues(topic)) {
        List<MessageExt> messages = readOn(queue, next);
        messages.stream().filter(interest).forEach(found::add);
        nothingNew &= messages.isEmpty();
      }
      if (nothingNew) {
        Thread.sleep(POLL_MILLIS);
      }
    }
    return found;
  }

  /** The number of brokers known to the name servers. */
  long brokers() throws Exception {
    return brokerData().stream().mapToLong(broker -> broker.getBrokerAddrs().size()).sum();
  }

  /** The brokers of a cluster that brokerbench started, as known to the name servers. */
  Brokers brokers(Cluster cluster) {
    return new Brokers(new Admin(client, ""), cluster);
  }

  /** Names of all topics that the name servers know. */
  Set<String> names() throws Exception {
    return new HashSet<>(api().getTopicListFromNameServer(ADMIN_MILLIS).getTopicList());
  }

  /** The committed offsets of a group on the masters; empty for queues without one. */
  Map<MessageQueue, Long> offsets(String group) throws Exception {
    Map<MessageQueue, Long> offsets = new HashMap<>();
    for (String master : masters()) {
      api()
          .getConsumeStats(master, group, ADMIN_MILLIS)
          .getOffsetTable()
          .forEach((queue, offset) -> offsets.put(queue, offset.getConsumerOffset()));
    }
    return offsets;
  }

  /** Client ids of the members of a group. */
  List<String> members(String group) throws Exception {
    List<String> members = new ArrayList<>();
    for (String master : masters()) {
      members.addAll(api().getConsumerIdListByGroup(master, group, ADMIN_MILLIS));
    }
    return members;
  }

  /** Names of the consumer groups known to the masters. */
  Set<String> groups() throws Exception {
    Set<String> names = new HashSet<>();
    for (BrokerData broker : brokerData()) {
      names.addAll(groupsOn(broker.getBrokerName()));
    }
    return names;
  }

  /** Names of the consumer groups known to the master of this name. */
  Set<String> groupsOn(String broker) throws Exception {
    BrokerData data = api().getBrokerClusterInfo(ADMIN_MILLIS).getBrokerAddrTable().get(broker);
    return api()
        .getAllSubscriptionGroup(data.getBrokerAddrs().get(MASTER), ADMIN_MILLIS)
        .getSubscriptionGroupTable()
        .keySet();
  }

  /** Names of the brokers that have a topic. */
  Set<String> brokersOf(String topic) throws Exception {
    return api().getTopicRouteInfoFromNameServer(topic, ADMIN_MILLIS).getBrokerDatas().stream()
        .map(BrokerData::getBrokerName)
        .collect(Collectors.toSet());
  }

  /** Names of the clusters known to the name servers. */
  Set<String> clusters() throws Exception {
    return api().getBrokerClusterInfo(ADMIN_MILLIS).getClusterAddrTable().keySet();
  }

  /** Creates a read-only topic on every master. */
  void createReadOnly(String topic) throws Exception {
    TopicConfig config = new TopicConfig(topic, QUEUES, QUEUES, PermName.PERM_READ);
    for (BrokerData broker : brokerData()) {
      create(broker.getBrokerAddrs().get(MASTER), config);
    }
  }

  /** Creates a consumer group on every master. */
  void createGroup(String group) throws Exception {
    SubscriptionGroupConfig config = new SubscriptionGroupConfig();
    config.setGroupName(group);
    for (String master : masters()) {
      api().createSubscriptionGroup(master, config, ADMIN_MILLIS);
    }
  }

  /** Creates a topic on masters and slaves; slaves would otherwise learn of it a minute later. */
  void createEverywhere(String topic) throws Exception {
    createOn(brokersWith(MASTER, SLAVE), topic);
  }

  /** Creates a topic on all registered brokers, regardless of their ids. */
  void createOnRegistered(String topic) throws Exception {
    createOn(brokerData(), topic);
  }

  private void createOn(Collection<BrokerData> brokers, String topic) throws Exception {
    TopicConfig config =
        new TopicConfig(topic, QUEUES, QUEUES, PermName.PERM_READ | PermName.PERM_WRITE);
    for (BrokerData broker : brokers) {
      for (String address : broker.getBrokerAddrs().values()) {
        create(address, config);
      }
    }
  }

  /**
   * Adds a queue to a topic of {@link #createOnRegistered} on the only master, with a message.
   *
   * @param text the body of the message
   */
  void addQueue(String topic, String text) throws Exception {
    TopicConfig config =
        new TopicConfig(topic, QUEUES + 1, QUEUES + 1, PermName.PERM_READ | PermName.PERM_WRITE);
    for (BrokerData broker : brokerData()) {
      create(broker.getBrokerAddrs().get(MASTER), config);
      client.send(
          new Message(topic, text.getBytes(UTF_8)),
          new MessageQueue(topic, broker.getBrokerName(), QUEUES));
    }
  }

  private void create(String broker, TopicConfig config) throws Exception {
    api().createTopic(broker, TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC, config, ADMIN_MILLIS);
  }

  private Collection<BrokerData> brokerData() throws Exception {
    return api().getBrokerClusterInfo(ADMIN_MILLIS).getBrokerAddrTable().values();
  }

  /**
   * The brokers, once the name servers know each with these ids: a broker that was stopped may have
   * been removed, and registers only every half minute.
   */
  private Collection<BrokerData> brokersWith(Long... ids) {
    return await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            this::brokerData,
            brokers ->
                !brokers.isEmpty()
                    && brokers.stream()
                        .allMatch(
                            broker -> broker.getBrokerAddrs().keySet().containsAll(List.of(ids))));
  }

  /** Keeps the pull threads of the only master busy with a topic of its own. */
  PullFlood flood(String topic) throws Exception {
    MessageQueue queue =
        client.fetchPublishMessageQueues(topic).stream()
            .filter(each -> each.getQueueId() == 0)
            .findFirst()
            .orElseThrow();
    for (int i = 0; i < FLOODED_MESSAGES; i++) {
      client.send(new Message(topic, new byte[1]), queue);
    }
    return new PullFlood(api(), masters().get(0), topic);
  }

  /** Whether the name servers know a master. */
  boolean hasMaster() throws Exception {
    return !masters().isEmpty();
  }

  /** The addresses of the current masters. */
  List<String> masters() throws Exception {
    return brokerData().stream()
        .flatMap(broker -> Stream.ofNullable(broker.getBrokerAddrs().get(MASTER)))
        .toList();
  }

  /** The port of the only master for its slaves. */
  int replicationPort() throws Exception {
    return Integer.parseInt(
        api().getBrokerConfig(masters().get(0), ADMIN_MILLIS).getProperty("haListenPort", ""));
  }

  /** Whether each master has a possible successor, where a controller elects it. */
  boolean mastersHaveSuccessors() throws Exception {
    for (BrokerData broker : brokerData()) {
      String master = broker.getBrokerAddrs().get(MASTER);
      String controller =
          api().getBrokerConfig(master, ADMIN_MILLIS).getProperty("controllerAddr", "");
      if (!controller.isEmpty() && inSync(controller, broker.getBrokerName()) < 2) {
        return false;
      }
    }
    return true;
  }

  /** The number of in-sync replicas known to a controller, including the master. */
  private int inSync(String controller, String broker) throws Exception {
    return api()
        .getInSyncStateData(controller, List.of(broker))
        .getReplicasInfoTable()
        .get(broker)
        .getInSyncReplicas()
        .size();
  }

  /** The messages that the slave returns of a topic that was created on it as well. */
  List<MessageExt> onSlave(String topic) throws Exception {
    List<MessageExt> found = new ArrayList<>();
    for (BrokerData broker : brokersWith(SLAVE)) {
      String slave = broker.getBrokerAddrs().get(SLAVE);
      for (int id = 0; id < QUEUES; id++) {
        MessageQueue queue = new MessageQueue(topic, broker.getBrokerName(), id);
        found.addAll(readTo(api().getMaxOffset(slave, queue, ADMIN_MILLIS), queue));
      }
    }
    return found;
  }

  /** All messages of a topic's queues, from the first to the current last offset. */
  List<MessageExt> all(String topic) throws Exception {
    List<MessageExt> found = new ArrayList<>();
    for (MessageQueue queue : client.fetchPublishMessageQueues(topic)) {
      found.addAll(readTo(end(queue), queue));
    }
    return found;
  }

  /** The messages of a queue below an offset. */
  private List<MessageExt> readTo(long end, MessageQueue queue) throws MQClientException {
    List<MessageExt> found = new ArrayList<>();
    Map<MessageQueue, Long> next = new HashMap<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (next.getOrDefault(queue, 0L) < end) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            String.format(
                Locale.ROOT,
                "%s ends at %d, but beyond %s nothing is available",
                queue,
                end,
                next));
      }
      readOn(queue, next).stream()
          .filter(message -> message.getQueueOffset() < end)
          .forEach(found::add);
    }
    return found;
  }

  /** The messages of a queue at its next offset, as many as the broker returns at once. */
  private List<MessageExt> readOn(MessageQueue queue, Map<MessageQueue, Long> next)
      throws MQClientException {
    PullResult result =
        patiently(() -> reader.pull(queue, "*", next.getOrDefault(queue, 0L), MESSAGES_AT_ONCE));
    next.put(queue, result.getNextBeginOffset());
    return result.getPullStatus() == PullStatus.FOUND ? result.getMsgFoundList() : List.of();
  }

  /** The number of messages ever stored in a topic's queues. */
  long end(String topic) throws MQClientException {
    long sum = 0;
    for (MessageQueue queue : client.fetchPublishMessageQueues(topic)) {
      sum += end(queue);
    }
    return sum;
  }

  /** The sum of the offsets that a group has committed, on the only master. */
  long committed(String topic, String group) throws Exception {
    long sum = 0;
    for (MessageQueue queue : client.fetchPublishMessageQueues(topic)) {
      QueryConsumerOffsetRequestHeader header = new QueryConsumerOffsetRequestHeader();
      header.setConsumerGroup(group);
      header.setTopic(topic);
      header.setQueueId(queue.getQueueId());
      sum += api().queryConsumerOffset(masters().get(0), header, ADMIN_MILLIS);
    }
    return sum;
  }

  // Deprecated without a successor.
  @SuppressWarnings("deprecation")
  private long end(MessageQueue queue) throws MQClientException {
    return patiently(() -> client.maxOffset(queue));
  }

  private interface Question<T> {
    T ask() throws MQClientException, RemotingException, MQBrokerException, InterruptedException;
  }

  /** Repeats a query, because brokers on a busy machine may answer slowly. */
  private static <T> T patiently(Question<T> question) throws MQClientException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return question.ask();
      } catch (MQClientException | RemotingException | MQBrokerException e) {
        if (System.nanoTime() > deadline) {
          throw new MQClientException("no answer", e);
        }
      } catch (InterruptedException e) {
        throw new MQClientException("interrupted", e);
      }
    }
  }

  @Override
  public void close() {
    reader.shutdown();
    client.shutdown();
  }
}
