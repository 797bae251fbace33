package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Subscription;
import io.brokerbench.workload.Consumption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.message.MessageQueue;
import org.jspecify.annotations.Nullable;

/** The clients of a consumer group at work. */
final class ConsumerSubscription implements Subscription {

  /** So long after it got a queue the push consumer asks for its first message. */
  private static final long FIRST_PULL_MILLIS = 600;

  private final RocketMqOptions options;
  private final RocketMqSession.Target target;
  private final ConsumerGroup group;
  private final ServedBy servedBy;
  private final List<Member> members = new ArrayList<>();
  private final FirstFailure failure = new FirstFailure();
  private long rebalancesBefore;

  private ConsumerSubscription(
      RocketMqOptions options,
      RocketMqSession.Target target,
      ConsumerGroup group,
      ServedBy servedBy) {
    this.options = options;
    this.target = target;
    this.group = group;
    this.servedBy = servedBy;
  }

  /** Opens the clients and returns when each has its queues. */
  static ConsumerSubscription start(
      RocketMqOptions options,
      RocketMqSession.Target target,
      Clients clients,
      ConsumerGroup group,
      ServedBy servedBy,
      Receiver receiver,
      Cluster cluster)
      throws BrokerException, InterruptedException {
    ConsumerSubscription subscription = new ConsumerSubscription(options, target, group, servedBy);
    try {
      subscription.open(clients, receiver);
      subscription.begin(new Patience(cluster));
      return subscription;
    } catch (MQClientException e) {
      subscription.close();
      throw new BrokerException("the RocketMQ consumer does not start: " + Failure.text(e), e);
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      subscription.close();
      throw e;
    }
  }

  private void open(Clients clients, Receiver receiver) throws MQClientException {
    ConsumerOptions consumer = options.consumer();
    Consumption consumption = consumer.consumption();
    Deliveries deliveries = new Deliveries(receiver, target.readQueues(), failure);
    OptionalLong brokerId = brokerId();
    for (int i = 0; i < consumption.clients(); i++) {
      members.add(
          consumer.model().pulls()
              ? new PullMember(
                  clients.pullConsumer(group.name()),
                  options.topic(),
                  consumer,
                  brokerId,
                  deliveries)
              : new PushMember(
                  clients.pushConsumer(group.name()),
                  options.topic(),
                  consumer,
                  brokerId,
                  deliveries));
    }
  }

  private OptionalLong brokerId() {
    return switch (options.consumer().readFrom()) {
      case AUTO -> OptionalLong.empty();
      case MASTER -> OptionalLong.of(0);
      case SLAVE ->
          OptionalLong.of(
              target.brokers().known().values().stream()
                  .mapToLong(brokers -> brokers.tailMap(1L).firstKey())
                  .min()
                  .orElse(1));
    };
  }

  private void begin(Patience patience)
      throws BrokerException, InterruptedException, MQClientException {
    ConsumerOptions consumer = options.consumer();
    group.enter();
    for (Member member : members) {
      member.join();
    }
    patience.await(
        String.format(
            Locale.ROOT,
            "not every client of the group %s became known to the brokers",
            group.name()),
        this::allListed);
    patience.await(
        String.format(
            Locale.ROOT, "not every client of the group %s found its retry topic", group.name()),
        () -> members.stream().allMatch(Member::ready));
    for (int i = 0; i < members.size(); i++) {
      members.get(i).begin(share(i));
    }
    patience.await(
        String.format(
            Locale.ROOT,
            "the clients of the group %s did not get all queues of %s",
            group.name(),
            options.topic()),
        () -> assigned(patience));
    if (!consumer.model().pulls()) {
      Thread.sleep(FIRST_PULL_MILLIS);
    }
    rebalancesBefore = rebalances();
  }

  private boolean allListed() throws BrokerException {
    Set<String> ids = new HashSet<>();
    for (Member member : members) {
      if (member.listed()) {
        ids.add(member.id());
      }
    }
    for (String master : group.masters()) {
      if (!ids.isEmpty() && !group.admin().members(master).containsAll(ids)) {
        return false;
      }
    }
    return true;
  }

  /** Every how-manieth queue. */
  private List<MessageQueue> share(int member) {
    List<MessageQueue> share = new ArrayList<>();
    for (int i = member; i < target.readQueues().size(); i += members.size()) {
      share.add(target.readQueues().get(i));
    }
    return share;
  }

  private boolean assigned(Patience patience) {
    boolean popping = options.consumer().model() == ConsumerOptions.Model.POP;
    Set<MessageQueue> all = new HashSet<>();
    boolean complete = true;
    int shares = 0;
    for (Member member : members) {
      Set<MessageQueue> queues = member.queues();
      shares += queues.size();
      all.addAll(queues);
      complete &= !popping || queues.size() == group.masters().size();
    }
    if (!popping) {
      complete = shares == all.size() && all.equals(Set.copyOf(target.readQueues()));
    }
    if (!complete) {
      patience.problem(
          String.format(Locale.ROOT, "%d of %d", all.size(), target.readQueues().size()));
      members.forEach(Member::rebalance);
    }
    return complete;
  }

  private long rebalances() {
    return members.stream().mapToLong(Member::rebalances).sum();
  }

  @Override
  public OptionalLong progress() throws BrokerException {
    return OptionalLong.of(group.progress());
  }

  @Override
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("rebalances", rebalances() - rebalancesBefore);
    try {
      counts.put("retries", group.retries());
      counts.put("deadLetters", group.deadLetters());
    } catch (BrokerException e) {
      // Left out: the brokers do not tell.
    }
    servedBy.counts().forEach((node, count) -> counts.put("servedBy." + node, count));
    return counts;
  }

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
  }

  @Override
  public synchronized void close() {
    members.forEach(Member::close);
  }
}
