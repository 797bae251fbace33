package io.brokerbench.rocketmq;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.record.RandomId;
import io.brokerbench.results.Promise;
import io.brokerbench.rocketmq.connect.Await;
import io.brokerbench.rocketmq.connect.Proxies;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.connect.TransactionHandlers;
import io.brokerbench.rocketmq.inspect.Admin;
import io.brokerbench.rocketmq.inspect.BrokerClocks;
import io.brokerbench.rocketmq.inspect.BrokerView;
import io.brokerbench.rocketmq.inspect.Brokers;
import io.brokerbench.rocketmq.inspect.Destination;
import io.brokerbench.rocketmq.inspect.RunTopics;
import io.brokerbench.rocketmq.inspect.TopicCounts;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load.SendMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Establishes a session: all brokers registered, the topics created, a probe message of each
 * acknowledged and replicated, the promise of synchronous replication tested, the start offsets of
 * the consumer groups set. Without producers, no probe is sent. Not thread-safe; for a single use.
 */
final class Readiness {

  /** Time limit for the first answer of an external cluster, which is already running. */
  private static final long ANSWER_MILLIS = 10_000;

  /** Longer than the minute between two fetches of the master's topics and groups by a slave. */
  private static final long SLAVES_LEARN_MILLIS = 90_000;

  private static final int SETTLING_READINGS = 10;

  private static final long SETTLING_MILLIS = 200;

  private final RocketMqOptions options;
  private final Cluster cluster;
  private final Seat seat;
  private final RocketMqClients clients;
  private final Consumer<String> progress;
  private final DefaultMQProducer client;
  private final Admin admin;
  private final CreatedObjects created;
  private final RunTopics topics;
  private final Await patience;
  private final Probes probes;
  private final Brokers brokers;
  private final GrpcClients grpc;
  private final TransactionHandlers handlers = new TransactionHandlers();
  private final List<ConsumerGroup> groups = new ArrayList<>();

  Readiness(
      RocketMqOptions options,
      Cluster cluster,
      Seat seat,
      RocketMqClients clients,
      CreatedObjects created,
      Consumer<String> progress)
      throws BrokerException {
    this.options = options;
    this.cluster = cluster;
    this.seat = seat;
    this.clients = clients;
    this.created = created;
    this.progress = progress;
    this.client = clients.open();
    this.admin = new Admin(client, options.clusterName());
    this.topics = new RunTopics(options, client, admin, created, startedHere());
    this.patience = new Await(cluster, clients::tlsFailure);
    this.probes = new Probes(options, patience);
    this.brokers = new Brokers(admin, cluster);
    this.grpc =
        new GrpcClients(
            options,
            new Proxies(options, String.valueOf(cluster.facts().get(RocketMqDriver.PROXIES))),
            handlers);
  }

  private boolean startedHere() {
    return !cluster.nodes().isEmpty();
  }

  RocketMqSession establish() throws BrokerException, InterruptedException {
    progress.accept("waiting for the brokers to register");
    patience.await(
        "the brokers did not register with the name server",
        startedHere() ? Await.MILLIS : ANSWER_MILLIS,
        this::allRegistered);
    try {
      if (!seat.joins()) {
        topics.prepare(brokers.known());
      }
      return prepared();
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      Admin.uninterrupted(this::abandon);
      throw e;
    }
  }

  private void abandon() {
    grpc.close();
    if (!startedHere()) {
      groups.forEach(group -> group.remove(cluster.address()));
      topics.remove(brokers.known(), cluster.address());
    }
  }

  /** The session once the topics exist. */
  private RocketMqSession prepared() throws BrokerException, InterruptedException {
    TopicCounts topicCount = TopicCounts.ofTopics(options.topics(), admin, brokers);
    long patienceMillis = topics.createdAny() ? Await.MILLIS : ANSWER_MILLIS;
    List<MessageQueue> queues = new ArrayList<>();
    List<MessageQueue> readQueues = new ArrayList<>();
    if (options.sends()) {
      patience.await(
          withoutQueues("no queue that accepts messages"),
          patienceMillis,
          () -> topics.fetchQueues(brokers.known(), queues));
      if (!seat.joins()) {
        progress.accept("sending a probe message");
        for (MessageQueue queue : firstOfEach(queues)) {
          probes.awaitAcked("no probe message was acknowledged", client, queue);
        }
      }
    }
    if (options.consumer().any()) {
      patience.await(
          withoutQueues("no queue that delivers messages"),
          patienceMillis,
          () -> topics.fetchReadQueues(readQueues));
    }
    List<BrokerView> views = new ArrayList<>();
    patience.await("the brokers did not report their configuration", () -> fetchViews(views));
    Capabilities.check(options, brokers.known(), views);
    List<BrokerView> masters = masters(views);
    if (options.sends() && !seat.joins()) {
      replicates(BrokerView.promise(masters, true), queues.get(0), topicCount);
    }
    List<DefaultMQProducer> instances = List.of();
    if (options.sends() && options.grpc()) {
      openGrpc(queues);
    } else if (options.sends()) {
      instances = openInstances(queues.get(0));
    }
    BrokerClocks clocks = readClocks(queues);
    TopicCounts counting =
        TopicCounts.ofLoad(
            options.topics(), masters.get(0).delayLevel(options.delayLevel()), admin, brokers);
    TopicCounts stored = seat.joins() ? counting : fromNowOn(counting);
    if (options.consumer().any()) {
      progress.accept(
          options.consumer().consumption().groups() > 1
              ? "setting the start positions of the consumer groups"
              : "setting the start position of the consumer group");
      if (!seat.joins()) {
        TopicCounts unused = fromNowOn(topicCount);
      }
      for (String name : options.consumer().groups(created.id())) {
        groups.add(
            seat.joins()
                ? ConsumerGroup.joined(name, options.consumer(), admin, brokers, options.topics())
                : ConsumerGroup.prepare(
                    name, options.consumer(), admin, brokers, readQueues, created, startedHere()));
      }
      if (options.consumer().readFrom() == RocketMqConsumerOptions.ReadFrom.SLAVE) {
        patience.await(
            "the slaves did not learn of the topic and the group",
            SLAVES_LEARN_MILLIS,
            this::knownToSlaves);
      }
    }
    if (options.idle()) {
      groups.add(
          ConsumerGroup.prepare(
              "brokerbench_connections_" + created.id(),
              options.consumer(),
              admin,
              brokers,
              List.of(),
              created,
              startedHere()));
    }
    return new RocketMqSession(
        options,
        new RocketMqSession.Access(cluster, seat, clients, admin, created, progress),
        new ProducerClients(options, instances, handlers, grpc, new SendsByBroker()),
        new Destination(brokers, queues, readQueues, topics),
        stored,
        new RocketMqSession.SearchResult(
            BrokerView.promise(masters, options.mode() != SendMode.ONEWAY), views, clocks),
        groups);
  }

  private String withoutQueues(String what) {
    return Text.of(
        "%s %s has %s",
        options.topics().size() == 1 ? "the topic" : "one of the topics",
        options.topicNames(),
        what);
  }

  private static Collection<MessageQueue> firstOfEach(List<MessageQueue> queues) {
    Map<String, MessageQueue> firsts = new LinkedHashMap<>();
    queues.forEach(queue -> firsts.putIfAbsent(queue.getTopic(), queue));
    return firsts.values();
  }

  private boolean knownToSlaves() throws BrokerException {
    for (ConsumerGroup group : groups) {
      if (!group.isKnownToSlaves()) {
        return false;
      }
    }
    return true;
  }

  private void replicates(Promise promise, MessageQueue queue, TopicCounts topicCount)
      throws BrokerException, InterruptedException {
    boolean waitsForSlave = promise.copies() > 1;
    if ("sync".equals(cluster.facts().get("replication")) && !waitsForSlave) {
      throw new BrokerException(
          "cluster.replication=sync is not available in this release: " + promise.text());
    }
    Collection<Node> slaves = brokers.slaves();
    if (!slaves.isEmpty()) {
      progress.accept("waiting for the slave to replicate it");
      probes.awaitReplicated(topicCount);
      if (waitsForSlave) {
        progress.accept("stopping all slaves: nothing may be acknowledged now");
        probes.prove(client, queue, slaves, topicCount);
      }
    }
  }

  private static List<BrokerView> masters(List<BrokerView> views) throws BrokerException {
    List<BrokerView> masters = views.stream().filter(view -> !view.role().equals("SLAVE")).toList();
    if (masters.isEmpty()) {
      throw new BrokerException("no broker of the cluster is a master");
    }
    return masters;
  }

  /** The counts of messages from now on, once they are stable. */
  private static TopicCounts fromNowOn(TopicCounts counting)
      throws BrokerException, InterruptedException {
    try {
      return counting.since(settledCounts(counting));
    } catch (NotPermittedException e) {
      return counting.refused(e);
    }
  }

  /** The counts of the masters once they are stable: offsets lag acknowledgements slightly. */
  private static SortedMap<String, Long> settledCounts(TopicCounts counting)
      throws BrokerException, InterruptedException {
    SortedMap<String, Long> counts = counting.byMaster();
    for (int i = 0; i < SETTLING_READINGS; i++) {
      Thread.sleep(SETTLING_MILLIS);
      SortedMap<String, Long> now = counting.byMaster();
      if (now.equals(counts)) {
        return now;
      }
      counts = now;
    }
    // Other producers write to this topic; the audit will report it.
    return counts;
  }

  /** Whether all brokers are registered; in a cluster started by brokerbench, also all masters. */
  private boolean allRegistered() throws BrokerException {
    return brokers.areRegistered()
        && (!startedHere()
            || brokers.known().values().stream().allMatch(addresses -> addresses.containsKey(0L)));
  }

  /** Starts the sending clients and connects each, so that no thread's first send has to wait. */
  private List<DefaultMQProducer> openInstances(MessageQueue queue)
      throws BrokerException, InterruptedException {
    // Unique to this run: brokers send check-backs to any producer of the group.
    String transactionGroup = "brokerbench_transactions_" + RandomId.ofName();
    List<DefaultMQProducer> instances = new ArrayList<>();
    for (int i = 0; i < instances(); i++) {
      DefaultMQProducer instance =
          options.transactions()
              ? clients.openTransactional(transactionGroup, handlers)
              : clients.open();
      if (!seat.joins()) {
        probes.awaitAcked("a client's first message was not acknowledged", instance, queue);
      }
      if (options.transactions() || seat.joins() || options.topics().size() > 1) {
        // Fetches all routes and connects to every broker; without it the brokers learn of a
        // transactional producer, and can check back, only within half a minute.
        patience.await("the brokers did not register a producer", () -> introduce(instance));
      }
      instances.add(instance);
    }
    return instances;
  }

  private boolean introduce(DefaultMQProducer instance) {
    MQClientInstance client = RocketMqClients.instance(instance);
    for (String topic : options.topics()) {
      boolean unused = client.updateTopicRouteInfoFromNameServer(topic);
    }
    return client.sendHeartbeatToAllBrokerWithLock();
  }

  /** Starts the gRPC clients and connects each through the proxies. */
  private void openGrpc(List<MessageQueue> queues) throws BrokerException, InterruptedException {
    progress.accept("sending a probe message through the proxy");
    for (int i = 0; i < instances(); i++) {
      patience.await(
          "no connection to the proxies at " + grpc.proxies().addresses(),
          startedHere() ? Await.MILLIS : ANSWER_MILLIS,
          () -> {
            grpc.open();
            return true;
          });
      if (!seat.joins()) {
        for (String topic : i == 0 ? options.topics() : options.topics().subList(0, 1)) {
          probes.awaitAcked(
              "a client's first message was not acknowledged",
              options.transactions()
                  ? grpc.transactionalProducer(i, Probes.ROLLBACK)
                  : grpc.producer(i, SendMode.SYNC),
              topic);
        }
      }
    }
    if (options.transactions() && instances() > 0) {
      progress.accept("waiting for the proxies to register with the brokers as producers");
      Set<MessageQueue> ofBrokers =
          queues.stream()
              .map(queue -> new MessageQueue(queue.getTopic(), queue.getBrokerName(), 0))
              .collect(Collectors.toSet());
      patience.await(
          "the brokers did not register the proxies' producers", () -> canCheckBack(ofBrokers));
    }
  }

  /**
   * Whether every broker of each topic knows a proxy to check back with. Every 20 s, proxies
   * register as producers of a group with the name of the topic.
   *
   * @param queues one of each topic and broker
   */
  private boolean canCheckBack(Set<MessageQueue> queues) throws BrokerException {
    Map<String, String> masters = brokers.masters();
    for (MessageQueue queue : queues) {
      String master = masters.get(queue.getBrokerName());
      if (master != null && !admin.mayHaveProducers(master, queue.getTopic())) {
        return false;
      }
    }
    return true;
  }

  /** Number of sending clients: as many as there are, or one for each sender of a small seat. */
  private int instances() {
    return Math.min(options.instances(), seat.senders().count(options.senders()));
  }

  private boolean fetchViews(List<BrokerView> views) throws BrokerException {
    views.clear();
    for (SortedMap<Long, String> addresses : brokers.known().values()) {
      for (String address : addresses.values()) {
        views.add(BrokerView.of(admin, brokers.node(address).map(Node::name).orElse(""), address));
      }
    }
    return !views.isEmpty();
  }

  /**
   * The wall clocks of the masters, compared with the local one if they are elsewhere: those that
   * answer, and whose figures the account may read.
   */
  private BrokerClocks readClocks(List<MessageQueue> queues)
      throws BrokerException, InterruptedException {
    BrokerClocks clocks = new BrokerClocks(Clock.system(), admin::runtime);
    if (startedHere()) {
      return clocks;
    }
    progress.accept("comparing clocks");
    Map<String, String> unread = new TreeMap<>(brokers.masters());
    if (options.sends() && !seat.joins()) {
      try {
        for (MessageQueue queue : queues) {
          String master = unread.get(queue.getBrokerName());
          if (master != null) {
            probes.readClock(client, admin, queue, master, clocks);
            unread.remove(queue.getBrokerName());
          }
        }
      } catch (BrokerException e) {
        progress.accept(e.getMessage() + "; reading it more coarsely");
      }
    }
    if (!unread.isEmpty()) {
      try {
        clocks.poll(unread.values());
      } catch (BrokerException e) {
        progress.accept(e.getMessage());
      }
    }
    return clocks;
  }
}
