package io.brokerbench.mqtt;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.StoredCount;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.ConnectionPlan;
import io.brokerbench.mqtt.connect.ConnectionPlan.Listener;
import io.brokerbench.mqtt.connect.ConnectionPlan.Publisher;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.mqtt.connect.MqttRefusal;
import io.brokerbench.mqtt.inspect.MqttCounts;
import io.brokerbench.results.Promise;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** A session with MQTT brokers that are ready; opens all its connections at the start. */
final class MqttSession implements Session {

  /** Counters of irregular events: lost connections, and deliveries with an unexpected QoS. */
  record Irregular(Losses losses, LongAdder otherQos) {}

  private final MqttOptions options;
  private final ConnectionPlan plan;
  private final ClientConnections clients;
  private final MqttCounts counts;
  private final Irregular irregular;
  private final Map<String, Object> brokers;
  private final BulkConnector connector;
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private long connectNanos;
  private boolean closed;

  private MqttSession(
      MqttOptions options,
      ConnectionPlan plan,
      ClientConnections clients,
      MqttCounts counts,
      Irregular irregular,
      Map<String, Object> brokers) {
    this.options = options;
    this.plan = plan;
    this.clients = clients;
    this.counts = counts;
    this.irregular = irregular;
    this.brokers = brokers;
    this.connector =
        new BulkConnector(
            clients.connectingAtOnce(),
            options.connectPerSecond(),
            options.access().connectTimeout());
  }

  /**
   * Opens all connections. Subscribers with persistent sessions subscribe and disconnect at once;
   * the brokers keep their messages until consumption starts.
   *
   * @param brokers facts of the cluster
   */
  static MqttSession open(
      MqttOptions options,
      ConnectionPlan plan,
      ClientConnections clients,
      MqttCounts counts,
      Irregular irregular,
      Map<String, Object> brokers,
      Consumer<String> progress)
      throws BrokerException, InterruptedException {
    MqttSession session = new MqttSession(options, plan, clients, counts, irregular, brokers);
    try {
      List<ClientConnection> connections = plan.connections();
      Clock clock = Clock.system();
      long began = clock.nanoTime();
      session.connector.forEach(connections, ClientConnection::connect, "connecting", progress);
      session.connectNanos = clock.nanoTime() - began;
      if (options.access().persistent()) {
        session.subscribe(plan.listeners());
        BulkConnector.close(plan.listeners().stream().map(Listener::client).toList());
      }
      return session;
    } catch (Throwable e) {
      session.close();
      throw e;
    }
  }

  private void subscribe(List<Listener> listeners) throws BrokerException, InterruptedException {
    connector.forEach(
        listeners,
        listener ->
            listener
                .client()
                .subscribe(listener.filters(), options.subscribeQos())
                .thenCompose(granted -> checked(listener, granted)),
        "subscribing",
        line -> {});
  }

  private CompletableFuture<List<Integer>> checked(Listener listener, List<Integer> granted) {
    return MqttRefusal.ofGrants(listener.broker(), options, granted)
        .map(CompletableFuture::<List<Integer>>failedFuture)
        .orElse(CompletableFuture.completedFuture(granted));
  }

  @Override
  public String run() {
    return plan.created().id();
  }

  @Override
  public Promise promise() {
    return options.promise();
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> client = new LinkedHashMap<>();
    client.put("name", clients.release());
    client.put("publishers", options.publishers());
    client.put("subscribers", options.subscribers());
    client.put("connectMillis", connectNanos / 1_000_000);
    Map<String, Object> topic = new LinkedHashMap<>();
    topic.put("name", options.topics().published(0, plan.created().id()));
    topic.put("queues", options.topics().count());
    topic.put("qos", options.qos());
    topic.put("subscribeQos", options.subscribeQos());
    topic.put("shared", options.shared());
    Map<String, Object> broker = new LinkedHashMap<>();
    broker.put("product", String.valueOf(brokers.getOrDefault("broker", "not reported")));
    broker.put("release", String.valueOf(brokers.getOrDefault("release", "not reported")));
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("client", client);
    facts.put("topic", topic);
    facts.put("brokers", List.of(broker));
    return facts;
  }

  @Override
  public Producer producer(int index) {
    return new MqttProducer(
        plan.ofSender(index, options.senders()), options.waits() ? options.sendTimeoutMillis() : 0);
  }

  @Override
  public Producer transactionalProducer(int index, TransactionHandler handler) {
    throw new UnsupportedOperationException("MQTT has no transactions");
  }

  @Override
  public Subscription subscribe(int group, Receiver receiver)
      throws BrokerException, InterruptedException {
    List<Listener> listeners = plan.group(group);
    listeners.forEach(listener -> listener.subscriber().begin(receiver));
    List<ClientConnection> members = listeners.stream().map(Listener::client).toList();
    if (options.access().persistent()) {
      connector.forEach(members, ClientConnection::connect, "connecting", line -> {});
    } else {
      subscribe(listeners);
    }
    Subscription subscription =
        new MqttSubscription(
            members, listeners.stream().map(Listener::subscriber).toList(), options.shared());
    subscriptions.add(subscription);
    return subscription;
  }

  @Override
  public IdleConnection connect(int client) throws ConnectionFailedException, InterruptedException {
    return MqttIdleConnection.open(options, plan.idle(client), plan.idleTopic(client));
  }

  @Override
  public int queues() {
    return options.topics().count();
  }

  @Override
  public boolean keepsOrder() {
    return options.keepsOrder();
  }

  @Override
  public StoredCount storedCount() {
    return StoredCount.of(counts.taken());
  }

  @Override
  public boolean countsAll() {
    return counts.all();
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
    long lost = irregular.losses().lost().sum();
    if (lost > 0) {
      incidents.add(
          Text.of(
              "%,d connections were lost, %,d were opened again",
              lost, irregular.losses().reconnected().sum()));
    }
    long otherQos = irregular.otherQos().sum();
    if (otherQos > 0) {
      incidents.add(
          Text.of(
              "%,d deliveries came with another QoS than %d", otherQos, options.deliveredQos()));
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
    if (options.retained() && plan.prepares()) {
      clear();
    }
    BulkConnector.close(plan.connections());
    if (options.access().persistent() && plan.prepares()) {
      forget();
    }
    plan.created().close();
    clients.close();
  }

  /** Removes retained messages from the brokers. */
  private void clear() {
    leave(
        Stream.concat(plan.publishers().stream(), plan.otherPublishers().stream()).toList(),
        publisher ->
            plan.otherPublishers().contains(publisher)
                ? publisher
                    .client()
                    .connect()
                    .thenCompose(connected -> cleared(publisher))
                    .thenCompose(nothing -> publisher.client().disconnect())
                : cleared(publisher),
        "retained messages",
        plan.retained());
  }

  private static CompletableFuture<Void> cleared(Publisher publisher) {
    return CompletableFuture.allOf(
        publisher.topics().stream()
            .map(topic -> publisher.client().clear(topic))
            .toArray(CompletableFuture[]::new));
  }

  /** Removes persistent sessions from the brokers. */
  private void forget() {
    leave(
        plan.cleaners(),
        client -> client.connect().thenCompose(nothing -> client.disconnect()),
        "sessions",
        plan.sessions());
  }

  private <T> void leave(
      List<T> all,
      Function<T, CompletableFuture<?>> action,
      String what,
      List<CreatedObject> removed) {
    try {
      connector.forEach(all, action, "removing " + what, line -> {});
      plan.created().gone(removed);
    } catch (BrokerException e) {
      System.err.println(Text.of("the brokers keep %s: %s", what, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
