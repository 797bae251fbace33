package io.brokerbench.rocketmq;

import static io.brokerbench.rocketmq.Admin.TIMEOUT_MILLIS;

import io.brokerbench.driver.BrokerException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.message.MessageRequestMode;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;

/** Asks brokers about one consumer group. Thread-safe. */
final class GroupAdmin {

  /** Tables of all groups, as slaves fetch them every ten seconds. */
  private static final long TABLE_TIMEOUT_MILLIS = 10_000;

  private static final Pattern OFFSET = Pattern.compile("[{,]\"?(\\d+)\"?:(\\d+)");

  private final MQClientAPIImpl api;
  private final String group;

  GroupAdmin(Admin admin, String group) {
    this.api = admin.api();
    this.group = group;
  }

  boolean exists(String broker) throws BrokerException {
    return Admin.ask(
        String.format(Locale.ROOT, "the broker at %s does not tell its consumer groups", broker),
        () ->
            api.getAllSubscriptionGroup(broker, TABLE_TIMEOUT_MILLIS)
                .getSubscriptionGroupTable()
                .containsKey(group));
  }

  void create(String broker) throws BrokerException {
    SubscriptionGroupConfig config = new SubscriptionGroupConfig();
    config.setGroupName(group);
    Admin.ask(
        String.format(
            Locale.ROOT, "the broker at %s does not make the consumer group %s", broker, group),
        () -> {
          api.createSubscriptionGroup(broker, config, TIMEOUT_MILLIS);
          return group;
        });
  }

  /** Deletes the group and its offsets. */
  void delete(String broker) throws BrokerException {
    Admin.ask(
        String.format(
            Locale.ROOT, "the broker at %s does not delete the consumer group %s", broker, group),
        () -> {
          api.deleteSubscriptionGroup(broker, group, true, TIMEOUT_MILLIS);
          return group;
        });
  }

  /**
   * The offsets that the group committed, by queue.
   *
   * <p>Out of the table of all groups: asked for a single queue, a broker says 0 of a group that
   * has none.
   */
  Map<Integer, Long> committed(String broker, String topic) throws BrokerException {
    return Admin.ask(
        String.format(
            Locale.ROOT,
            "the broker at %s does not tell the offsets of the group %s",
            broker,
            group),
        () -> {
          RemotingCommand answer =
              api.getRemotingClient()
                  .invokeSync(
                      broker,
                      RemotingCommand.createRequestCommand(
                          RequestCode.GET_ALL_CONSUMER_OFFSET, null),
                      TABLE_TIMEOUT_MILLIS);
          if (answer.getCode() != ResponseCode.SUCCESS) {
            throw new MQBrokerException(answer.getCode(), answer.getRemark(), broker);
          }
          return committed(new String(answer.getBody(), StandardCharsets.UTF_8), topic, group);
        });
  }

  /** Out of {@code {"offsetTable":{"topic@group":{0:17,1:4},...},...}}, which is not quite JSON. */
  static Map<Integer, Long> committed(String tables, String topic, String group) {
    Map<Integer, Long> offsets = new HashMap<>();
    int begin = tables.indexOf("\"offsetTable\":{");
    int end = tables.indexOf("}}", begin);
    int entry = tables.indexOf(String.format(Locale.ROOT, "\"%s@%s\":{", topic, group), begin);
    if (begin >= 0 && entry >= 0 && entry < end) {
      Matcher offset = OFFSET.matcher(tables.substring(entry, tables.indexOf('}', entry)));
      while (offset.find()) {
        offsets.put(Integer.valueOf(offset.group(1)), Long.valueOf(offset.group(2)));
      }
    }
    return offsets;
  }

  /** The offset from which the group goes on; of a queue with one. */
  long position(String broker, MessageQueue queue) throws BrokerException {
    QueryConsumerOffsetRequestHeader header = new QueryConsumerOffsetRequestHeader();
    header.setConsumerGroup(group);
    header.setTopic(queue.getTopic());
    header.setQueueId(queue.getQueueId());
    return Admin.ask(
        String.format(
            Locale.ROOT,
            "the broker at %s does not tell the offset of the group %s",
            broker,
            group),
        () -> api.queryConsumerOffset(broker, header, TIMEOUT_MILLIS));
  }

  void commit(String broker, MessageQueue queue, long offset) throws BrokerException {
    UpdateConsumerOffsetRequestHeader header = new UpdateConsumerOffsetRequestHeader();
    header.setConsumerGroup(group);
    header.setTopic(queue.getTopic());
    header.setQueueId(queue.getQueueId());
    header.setCommitOffset(offset);
    Admin.ask(
        String.format(
            Locale.ROOT, "the broker at %s does not take an offset of the group %s", broker, group),
        () -> {
          api.updateConsumerOffset(broker, header, TIMEOUT_MILLIS);
          return group;
        });
  }

  /** Identities of the clients that consume in the group now. */
  List<String> members(String broker) throws BrokerException {
    return Admin.ask(
        String.format(
            Locale.ROOT,
            "the broker at %s does not tell the members of the group %s",
            broker,
            group),
        () -> {
          try {
            List<String> members = api.getConsumerIdListByGroup(broker, group, TIMEOUT_MILLIS);
            return members == null ? List.of() : members;
          } catch (MQBrokerException e) {
            if (e.getResponseCode() == ResponseCode.SYSTEM_ERROR) {
              // Its way to say that there is none.
              return List.of();
            }
            throw e;
          }
        });
  }

  /** Has a broker's own assignment hand out messages, rather than queues, or queues again. */
  void pop(String broker, String topic, boolean yes) throws BrokerException {
    Admin.ask(
        String.format(Locale.ROOT, "the broker at %s does not let the group %s pop", broker, group),
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
