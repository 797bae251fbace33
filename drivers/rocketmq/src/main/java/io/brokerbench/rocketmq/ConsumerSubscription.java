package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.driver.Subscription;
import io.brokerbench.rocketmq.connect.Await;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.inspect.Destination;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.consumer.AllocateMessageQueueStrategy;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.message.MessageQueue;
import org.jspecify.annotations.Nullable;

/** The running clients of a consumer group. */
final class ConsumerSubscription implements Subscription {

  /** Time between the assignment of a queue to a push consumer and its first pull request. */
  private static final long FIRST_PULL_MILLIS = 600;

  private final RocketMqOptions options;
  private final Destination target;
  private final ConsumerGroup group;
  private final int[] indexes;
  private final List<GroupMember> members = new ArrayList<>();
  private final FirstFailure failure = new FirstFailure();
  private final Deliveries deliveries;
  private long rebalancesBefore;

  private ConsumerSubscription(
      RocketMqOptions options,
      Destination target,
      ConsumerGroup group,
      Span clients,
      Receiver receiver) {
    this.options = options;
    this.target = target;
    this.group = group;
    this.indexes = clients.below(clients()).toArray();
    this.deliveries = new Deliveries(receiver, target.readQueues(), failure);
  }

  /**
   * Starts the clients and returns when each has its queues.
   *
   * @param indexes of those clients of the group that are started
   */
  static ConsumerSubscription start(
      RocketMqOptions options,
      Destination target,
      RocketMqClients clients,
      ConsumerGroup group,
      Span indexes,
      Receiver receiver,
      Cluster cluster)
      throws BrokerException, InterruptedException {
    ConsumerSubscription subscription =
        new ConsumerSubscription(options, target, group, indexes, receiver);
    try {
      subscription.open(clients);
      subscription.begin(new Await(cluster, Optional::empty));
      return subscription;
    } catch (MQClientException e) {
      subscription.close();
      throw new BrokerException("the RocketMQ consumer does not start: " + Failure.text(e), e);
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      subscription.close();
      throw e;
    }
  }

  private void open(RocketMqClients clients) throws MQClientException {
    RocketMqConsumerOptions consumer = options.consumer();
    OptionalLong brokerId = brokerId();
    for (int index : indexes) {
      AllocateMessageQueueStrategy allocation =
          consumer.paired()
              ? new FixedAllocation(options.topics().get(0), target.share(index, clients()))
              : new AllocateMessageQueueAveragely();
      members.add(
          consumer.model().pulls()
              ? new PullMember(
                  clients.pullConsumer(group.name(), allocation),
                  options.topics(),
                  consumer,
                  brokerId,
                  deliveries)
              : new PushMember(
                  clients.pushConsumer(group.name(), allocation),
                  options.topics(),
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

  private void begin(Await patience)
      throws BrokerException, InterruptedException, MQClientException {
    RocketMqConsumerOptions consumer = options.consumer();
    group.enter();
    for (GroupMember member : members) {
      member.join();
    }
    patience.await(
        Text.of("not every client of the group %s became known to the brokers", group.name()),
        this::allListed);
    patience.await(
        Text.of("not every client of the group %s found its retry topic", group.name()),
        () -> members.stream().allMatch(GroupMember::ready));
    for (int i = 0; i < members.size(); i++) {
      members.get(i).begin(target.share(indexes[i], clients()));
    }
    patience.await(
        Text.of(
            "the clients of the group %s did not get all queues of %s",
            group.name(), options.topicNames()),
        () -> assigned(patience));
    patience.await(
        Text.of("the brokers do not have the subscription of the group %s", group.name()),
        this::announced);
    if (!consumer.model().pulls()) {
      Thread.sleep(FIRST_PULL_MILLIS);
    }
    rebalancesBefore = rebalances();
  }

  private boolean allListed() throws BrokerException {
    Set<String> ids = new HashSet<>();
    for (GroupMember member : members) {
      if (member.listed()) {
        ids.add(member.id());
      }
    }
    for (String master : group.masters()) {
      Collection<String> listed = ids.isEmpty() ? ids : group.admin().members(master);
      // All clients of the group, those of other processes too: queues move when another joins.
      if (!listed.containsAll(ids) || (!ids.isEmpty() && listed.size() < clients())) {
        return false;
      }
    }
    return true;
  }

  /** Number of clients of the group, in all processes. */
  private int clients() {
    return options.consumer().consumption().clients();
  }

  private boolean assigned(Await patience) {
    boolean popping = options.consumer().model() == RocketMqConsumerOptions.Model.POP;
    Set<MessageQueue> all = new HashSet<>();
    boolean complete = true;
    int shares = 0;
    for (GroupMember member : members) {
      Set<MessageQueue> queues = member.queues();
      shares += queues.size();
      all.addAll(queues);
      complete &= !popping || queues.size() == group.masters().size() * options.topics().size();
    }
    if (!popping) {
      complete =
          shares == all.size()
              && (members.size() == clients()
                  ? all.equals(Set.copyOf(target.readQueues()))
                  : members.stream().allMatch(member -> isFair(member.queues())));
    }
    if (!complete) {
      patience.problem(Text.of("%d of %d", all.size(), target.readQueues().size()));
      members.forEach(GroupMember::rebalance);
    }
    return complete;
  }

  /**
   * Whether a client with these queues has its share of each topic, of which none differs by more
   * than one.
   */
  private boolean isFair(Set<MessageQueue> queues) {
    Map<String, Long> own = countByTopic(queues);
    return countByTopic(target.readQueues()).entrySet().stream()
        .allMatch(
            topic -> {
              long all = topic.getValue();
              long fewest = all / clients();
              long here = own.getOrDefault(topic.getKey(), 0L);
              return here == fewest || (here == fewest + 1 && all % clients() > 0);
            });
  }

  private static Map<String, Long> countByTopic(Collection<MessageQueue> queues) {
    return queues.stream()
        .collect(Collectors.groupingBy(MessageQueue::getTopic, Collectors.counting()));
  }

  /**
   * Whether the masters know the members' subscriptions. A client that receives queues changes the
   * version of its subscription and sends a heartbeat, unless another heartbeat is in progress; its
   * pull requests are then refused until the next heartbeat, half a minute later.
   */
  private boolean announced() throws BrokerException {
    Map<String, Long> versions = new HashMap<>();
    members.forEach(
        member ->
            member
                .subscriptionVersions()
                .forEach((topic, version) -> versions.merge(topic, version, Math::max)));
    try {
      for (String master : versions.isEmpty() ? List.<String>of() : group.masters()) {
        Map<String, Long> known = group.admin().subscriptionVersions(master);
        if (versions.keySet().stream()
            .anyMatch(topic -> known.getOrDefault(topic, 0L) < versions.getOrDefault(topic, 0L))) {
          members.forEach(GroupMember::announce);
          return false;
        }
      }
      return true;
    } catch (NotPermittedException e) {
      return members.stream().allMatch(GroupMember::announce);
    }
  }

  private long rebalances() {
    return members.stream().mapToLong(GroupMember::rebalances).sum();
  }

  @Override
  public Map<String, Long> counts() {
    long since = rebalances() - rebalancesBefore;
    return Map.of("rebalances", since, "fromNewQueues", deliveries.fromNewQueues());
  }

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
  }

  @Override
  public synchronized void close() {
    members.forEach(GroupMember::close);
  }

  /**
   * Gives a client the same queues of a topic whatever other clients the group has; the group's
   * retry topic is dealt evenly.
   */
  private record FixedAllocation(String topic, List<MessageQueue> queues)
      implements AllocateMessageQueueStrategy {

    private static final AllocateMessageQueueStrategy EVENLY = new AllocateMessageQueueAveragely();

    @Override
    public List<MessageQueue> allocate(
        String group, String client, List<MessageQueue> all, List<String> clients) {
      return all.get(0).getTopic().equals(topic)
          ? all.stream().filter(queues::contains).toList()
          : EVENLY.allocate(group, client, all, clients);
    }

    @Override
    public String getName() {
      return "FIXED";
    }
  }
}
