package io.brokerbench.rocketmq;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.BrokerSends;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.StoredCount;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.results.Promise;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.inspect.Admin;
import io.brokerbench.rocketmq.inspect.BrokerClocks;
import io.brokerbench.rocketmq.inspect.BrokerFigures;
import io.brokerbench.rocketmq.inspect.BrokerView;
import io.brokerbench.rocketmq.inspect.Destination;
import io.brokerbench.rocketmq.inspect.HeldPulls;
import io.brokerbench.rocketmq.inspect.MasterReader;
import io.brokerbench.rocketmq.inspect.ServedMessages;
import io.brokerbench.rocketmq.inspect.TopicCounts;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.rocketmq.client.java.misc.MetadataUtils;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.message.MessageQueue;

/** A session with a ready RocketMQ cluster. */
final class RocketMqSession implements Session {

  private final RocketMqOptions options;
  private final Cluster cluster;
  private final Seat seat;
  private final RocketMqClients clients;
  private final Admin admin;
  private final CreatedObjects created;
  private final Consumer<String> progress;
  private final ProducerClients producers;
  private final Destination target;
  private final TopicCounts stored;
  private final SearchResult brokers;
  private final List<ConsumerGroup> groups;
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private final Optional<BrokerFigures> figures;
  private final MasterReader reader;
  private final ServedMessages served;
  private boolean closed;

  /**
   * @param stored counts the messages stored since the session was established
   * @param groups of the consumers, and at last that of clients alongside the load, if there are
   *     any
   */
  RocketMqSession(
      RocketMqOptions options,
      Access access,
      ProducerClients producers,
      Destination target,
      TopicCounts stored,
      SearchResult brokers,
      List<ConsumerGroup> groups) {
    this.options = options;
    this.cluster = access.cluster();
    this.seat = access.seat();
    this.clients = access.clients();
    this.admin = access.admin();
    this.created = access.created();
    this.progress = access.progress();
    this.producers = producers;
    this.target = target;
    this.stored = stored;
    this.brokers = brokers;
    this.groups = List.copyOf(groups);
    this.served = new ServedMessages(admin, target.brokers(), options.topics());
    this.figures =
        seat.joins() ? Optional.empty() : Optional.of(new BrokerFigures(admin, target.brokers()));
    this.reader =
        new MasterReader(
            brokers.clocks(),
            target.brokers()::known,
            target.brokers()::now,
            (group, master, answer) ->
                figures.ifPresent(read -> read.answered(group, master, answer)));
  }

  @Override
  public String run() {
    return created.id();
  }

  @Override
  public Promise promise() {
    return brokers.promise();
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> topic = new LinkedHashMap<>();
    topic.put("name", options.topicNames());
    topic.put("queues", queues());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("client", client());
    facts.put("topic", topic);
    facts.put("brokers", brokers.views().stream().map(BrokerView::facts).toList());
    return facts;
  }

  private Map<String, Object> client() {
    Map<String, Object> client = new LinkedHashMap<>();
    if (options.grpc()) {
      client.put("name", "rocketmq-client-java");
      client.put("release", String.valueOf(MetadataUtils.getVersion()));
      client.put("proxies", producers.grpc().proxies().addresses());
    } else {
      client.put("name", "rocketmq-client");
      client.put("release", MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION));
      client.put("headerFormat", options.headerFormat());
      client.put("threads", options.direct() ? "direct" : "stock");
    }
    client.put("instances", options.instances());
    client.put("retries", options.retries());
    return client;
  }

  @Override
  public Producer producer(int index) throws BrokerException {
    return producers.producer(
        index, options.consumer().paired() ? pairedQueues(index) : target.queues());
  }

  /** The writable queues of the consumer clients with a sender's number. */
  private List<MessageQueue> pairedQueues(int sender) throws BrokerException {
    List<MessageQueue> queues =
        target.share(sender, options.senders()).stream().filter(target.queues()::contains).toList();
    if (queues.isEmpty()) {
      throw new BrokerException(
          Text.of(
              "workers.placement=paired: the topic %s has %d queues, too few for %d senders",
              options.topics().get(0), target.readQueues().size(), options.senders()));
    }
    return queues;
  }

  @Override
  public Producer transactionalProducer(int index, TransactionHandler handler) {
    return producers.transactionalProducer(index, handler);
  }

  @Override
  public Optional<Node> nodeInRole(NodeRole role) {
    return target.brokers().nodeInRole(role, ledQueues());
  }

  @Override
  public Optional<Node> nodeKnownToSenders(NodeRole role) {
    return target.brokers().nodeInRole(role, ledQueues(), producers::knownMaster);
  }

  private List<MessageQueue> ledQueues() {
    return target.queues().isEmpty() ? target.readQueues() : target.queues();
  }

  @Override
  public Duration checkBackDelay() {
    return brokers.views().stream()
        .map(BrokerView::checkBackDelay)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  @Override
  public Duration deliveryDelay() {
    return brokers.views().stream()
        .map(broker -> broker.delay(options.delayLevel()))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  @Override
  public Subscription subscribe(int group, Receiver receiver)
      throws BrokerException, InterruptedException {
    ConsumerGroup joined = groups.get(group);
    Subscription subscription =
        options.grpc()
            ? GrpcSubscription.start(
                options, producers.grpc().proxies(), joined.name(), seat.clients(), receiver)
            : ConsumerSubscription.start(
                options, target, clients, joined, seat.clients(), receiver, cluster);
    subscriptions.add(subscription);
    return subscription;
  }

  @Override
  public IdleConnection connect(int client) throws ConnectionFailedException {
    return IdleMember.start(clients, groups.get(groups.size() - 1).name(), options.topics().get(0));
  }

  @Override
  public OptionalLong progress(int group) throws BrokerException {
    return groups.get(group).progress();
  }

  @Override
  public Map<String, Long> groupCounts(int group) {
    Map<String, Long> counts = new TreeMap<>();
    groups.get(group).retries().ifPresent(count -> counts.put("retries", count));
    groups.get(group).deadLetters().ifPresent(count -> counts.put("deadLetters", count));
    if (group == 0) {
      // Brokers report these counts for all groups together.
      served.counts().forEach((node, count) -> counts.put("servedBy." + node, count));
    }
    return counts;
  }

  @Override
  public int queues() {
    return options.consumer().any() ? target.readQueues().size() : target.queues().size();
  }

  @Override
  public boolean keepsOrder() {
    return options.keepsOrder();
  }

  @Override
  public ClockOffset clockOffset() {
    return cluster.nodes().isEmpty() ? brokers.clocks().offset() : ClockOffset.NONE;
  }

  @Override
  public StoredCount storedCount() throws BrokerException {
    SortedMap<String, Long> counts = stored.byMaster();
    SortedMap<String, Long> joined = stored.ofJoined(counts);
    return new StoredCount(
        OptionalLong.of(TopicCounts.sum(counts)),
        joined,
        // What a broker held of an older topic when it joined is unknown.
        !joined.isEmpty() && !target.topics().createdAll());
  }

  @Override
  public SortedMap<String, BrokerSends> sendsByBroker() {
    return producers.sends().counts();
  }

  @Override
  public SortedMap<String, Long> storedByBroker() {
    return stored.byAnsweringMaster();
  }

  @Override
  public boolean countsAll() {
    return options.countsOthers(cluster.nodes().isEmpty());
  }

  @Override
  public OptionalLong replicaCount() throws BrokerException {
    // Slaves beyond those that acknowledgements wait for may lag.
    int copies = brokers.promise().copies();
    return copies > 1 ? stored.onSlaves(copies - 1) : stored.onAllSlaves();
  }

  @Override
  public SortedMap<String, Long> figures() {
    return figures.map(BrokerFigures::latest).orElseGet(Collections::emptySortedMap);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    reader.close();
    subscriptions.forEach(Subscription::close);
    producers.close();
    if (cluster.nodes().isEmpty() && !options.keepTopic() && !seat.joins()) {
      if (!options.grpc()) {
        groups.forEach(ConsumerGroup::leave);
      }
      removeGroups();
      target.topics().remove(target.brokers().known(), cluster.address());
    }
    created.close();
    clients.close();
  }

  /** Deletes the groups of this session, also those that brokers create again afterwards. */
  private void removeGroups() {
    List<ConsumerGroup> own = groups.stream().filter(ConsumerGroup::isCreated).toList();
    boolean mayReturn =
        !subscriptions.isEmpty() && brokers.views().stream().anyMatch(BrokerView::createsGroups);
    // Messages wake the requests; a topic of others gets none.
    boolean woken =
        mayReturn
            && !own.isEmpty()
            && target.topics().createdAll()
            && options.topics().stream().allMatch(topic -> HeldPulls.answer(admin.client(), topic))
            && own.stream().allMatch(group -> HeldPulls.answer(admin.client(), group.retryTopic()));
    own.forEach(group -> group.remove(cluster.address()));
    if (own.isEmpty() || !mayReturn) {
      return;
    }
    if (!woken) {
      progress.accept("waiting for the brokers to end the pull requests of deleted groups");
    }
    try {
      HeldPulls.outlast(
          admin,
          own.stream().map(ConsumerGroup::name).toList(),
          target.brokers().masters().values(),
          woken ? HeldPulls.WOKEN : HeldPulls.LONGEST);
    } catch (BrokerException e) {
      System.err.println(e.getMessage() + "; delete it by hand");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Access of a session to its cluster.
   *
   * @param seat the senders and consumers that the session serves
   * @param clients creates the clients that send and consume
   * @param admin administers the brokers
   * @param created the objects that the session created
   * @param progress receives a short line for each step
   */
  record Access(
      Cluster cluster,
      Seat seat,
      RocketMqClients clients,
      Admin admin,
      CreatedObjects created,
      Consumer<String> progress) {}

  /**
   * Properties of the brokers, found when the session was established.
   *
   * @param promise of an acknowledgement by any master
   * @param views of all brokers
   * @param clocks of the masters, as far as they were read
   */
  record SearchResult(Promise promise, List<BrokerView> views, BrokerClocks clocks) {

    SearchResult {
      views = List.copyOf(views);
    }
  }
}
