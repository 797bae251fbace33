package io.brokerbench.rocketmq.inspect;

import static io.brokerbench.rocketmq.inspect.Admin.CHANGE_TIMEOUT_MILLIS;
import static io.brokerbench.rocketmq.inspect.Admin.TIMEOUT_MILLIS;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.units.Text;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.OffsetNotFoundException;
import org.apache.rocketmq.client.impl.CommunicationMode;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.common.filter.ExpressionType;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.message.MessageRequestMode;
import org.apache.rocketmq.common.sysflag.PullSysFlag;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;
import org.apache.rocketmq.remoting.protocol.body.SubscriptionGroupWrapper;
import org.apache.rocketmq.remoting.protocol.header.PullMessageRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import org.apache.rocketmq.remoting.protocol.heartbeat.SubscriptionData;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;

/** Requests to brokers about one consumer group. Thread-safe. */
public final class GroupAdmin {

  /** For the tables of all groups; slaves fetch the same tables every ten seconds. */
  private static final long TABLE_TIMEOUT_MILLIS = 10_000;

  private static final Pattern OFFSET = Pattern.compile("[{,]\"?(\\d+)\"?:(\\d+)");

  private final Admin admin;
  private final MQClientAPIImpl api;
  private final String group;

  public GroupAdmin(Admin admin, String group) {
    this.admin = admin;
    this.api = admin.api();
    this.group = group;
  }

  public boolean exists(String broker) throws BrokerException {
    return configuration(broker).isPresent();
  }

  /**
   * Whether the group exists and the broker serves it in the order of each queue, if it pops: it
   * then delivers messages of a queue only when the earlier ones are acknowledged.
   */
  public boolean isOrdered(String broker) throws BrokerException {
    return configuration(broker)
        .filter(SubscriptionGroupConfig::isConsumeMessageOrderly)
        .isPresent();
  }

  private Optional<SubscriptionGroupConfig> configuration(String broker) throws BrokerException {
    return Admin.ask(
        Text.of("the broker at %s does not report its consumer groups", broker),
        () ->
            Optional.ofNullable(
                RemotingSerializable.decode(
                        // The client's own request has an empty field, as that of a new topic.
                        admin
                            .answer(
                                broker,
                                RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG,
                                null,
                                TABLE_TIMEOUT_MILLIS)
                            .getBody(),
                        SubscriptionGroupWrapper.class)
                    .getSubscriptionGroupTable()
                    .get(group)));
  }

  /**
   * Creates the group.
   *
   * @param ordered as {@link #isOrdered}
   */
  public void create(String broker, boolean ordered) throws BrokerException {
    SubscriptionGroupConfig config = new SubscriptionGroupConfig();
    config.setGroupName(group);
    config.setConsumeMessageOrderly(ordered);
    Admin.ask(
        Text.of("the broker at %s does not create the consumer group %s", broker, group),
        () -> {
          api.createSubscriptionGroup(broker, config, CHANGE_TIMEOUT_MILLIS);
          return group;
        });
  }

  /** Deletes the group and its offsets. */
  public void delete(String broker) throws BrokerException {
    Admin.ask(
        Text.of("the broker at %s does not delete the consumer group %s", broker, group),
        () -> {
          api.deleteSubscriptionGroup(broker, group, true, CHANGE_TIMEOUT_MILLIS);
          return group;
        });
  }

  /**
   * The committed offsets of the group, by queue id.
   *
   * <p>Read from the table of all groups: a request for a single queue returns 0 for a group
   * without a committed offset.
   */
  public Map<Integer, Long> committed(String broker, String topic) throws BrokerException {
    return committed(tables(broker), topic, group);
  }

  /**
   * The same for an account that may not read that table. Of some queues without a committed offset
   * the broker reports 0.
   */
  public Map<Integer, Long> committed(String broker, Collection<MessageQueue> queues)
      throws BrokerException {
    Map<Integer, Long> committed = new HashMap<>();
    for (MessageQueue queue : queues) {
      try {
        committed.put(queue.getQueueId(), position(broker, queue));
      } catch (BrokerException e) {
        if (!(e.getCause() instanceof OffsetNotFoundException)) {
          throw e;
        }
      }
    }
    return committed;
  }

  /** Whether the group has a committed offset for any topic. */
  public boolean hasOffsets(String broker) throws BrokerException {
    return hasOffsets(tables(broker), group);
  }

  /** The offsets of all groups, in the notation of the broker. */
  private String tables(String broker) throws BrokerException {
    return Admin.ask(
        Text.of("the broker at %s does not report the offsets of the group %s", broker, group),
        () ->
            new String(
                admin
                    .answer(broker, RequestCode.GET_ALL_CONSUMER_OFFSET, null, TABLE_TIMEOUT_MILLIS)
                    .getBody(),
                StandardCharsets.UTF_8));
  }

  /** Parses {@code {"offsetTable":{"topic@group":{0:17,1:4},...},...}}, which is not valid JSON. */
  public static Map<Integer, Long> committed(String tables, String topic, String group) {
    Map<Integer, Long> offsets = new HashMap<>();
    int begin = tables.indexOf("\"offsetTable\":{");
    int end = tables.indexOf("}}", begin);
    int entry = tables.indexOf(Text.of("\"%s@%s\":{", topic, group), begin);
    if (begin >= 0 && entry >= 0 && entry < end) {
      Matcher offset = OFFSET.matcher(tables.substring(entry, tables.indexOf('}', entry)));
      while (offset.find()) {
        offsets.put(Integer.valueOf(offset.group(1)), Long.valueOf(offset.group(2)));
      }
    }
    return offsets;
  }

  /** Whether tables as those of {@link #committed} have an entry of a group. */
  public static boolean hasOffsets(String tables, String group) {
    int begin = tables.indexOf("\"offsetTable\":{");
    int entry = tables.indexOf(Text.of("@%s\":{", group), begin);
    return begin >= 0 && entry >= 0 && entry < tables.indexOf("}}", begin);
  }

  /**
   * Minimum and maximum offset of each queue, for an account that may consume but not read the
   * statistics of the topic: from the answers to requests for a message.
   */
  public Map<MessageQueue, TopicOffset> offsets(String broker, Collection<MessageQueue> queues)
      throws BrokerException {
    Map<MessageQueue, TopicOffset> offsets = new HashMap<>();
    for (MessageQueue queue : queues) {
      PullMessageRequestHeader header = new PullMessageRequestHeader();
      header.setConsumerGroup(group);
      header.setTopic(queue.getTopic());
      header.setQueueId(queue.getQueueId());
      header.setQueueOffset(0L);
      header.setMaxMsgNums(1);
      header.setSysFlag(PullSysFlag.buildSysFlag(false, false, true, false));
      header.setCommitOffset(0L);
      header.setSuspendTimeoutMillis(0L);
      header.setSubscription(SubscriptionData.SUB_ALL);
      header.setSubVersion(0L);
      header.setExpressionType(ExpressionType.TAG);
      PullResult answer =
          Admin.ask(
              Text.of("the broker at %s delivers no message of %s", broker, queue.getTopic()),
              () -> api.pullMessage(broker, header, TIMEOUT_MILLIS, CommunicationMode.SYNC, null));
      TopicOffset offset = new TopicOffset();
      offset.setMinOffset(answer.getMinOffset());
      offset.setMaxOffset(answer.getMaxOffset());
      offsets.put(queue, offset);
    }
    return offsets;
  }

  /** The offset at which the group continues; the queue must have a committed offset. */
  public long position(String broker, MessageQueue queue) throws BrokerException {
    QueryConsumerOffsetRequestHeader header = new QueryConsumerOffsetRequestHeader();
    header.setConsumerGroup(group);
    header.setTopic(queue.getTopic());
    header.setQueueId(queue.getQueueId());
    return Admin.ask(
        Text.of("the broker at %s does not report the offset of the group %s", broker, group),
        () -> api.queryConsumerOffset(broker, header, TIMEOUT_MILLIS));
  }

  public void commit(String broker, MessageQueue queue, long offset) throws BrokerException {
    UpdateConsumerOffsetRequestHeader header = new UpdateConsumerOffsetRequestHeader();
    header.setConsumerGroup(group);
    header.setTopic(queue.getTopic());
    header.setQueueId(queue.getQueueId());
    header.setCommitOffset(offset);
    Admin.ask(
        Text.of("the broker at %s does not accept an offset of the group %s", broker, group),
        () -> {
          api.updateConsumerOffset(broker, header, TIMEOUT_MILLIS);
          return group;
        });
  }

  /** Versions of the group's subscriptions by topic, in milliseconds since the epoch. */
  public Map<String, Long> subscriptionVersions(String broker) throws BrokerException {
    return Admin.ask(
        Text.of(
            "the broker at %s does not report the subscriptions of the group %s", broker, group),
        () -> {
          Map<String, Long> versions = new HashMap<>();
          api.getConsumerConnectionList(broker, group, TIMEOUT_MILLIS)
              .getSubscriptionTable()
              .forEach((topic, subscription) -> versions.put(topic, subscription.getSubVersion()));
          return versions;
        });
  }

  /** Client ids of the consumers currently in the group. */
  public List<String> members(String broker) throws BrokerException {
    return Admin.ask(
        Text.of("the broker at %s does not report the members of the group %s", broker, group),
        () -> {
          try {
            List<String> members = api.getConsumerIdListByGroup(broker, group, TIMEOUT_MILLIS);
            return members == null ? List.of() : members;
          } catch (MQBrokerException e) {
            if (e.getResponseCode() == ResponseCode.SYSTEM_ERROR && !Failure.isNotPermitted(e)) {
              // The broker's answer for a group without members.
              return List.of();
            }
            throw e;
          }
        });
  }

  /** Switches the group between pop mode (messages are assigned) and pull mode (queues are). */
  public void pop(String broker, String topic, boolean yes) throws BrokerException {
    Admin.ask(
        Text.of("the broker at %s does not switch the mode of the group %s", broker, group),
        () -> {
          // 0: each client may pop from every queue.
          api.setMessageRequestMode(
              broker,
              topic,
              group,
              yes ? MessageRequestMode.POP : MessageRequestMode.PULL,
              0,
              TIMEOUT_MILLIS);
          return group;
        });
  }
}
