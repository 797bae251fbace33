package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.units.Text;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.TopicAttributes;
import org.apache.rocketmq.common.TopicFilterType;
import org.apache.rocketmq.common.attribute.AttributeParser;
import org.apache.rocketmq.common.attribute.TopicMessageType;
import org.apache.rocketmq.common.constant.PermName;
import org.apache.rocketmq.common.message.MessageId;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;
import org.apache.rocketmq.remoting.protocol.body.HARuntimeInfo;
import org.apache.rocketmq.remoting.protocol.header.CreateTopicRequestHeader;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.jspecify.annotations.Nullable;

/** Requests to name servers and brokers, the same ones that RocketMQ's admin tools make. */
public final class Admin {

  static final long TIMEOUT_MILLIS = 3_000;

  /** Timeout of changes, which a broker writes to disk before it answers. */
  static final long CHANGE_TIMEOUT_MILLIS = 15_000;

  /** Limit of the wait for dispatch before a topic is deleted. */
  private static final long DISPATCH_PATIENCE_NANOS = 10_000_000_000L;

  private static final long DISPATCH_POLL_NANOS = 10_000_000;

  private static final String PERMISSION = "brokerPermission";

  private static final String REFUSED_BY_SLAVE = "from slave broker";

  private final DefaultMQProducer client;
  private final MQClientAPIImpl api;
  private final String cluster;

  /**
   * @param cluster name of the only cluster whose brokers are asked; empty for all clusters
   */
  // Deprecated without a replacement; the admin tools would pull in the whole broker.
  @SuppressWarnings("deprecation")
  public Admin(DefaultMQProducer client, String cluster) {
    this.client = client;
    this.cluster = cluster;
    this.api = client.getDefaultMQProducerImpl().getMqClientFactory().getMQClientAPIImpl();
  }

  /**
   * Makes a request.
   *
   * @param what error message if it fails
   * @throws NotPermittedException if the account may not make this request
   */
  static <T> T ask(String what, Callable<T> request) throws BrokerException {
    try {
      return request.call();
    } catch (BrokerException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted: " + what, e);
    } catch (Exception e) {
      // A refusal, no answer, or one that the client cannot parse.
      String text = Text.of("%s: %s", what, Failure.text(e));
      throw Failure.isNotPermitted(e) && !Failure.isWrongAccount(e)
          ? new NotPermittedException(text, e)
          : new BrokerException(text, e);
    }
  }

  /** Makes requests that an interrupt from before must not end; it is set again afterwards. */
  public static void uninterrupted(Runnable requests) {
    boolean interrupted = Thread.interrupted();
    try {
      requests.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A change to be made on a slave. */
  public interface News {
    void tell() throws BrokerException;
  }

  /**
   * Makes a change on a slave, which would otherwise fetch it from its master later. Releases
   * around 4.9 refuse such changes, which is ignored: their slaves fetch every ten seconds.
   */
  public static void tellSlave(News news) throws BrokerException {
    try {
      news.tell();
    } catch (BrokerException e) {
      if (!String.valueOf(e.getMessage()).contains(REFUSED_BY_SLAVE)) {
        throw e;
      }
    }
  }

  /** The client that makes the requests. */
  public DefaultMQProducer client() {
    return client;
  }

  MQClientAPIImpl api() {
    return api;
  }

  /**
   * The addresses of all brokers by name, then by broker id: 0 is the master. A broker of a group
   * that elects its master is included once its role is known.
   */
  Map<String, SortedMap<Long, String>> brokers() throws BrokerException {
    return ask(
        "the name servers do not report the brokers",
        () -> {
          Map<String, SortedMap<Long, String>> brokers = new TreeMap<>();
          Collection<BrokerData> all =
              api.getBrokerClusterInfo(TIMEOUT_MILLIS).getBrokerAddrTable().values();
          for (BrokerData data : all) {
            if (!cluster.isEmpty() && !cluster.equals(data.getCluster())) {
              continue;
            }
            SortedMap<Long, String> addresses = new TreeMap<>(data.getBrokerAddrs());
            brokers.put(data.getBrokerName(), addresses.tailMap(MixAll.MASTER_ID));
          }
          if (brokers.isEmpty() && !all.isEmpty()) {
            throw new BrokerException(
                Text.of(
                    "the name servers know no cluster %s; they know %s",
                    cluster, String.join(", ", clusters(all))));
          }
          return brokers;
        });
  }

  /** The names of all clusters that the name servers know. */
  SortedSet<String> clusters() throws BrokerException {
    return ask(
        "the name servers do not report the clusters",
        () -> clusters(api.getBrokerClusterInfo(TIMEOUT_MILLIS).getBrokerAddrTable().values()));
  }

  private static SortedSet<String> clusters(Collection<BrokerData> brokers) {
    return brokers.stream()
        .map(broker -> String.valueOf(broker.getCluster()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The configuration in force, as reported by the broker. */
  Properties configuration(String broker) throws BrokerException {
    return ask(
        Text.of("the broker at %s does not report its configuration", broker),
        () -> api.getBrokerConfig(broker, TIMEOUT_MILLIS));
  }

  /**
   * Makes a broker register with the name servers at once, by setting its permission to the value
   * that it has. A broker of release 5 tries this at its start, usually before it is connected to
   * them, and only ten seconds later again.
   */
  void register(String broker) throws BrokerException {
    Properties permission = new Properties();
    permission.setProperty(PERMISSION, configuration(broker).getProperty(PERMISSION));
    ask(
        Text.of("the broker at %s does not register", broker),
        () -> {
          api.updateBrokerConfig(broker, permission, CHANGE_TIMEOUT_MILLIS);
          return broker;
        });
  }

  /** The release as reported by the broker, such as {@code 5.5.0}. */
  String release(String broker) throws BrokerException {
    return runtime(broker)
        .getOrDefault("brokerVersionDesc", "unknown")
        .replaceFirst("^V", "")
        .replace('_', '.');
  }

  /** Runtime figures reported by the broker, under RocketMQ's names. */
  public Map<String, String> runtime(String broker) throws BrokerException {
    return ask(
        Text.of("the broker at %s does not report its figures", broker),
        () -> api.getBrokerRuntimeInfo(broker, TIMEOUT_MILLIS).getTable());
  }

  /** Address of the controller that leads, as one of them reports it. */
  String controllerLeader(String controller) throws BrokerException {
    return ask(
        Text.of("the controller at %s does not report the one that leads", controller),
        () -> String.valueOf(api.getControllerMetaData(controller).getControllerLeaderAddress()));
  }

  /** State of the replication as reported by a master; an error before release 5. */
  HARuntimeInfo replication(String master) throws BrokerException {
    return ask(
        Text.of("the broker at %s does not report the state of its replication", master),
        () -> api.getBrokerHAStatus(master, TIMEOUT_MILLIS));
  }

  /** An integer among runtime figures; empty if it is missing or not an integer. */
  static OptionalLong figure(Map<String, String> figures, String name) {
    try {
      String figure = figures.get(name);
      return figure == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(figure));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  void createTopic(String broker, String topic, int queues, TopicMessageType type)
      throws BrokerException {
    // The client's own request has an empty field, for which brokers compute another signature.
    CreateTopicRequestHeader header = new CreateTopicRequestHeader();
    header.setTopic(topic);
    header.setDefaultTopic(TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC);
    header.setReadQueueNums(queues);
    header.setWriteQueueNums(queues);
    header.setPerm(PermName.PERM_READ | PermName.PERM_WRITE);
    header.setTopicFilterType(TopicFilterType.SINGLE_TAG.name());
    header.setTopicSysFlag(0);
    header.setOrder(false);
    if (type != TopicMessageType.NORMAL) {
      header.setAttributes(
          AttributeParser.parseToString(
              Map.of(
                  AttributeParser.ATTR_ADD_PLUS_SIGN
                      + TopicAttributes.TOPIC_MESSAGE_TYPE_ATTRIBUTE.getName(),
                  type.getValue())));
    }
    ask(
        Text.of("the broker at %s does not create the topic %s", broker, topic),
        () -> answer(broker, RequestCode.UPDATE_AND_CREATE_TOPIC, header, CHANGE_TIMEOUT_MILLIS));
  }

  /** The type of a topic's messages; empty if the broker has no such topic or does not show it. */
  Optional<TopicMessageType> messageType(String broker, String topic) throws BrokerException {
    try {
      return ask(
          Text.of("the broker at %s does not report the type of the topic %s", broker, topic),
          () -> {
            try {
              return Optional.of(
                  api.getTopicConfig(broker, topic, TIMEOUT_MILLIS).getTopicMessageType());
            } catch (MQBrokerException e) {
              if (e.getResponseCode() == ResponseCode.TOPIC_NOT_EXIST) {
                return Optional.empty();
              }
              throw e;
            }
          });
    } catch (NotPermittedException e) {
      return Optional.empty();
    }
  }

  /** Whether a broker knows producers of a group, or the account may not know. */
  public boolean mayHaveProducers(String broker, String group) throws BrokerException {
    try {
      return ask(
          Text.of("the broker at %s does not report the producers of %s", broker, group),
          () -> {
            try {
              return !api.getProducerConnectionList(broker, group, TIMEOUT_MILLIS)
                  .getConnectionSet()
                  .isEmpty();
            } catch (MQBrokerException e) {
              if (e.getResponseCode() == ResponseCode.SYSTEM_ERROR && !Failure.isNotPermitted(e)) {
                // The broker's answer for a group without producers.
                return false;
              }
              throw e;
            }
          });
    } catch (NotPermittedException e) {
      return true;
    }
  }

  /** The answer to a request for which the client has no method. */
  RemotingCommand answer(
      String broker, int code, @Nullable CommandCustomHeader header, long timeoutMillis)
      throws RemotingException, MQBrokerException, InterruptedException {
    RemotingCommand answer =
        api.getRemotingClient()
            .invokeSync(broker, RemotingCommand.createRequestCommand(code, header), timeoutMillis);
    if (answer.getCode() != ResponseCode.SUCCESS) {
      throw new MQBrokerException(answer.getCode(), answer.getRemark(), broker);
    }
    return answer;
  }

  /**
   * Deletes a topic created by brokerbench; prints an error for each master that fails.
   *
   * @return whether no master failed
   */
  public boolean removeTopic(
      Map<String, SortedMap<Long, String>> brokers, String nameServers, String topic) {
    boolean removed = true;
    for (SortedMap<Long, String> addresses : brokers.values()) {
      for (String master : addresses.headMap(1L).values()) {
        try {
          awaitDispatch(master, topic);
          deleteTopic(master, nameServers, topic);
        } catch (BrokerException e) {
          System.err.println(e.getMessage() + "; delete it by hand");
          removed = false;
        }
      }
    }
    return removed;
  }

  /**
   * Waits until the broker has dispatched everything stored so far to its consume queues, for up to
   * ten seconds. A message dispatched after the deletion of its topic enters the queues of the next
   * topic with that name, at an offset beyond the first messages of that topic, which then are
   * never delivered. Prints a warning if the dispatch takes longer.
   */
  private void awaitDispatch(String broker, String topic) {
    long end = System.nanoTime() + DISPATCH_PATIENCE_NANOS;
    try {
      Map<String, String> figures = runtime(broker);
      long stored = figure(figures, "commitLogMaxOffset").orElse(0);
      while (dispatched(figures) < stored) {
        if (System.nanoTime() - end > 0) {
          System.err.println(
              Text.of(
                  "the broker at %s has a backlog of dispatch: a new topic %s may lose messages;"
                      + " use another name",
                  broker, topic));
          return;
        }
        LockSupport.parkNanos(DISPATCH_POLL_NANOS);
        figures = runtime(broker);
      }
    } catch (BrokerException e) {
      // A broker that does not report its figures to this account may still delete the topic.
    }
  }

  /** Offset in the commit log up to which the broker has dispatched. */
  private static long dispatched(Map<String, String> figures) {
    return figure(figures, "commitLogMaxOffset").orElse(0)
        - figure(figures, "dispatchBehindBytes").orElse(0);
  }

  private void deleteTopic(String broker, String nameServers, String topic) throws BrokerException {
    String otherwise = Text.of("the topic %s is not deleted", topic);
    try {
      ask(
          otherwise,
          () -> {
            api.deleteTopicInBroker(broker, topic, CHANGE_TIMEOUT_MILLIS);
            return topic;
          });
    } catch (BrokerException e) {
      // With the timer wheel disabled, release 5.5.0 deletes the topic and then fails to answer.
      if (messages(broker, topic, -1).isPresent()) {
        throw e;
      }
    }
    BrokerException failure = null;
    for (String nameServer : nameServers.split(";", -1)) {
      try {
        ask(
            otherwise,
            () -> {
              api.deleteTopicInNameServer(nameServer.strip(), topic, TIMEOUT_MILLIS);
              return topic;
            });
      } catch (BrokerException e) {
        failure = e; // Those that answer must not keep the topic.
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The consumer groups that have consumers or offsets of a topic on a broker. */
  public Set<String> groupsOf(String broker, String topic) throws BrokerException {
    return ask(
        Text.of("the broker at %s does not report the groups of %s", broker, topic),
        () -> api.queryTopicConsumeByWho(broker, topic, TIMEOUT_MILLIS).getGroupList());
  }

  /** Whether the name servers know the topic; throws on any other answer than yes or no. */
  public boolean topicExists(String topic) throws BrokerException {
    return ask(
        Text.of("the name servers do not report the route of %s", topic),
        () -> {
          try {
            api.getTopicRouteInfoFromNameServer(topic, TIMEOUT_MILLIS, false);
            return true;
          } catch (MQClientException e) {
            if (e.getResponseCode() == ResponseCode.TOPIC_NOT_EXIST) {
              return false;
            }
            throw e;
          }
        });
  }

  /** Store time of a message on the broker's wall clock, in milliseconds since the epoch. */
  public long storedMillis(String broker, String topic, MessageId id) throws BrokerException {
    return ask(
        Text.of("the broker at %s does not show a message of %s", broker, topic),
        () -> api.viewMessage(broker, topic, id.getOffset(), TIMEOUT_MILLIS).getStoreTimestamp());
  }

  /** Minimum and maximum offset of each queue; empty if the broker does not know the topic. */
  public Map<MessageQueue, TopicOffset> offsets(String broker, String topic)
      throws BrokerException {
    return ask(
        Text.of("the broker at %s does not report the offsets of %s", broker, topic),
        () -> {
          try {
            return api.getTopicStatsInfo(broker, topic, TIMEOUT_MILLIS).getOffsetTable();
          } catch (MQBrokerException e) {
            if (e.getResponseCode() == ResponseCode.TOPIC_NOT_EXIST) {
              return Map.of();
            }
            throw e;
          }
        });
  }

  /**
   * The sum of {@link #messages(String, String, int)} over several topics.
   *
   * @return empty if the broker does not know all of them
   */
  public OptionalLong messages(String broker, List<String> topics, int queue)
      throws BrokerException {
    long sum = 0;
    for (String topic : topics) {
      OptionalLong messages = messages(broker, topic, queue);
      if (messages.isEmpty()) {
        return messages;
      }
      sum += messages.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  /**
   * The sum of the maximum offsets of a topic's queues on a broker: the number of messages ever
   * stored.
   *
   * @param queue the only queue to count, or -1 for all
   * @return empty if the broker does not know the topic; slaves learn of a topic with a delay
   */
  public OptionalLong messages(String broker, String topic, int queue) throws BrokerException {
    Map<MessageQueue, TopicOffset> offsets = offsets(broker, topic);
    return offsets.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            offsets.entrySet().stream()
                .filter(entry -> queue < 0 || entry.getKey().getQueueId() == queue)
                .mapToLong(entry -> entry.getValue().getMaxOffset())
                .sum());
  }
}
