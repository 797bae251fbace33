package io.brokerbench.rabbitmq;

import com.rabbitmq.client.impl.ClientVersion;
import io.brokerbench.driver.BrokerException;
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
import io.brokerbench.rabbitmq.connect.Connections;
import io.brokerbench.rabbitmq.connect.ConsumerConnection;
import io.brokerbench.rabbitmq.connect.QueueTopology;
import io.brokerbench.rabbitmq.connect.Queues;
import io.brokerbench.rabbitmq.connect.RabbitMqMessages;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.rabbitmq.connect.SharedConnection;
import io.brokerbench.rabbitmq.connect.SharedConnection.Use;
import io.brokerbench.rabbitmq.inspect.QueueMembers;
import io.brokerbench.rabbitmq.inspect.RabbitMqCounts;
import io.brokerbench.rabbitmq.inspect.RabbitMqPromises;
import io.brokerbench.results.Promise;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** A session with RabbitMQ brokers that are ready. */
final class RabbitMqSession implements Session {

  private final RabbitMqOptions options;
  private final Place place;
  private final Connections connections;
  private final QueueTopology topology;
  private final RabbitMqCounts counts;
  private final Promise promise;
  private final List<Map<String, Object>> brokers;
  private final LongAdder returned;
  private final List<String> routingKeys;
  private final Map<Integer, SharedConnection> trunks = new ConcurrentHashMap<>();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private boolean closed;

  /**
   * Where a session stands in its run.
   *
   * @param run name of the run at the brokers
   * @param seat the senders and consumers that it serves
   * @param connections to the brokers
   * @param members the nodes that have the run's queues
   * @param external whether the brokers are an external cluster, which may have other clients
   */
  record Place(
      String run, Seat seat, Connections connections, QueueMembers members, boolean external) {}

  RabbitMqSession(
      RabbitMqOptions options,
      Place place,
      QueueTopology topology,
      RabbitMqCounts counts,
      Promise promise,
      List<Map<String, Object>> brokers,
      LongAdder returned) {
    this.options = options;
    this.place = place;
    this.connections = place.connections();
    this.topology = topology;
    this.counts = counts;
    this.promise = promise;
    this.brokers = List.copyOf(brokers);
    this.returned = returned;
    this.routingKeys = options.queues().routingKeys();
  }

  @Override
  public String run() {
    return place.run();
  }

  @Override
  public Promise promise() {
    return promise;
  }

  @Override
  public boolean dropsWhileDown() {
    return RabbitMqPromises.dropsWhileDown(options, place.members().cluster().nodes().size());
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> client = new LinkedHashMap<>();
    client.put("name", "amqp-client");
    client.put("release", ClientVersion.VERSION);
    client.put("threads", options.access().direct() ? "direct" : "stock");
    client.put("channelsPerConnection", options.access().channels());
    client.put("heartbeatSeconds", connections.heartbeatSeconds());
    Queues queues = options.queues();
    Map<String, Object> topic = new LinkedHashMap<>();
    topic.put("name", queues.topic());
    topic.put("queues", queues.count());
    if (topology.verified()) {
      topic.put("queueType", Text.notation(queues.type()));
      topic.put("arguments", queues.arguments());
    } else {
      topic.put("queueType", "unknown");
    }
    topic.put("exchange", queues.hasExchange() ? queues.exchange() : "default");
    topic.put("made", topology.made().size());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("client", client);
    facts.put("topic", topic);
    facts.put("brokers", brokers);
    return facts;
  }

  @Override
  public Producer producer(int index) throws BrokerException {
    return new Publisher(options, messages(index), trunk(index), returned);
  }

  @Override
  public Producer transactionalProducer(int index, TransactionHandler handler)
      throws BrokerException {
    return new TransactionalPublisher(options, messages(index), trunk(index), handler, returned);
  }

  @Override
  public Optional<Node> nodeInRole(NodeRole role) {
    return switch (role.kind()) {
      case QUEUE_LEADER -> place.members().leader(role.queue());
      case QUEUE_FOLLOWER -> place.members().follower(role.queue());
      case MASTER, SLAVE, CONTROLLER_LEADER -> Optional.empty();
    };
  }

  private RabbitMqMessages messages(int publisher) {
    return new RabbitMqMessages(options, publisher, routingKeys);
  }

  private SharedConnection trunk(int publisher) {
    return trunks.computeIfAbsent(
        publisher / options.access().channels(),
        number -> new SharedConnection(connections, number, "publisher " + number, Use.PUBLISHERS));
  }

  @Override
  public Subscription subscribe(int group, Receiver receiver) throws BrokerException {
    Subscription subscription =
        RabbitMqSubscription.start(options, place.seat().clients(), connections, group, receiver);
    subscriptions.add(subscription);
    return subscription;
  }

  @Override
  public IdleConnection connect(int client) throws ConnectionFailedException {
    return ConsumerConnection.open(connections, client);
  }

  @Override
  public OptionalLong progress(int group) throws BrokerException {
    boolean alone = options.queues().groups().size() == 1;
    return alone ? counts.acknowledged() : OptionalLong.empty();
  }

  @Override
  public int queues() {
    return options.queues().count();
  }

  @Override
  public boolean keepsOrder() {
    return options.queues().keepOrder(options.consumers().perGroup(), topology.verified());
  }

  @Override
  public StoredCount storedCount() throws BrokerException {
    // The nodes count routed messages: one for each queue, also one that refuses the message.
    return options.queues().fansOut() || options.queues().refuses()
        ? StoredCount.UNKNOWN
        : StoredCount.of(counts.taken());
  }

  @Override
  public boolean countsAll() {
    return place.external() && (counts.ofNodes() || options.consumers().useExisting());
  }

  @Override
  public boolean reportsReplicas() {
    return false;
  }

  @Override
  public SortedMap<String, Long> figures() {
    return counts.figures();
  }

  @Override
  public OptionalLong readings(String figure) {
    return counts.readings(figure);
  }

  @Override
  public List<String> incidents() {
    List<String> incidents = new ArrayList<>();
    connections.blocked().incident().ifPresent(incidents::add);
    incidents.addAll(connections.closedChannels());
    if (connections.lost() > 0) {
      incidents.add(Text.of("%,d connections were lost", connections.lost()));
    }
    return incidents;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    counts.close();
    subscriptions.forEach(Subscription::close);
    topology.remove();
    connections.close();
  }
}
