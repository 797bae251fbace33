package io.brokerbench.rocketmq;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.record.RandomId;
import io.brokerbench.workload.Load.SendMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Brings a session about: every broker registered, the topic there, a probe message acknowledged
 * and replicated, the promise of synchronous replication put to the test, the consumer group at its
 * begin. Where nobody sends, no probe is sent either. For one thread, once.
 */
final class Readiness {

  /** Of a name server that runs already and is asked for the first time. */
  private static final long ANSWER_MILLIS = 5_000;

  /** Slaves fetch their master's topics and groups once a minute. */
  private static final long SLAVES_LEARN_MILLIS = 90_000;

  /** Nodes that do not register. */
  private static final Set<String> NO_BROKERS = Set.of("namesrv", "proxy");

  private static final int SETTLING_READINGS = 10;
  private static final long SETTLING_MILLIS = 200;

  private final RocketMqOptions options;
  private final Cluster cluster;
  private final Clients clients;
  private final Consumer<String> progress;
  private final DefaultMQProducer client;
  private final Admin admin;
  private final Topic topic;
  private final Patience patience;
  private final Probes probes;
  private final Brokers brokers;
  private final GrpcClients grpc;
  private final TransactionHandlers handlers = new TransactionHandlers();
  private final List<ConsumerGroup> groups = new ArrayList<>();

  Readiness(RocketMqOptions options, Cluster cluster, Clients clients, Consumer<String> progress)
      throws BrokerException {
    this.options = options;
    this.cluster = cluster;
    this.clients = clients;
    this.progress = progress;
    this.client = clients.open();
    this.admin = new Admin(client);
    this.topic = new Topic(options, client, admin, ours());
    this.patience = new Patience(cluster);
    this.probes = new Probes(options, patience);
    this.brokers = new Brokers(admin, cluster);
    this.grpc = new GrpcClients(options, String.valueOf(cluster.facts().get("proxies")));
  }

  private boolean ours() {
    return !cluster.nodes().isEmpty();
  }

  RocketMqSession establish() throws BrokerException, InterruptedException {
    progress.accept("waiting for the brokers to register");
    patience.await(
        "the brokers did not register with the name server",
        ours() ? Patience.MILLIS : ANSWER_MILLIS,
        this::allRegistered);
    boolean made = topic.prepare(brokers.known());
    try {
      return establish(made);
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      grpc.close();
      if (!ours()) {
        groups.forEach(group -> group.remove(cluster.address()));
        if (made) {
          admin.removeTopic(brokers.known(), cluster.address(), options.topic());
        }
      }
      throw e;
    }
  }

  private RocketMqSession establish(boolean made) throws BrokerException, InterruptedException {
    Counting topicCount = Counting.ofTopic(options, admin, brokers);
    long patienceMillis = made ? Patience.MILLIS : ANSWER_MILLIS;
    List<MessageQueue> queues = new ArrayList<>();
    List<MessageQueue> readQueues = new ArrayList<>();
    if (options.sends()) {
      patience.await(
          String.format(
              Locale.ROOT, "the topic %s has no queue that takes messages", options.topic()),
          patienceMillis,
          () -> topic.fetchQueues(queues));
      progress.accept("sending a probe message");
      probes.awaitAcked("no probe message was acknowledged", client, queues.get(0));
    }
    if (options.consumer().any()) {
      patience.await(
          String.format(
              Locale.ROOT, "the topic %s has no queue that gives messages", options.topic()),
          patienceMillis,
          () -> topic.fetchReadQueues(readQueues));
    }
    List<BrokerView> views = new ArrayList<>();
    patience.await("the brokers did not tell their configuration", () -> fetchViews(views));
    Capabilities.check(options.consumer(), brokers.known(), views);
    BrokerView weakest = weakestMaster(views);
    if (options.sends()) {
      replicates(weakest, queues.get(0), topicCount);
    }
    List<DefaultMQProducer> instances = List.of();
    if (options.grpc()) {
      openGrpc();
    } else if (options.sends()) {
      instances = openInstances(queues.get(0));
    }
    ClockOffset offset = clockOffset(queues);
    Counting counting = Counting.ofLoad(options, admin, brokers);
    long storedBefore = settledCount(counting);
    if (options.consumer().any()) {
      progress.accept(
          options.consumer().groups().size() > 1
              ? "settling where the consumer groups begin"
              : "settling where the consumer group begins");
      settledCount(topicCount);
      for (String name : options.consumer().groups()) {
        groups.add(
            ConsumerGroup.prepare(
                name, options.consumer(), options.topic(), admin, brokers, ours()));
      }
      if (options.consumer().readFrom() == ConsumerOptions.ReadFrom.SLAVE) {
        patience.await(
            "the slaves did not learn of the topic and the group",
            SLAVES_LEARN_MILLIS,
            this::knownToSlaves);
      }
    }
    return new RocketMqSession(
        options,
        cluster,
        clients,
        grpc,
        instances,
        new RocketMqSession.Target(brokers, queues, readQueues, made && !ours()),
        admin,
        counting,
        storedBefore,
        weakest.promise(options.mode() != SendMode.ONEWAY),
        views,
        handlers,
        groups,
        offset);
  }

  private boolean knownToSlaves() throws BrokerException {
    for (ConsumerGroup group : groups) {
      if (!group.isKnownToSlaves()) {
        return false;
      }
    }
    return true;
  }

  private void replicates(BrokerView weakest, MessageQueue queue, Counting topicCount)
      throws BrokerException, InterruptedException {
    boolean waitsForSlave = weakest.promise(true).copies() > 1;
    if ("sync".equals(cluster.facts().get("replication")) && !waitsForSlave) {
      throw new BrokerException(
          "cluster.replication=sync cannot be had of this release: "
              + weakest.promise(true).text());
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

  private static BrokerView weakestMaster(List<BrokerView> views) throws BrokerException {
    return views.stream()
        .filter(view -> !view.role().equals("SLAVE"))
        .min(
            Comparator.<BrokerView>comparingInt(view -> view.promise(true).copies())
                .thenComparing(view -> view.promise(true).onDisk()))
        .orElseThrow(() -> new BrokerException("no broker of the cluster is a master"));
  }

  /** The masters' count once it stands still: offsets follow an acknowledgement by a moment. */
  private static long settledCount(Counting counting) throws BrokerException, InterruptedException {
    long count = counting.onMasters();
    for (int i = 0; i < SETTLING_READINGS; i++) {
      Thread.sleep(SETTLING_MILLIS);
      long now = counting.onMasters();
      if (now == count) {
        return now;
      }
      count = now;
    }
    // Others write to this topic too; the audit will say so.
    return count;
  }

  /** Of our own also the masters that they elect. */
  private boolean allRegistered() throws BrokerException {
    Collection<SortedMap<Long, String>> registered = brokers.fetch().values();
    long expected =
        cluster.nodes().stream().filter(node -> !NO_BROKERS.contains(node.name())).count();
    return registered.stream().mapToLong(SortedMap::size).sum() >= Math.max(1, expected)
        && (!ours() || registered.stream().allMatch(addresses -> addresses.containsKey(0L)));
  }

  /** The clients that will send, each connected: the first send of all threads must not wait. */
  private List<DefaultMQProducer> openInstances(MessageQueue queue)
      throws BrokerException, InterruptedException {
    // Of this run alone: brokers ask any producer of a group about the transactions of all.
    String transactionGroup = "brokerbench_transactions_" + RandomId.ofName();
    List<DefaultMQProducer> instances = new ArrayList<>();
    for (int i = 0; i < options.instances(); i++) {
      DefaultMQProducer instance =
          options.transactions()
              ? clients.openTransactional(transactionGroup, handlers)
              : clients.open();
      probes.awaitAcked("a client's first message was not acknowledged", instance, queue);
      if (options.transactions()) {
        // Else the brokers learn of the group within half a minute, and cannot ask back before.
        patience.await(
            "the brokers did not take note of a transactional producer",
            () -> Clients.instance(instance).sendHeartbeatToAllBrokerWithLock());
      }
      instances.add(instance);
    }
    return instances;
  }

  /** The same through the proxies. */
  private void openGrpc() throws BrokerException, InterruptedException {
    progress.accept("sending a probe message through the proxy");
    for (int i = 0; i < options.instances(); i++) {
      patience.await(
          "no connection to the proxies at " + grpc.proxies(),
          ours() ? Patience.MILLIS : ANSWER_MILLIS,
          () -> {
            grpc.open();
            return true;
          });
      probes.awaitAcked(
          "a client's first message was not acknowledged", grpc.producer(i, SendMode.SYNC));
    }
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

  private ClockOffset clockOffset(List<MessageQueue> queues)
      throws BrokerException, InterruptedException {
    if (ours()) {
      return ClockOffset.NONE;
    }
    progress.accept("comparing clocks");
    if (options.sends()) {
      MessageQueue queue = queues.get(0);
      SortedMap<Long, String> addresses = brokers.known().get(queue.getBrokerName());
      String master = addresses == null ? null : addresses.get(0L);
      if (master != null) {
        try {
          return probes.clockOffset(client, admin, queue, master);
        } catch (BrokerException e) {
          progress.accept(e.getMessage() + "; reading it more coarsely");
        }
      }
    }
    for (SortedMap<Long, String> addresses : brokers.known().values()) {
      String master = addresses.get(0L);
      if (master != null) {
        return BrokerUptime.offset(() -> admin.runtime(master));
      }
    }
    return ClockOffset.UNKNOWN;
  }
}
