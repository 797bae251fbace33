package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObject.Kind;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The queues of the run and their exchange: created before the run, through each broker in turn, so
 * that the leaders are spread, and deleted after it. Not thread-safe.
 */
public final class QueueTopology {

  private static final long PROBE_MILLIS = 30_000;
  private static final long POLL_MILLIS = 5;
  private static final int DELETE_SECONDS = 10;

  private final RabbitMqOptions options;
  private final Queues queues;
  private final BooleanSupplier healthy;
  private final CreatedObjects created;
  private final List<SharedConnection> brokers;
  private final List<String> made = new ArrayList<>();
  private boolean exchangeMade;
  private boolean verified = true;

  /**
   * Creates nothing on the brokers yet.
   *
   * @param healthy whether all known broker processes are alive; deletion would wait for a dead one
   * @param created records what is created
   */
  public QueueTopology(
      RabbitMqOptions options,
      Connections connections,
      BooleanSupplier healthy,
      CreatedObjects created) {
    this.options = options;
    this.healthy = healthy;
    this.created = created;
    this.queues = options.queues();
    this.brokers = connections.shared("topology");
  }

  /** Opens a channel to a broker or, if that fails, to another one. */
  Channel channel(int broker) throws BrokerException {
    return brokers.get(broker % brokers.size()).channel();
  }

  /**
   * Creates missing queues and the exchange, and sends a message through each created queue that
   * gives it back.
   */
  public void prepare() throws BrokerException, InterruptedException {
    if (queues.hasExchange() && options.publishers() > 0) {
      declareExchange();
    }
    if (options.publishers() > 0) {
      requireTaken();
    }
    if (!queues.any()) {
      verified = false;
      return;
    }
    for (int group = 0; group < queues.groups().size(); group++) {
      List<String> names = queues.names(group);
      for (int queue = 0; queue < names.size(); queue++) {
        prepare(names.get(queue), queue);
      }
    }
    if (options.publishers() > 0 && queues.allowGet()) {
      for (int i = 0; i < made.size(); i++) {
        probe(made.get(i), i);
      }
    }
  }

  private void declareExchange() throws BrokerException {
    String name = queues.exchangeName();
    boolean exists = exists(channel(0), channel -> channel.exchangeDeclarePassive(name));
    if (queues.usesExchange()) {
      if (!exists) {
        throw new BrokerException(
            Text.of("there is no exchange %s to publish to; topic.name (-t) says which", name));
      }
      return;
    }
    if (!exists) {
      created.creating(List.of(exchange()));
    }
    try (Channel channel = channel(0)) {
      channel.exchangeDeclare(name, queues.exchange(), true);
      exchangeMade = !exists;
    } catch (IOException | TimeoutException | RuntimeException e) {
      if (exists && usable(e)) {
        return;
      }
      notCreated(exchange(), e);
      throw new BrokerException(
          Text.of(
              "exchange %s cannot be declared as the settings say: %s",
              name, RabbitMqRefusal.text(e, "configure")),
          e);
    }
  }

  /**
   * Publishes a message like those of the run in a transaction that is rolled back, so that no
   * queue gets it: what a broker refuses would close the publishers' channels.
   */
  private void requireTaken() throws BrokerException {
    try (Channel channel = channel(0)) {
      channel.txSelect();
      publish(channel, queues.exchangeName(), queues.routingKeys().get(0));
      channel.txRollback();
    } catch (IOException | TimeoutException | RuntimeException e) {
      throw new BrokerException(
          Text.of(
              "the %s accepts no message of %,d B: %s",
              queues.hasExchange() ? "exchange " + queues.exchangeName() : "default exchange",
              options.message().maxBytes(),
              RabbitMqRefusal.text(e, "write to")),
          e);
    }
  }

  private void prepare(String name, int queue) throws BrokerException {
    AtomicReference<AMQP.Queue.DeclareOk> existing = new AtomicReference<>();
    boolean exists =
        exists(channel(queue), channel -> existing.set(channel.queueDeclarePassive(name)));
    boolean named = !queues.existing().isEmpty();
    if (!exists && (named || options.publishers() == 0)) {
      throw new BrokerException(
          Text.of(
              "there is no queue %s to use; %s which there are",
              name, named ? "rabbitmq.queues says" : "topic.name (-t) and topic.queues say"));
    }
    if (!exists) {
      created.creating(List.of(queue(name)));
    }
    AMQP.Queue.DeclareOk there = declare(name, queue, existing.get());
    if (exists && options.consumers().any()) {
      requireHarmless(name, there);
    }
    if (!exists) {
      made.add(name);
    }
    // A binding between a queue and an exchange of others would outlive the run.
    boolean goes = !exists || exchangeMade;
    if (goes && queues.hasExchange() && !queues.usesExchange() && options.publishers() > 0) {
      bind(name, queue);
    }
  }

  /**
   * Declares a queue. An existing one is used as it is if the settings name it, if the user may not
   * declare it, or if it is another than the settings say and may be used.
   */
  private AMQP.Queue.DeclareOk declare(
      String name, int queue, AMQP.Queue.@Nullable DeclareOk existing) throws BrokerException {
    if (existing != null && !queues.existing().isEmpty()) {
      verified = false;
      return existing;
    }
    try (Channel channel = channel(queue)) {
      return channel.queueDeclare(name, true, false, false, queues.arguments());
    } catch (IOException | TimeoutException | RuntimeException e) {
      if (existing != null && (RabbitMqRefusal.isDenied(e) || usable(e))) {
        verified = false;
        return existing;
      }
      notCreated(queue(name), e);
      throw new BrokerException(
          Text.of(
              "queue %s cannot be declared as the settings say: %s",
              name, RabbitMqRefusal.text(e, "configure")),
          e);
    }
  }

  /** Whether an object that is another than the settings say may be used all the same. */
  private boolean usable(Exception failure) {
    return options.consumers().useExisting()
        && RabbitMqRefusal.is(failure, AMQP.PRECONDITION_FAILED);
  }

  private static CreatedObject queue(String name) {
    return new CreatedObject(Kind.QUEUE, name);
  }

  private CreatedObject exchange() {
    return new CreatedObject(Kind.EXCHANGE, queues.exchangeName());
  }

  /** Takes an object off the record if the broker refused to create it. */
  private void notCreated(CreatedObject object, Exception failure) {
    if (RabbitMqRefusal.isRefusal(failure)) {
      created.gone(List.of(object));
    }
  }

  private void bind(String name, int queue) throws BrokerException {
    try (Channel channel = channel(queue)) {
      channel.queueBind(name, queues.exchangeName(), queues.bindingKey(queue));
    } catch (IOException | TimeoutException | RuntimeException e) {
      throw new BrokerException(
          Text.of(
              "queue %s cannot be bound to exchange %s: %s",
              name,
              queues.exchangeName(),
              RabbitMqRefusal.text(e, "write to a queue and to read an exchange to bind")),
          e);
    }
  }

  /** Refuses to consume what others may be waiting for, without an explicit word. */
  private void requireHarmless(String name, AMQP.Queue.DeclareOk queue) throws BrokerException {
    RabbitMqConsumerOptions consumers = options.consumers();
    boolean holds = queue.getMessageCount() > 0 || queues.type() == QueueType.STREAM;
    if (options.publishers() > 0 && !consumers.first() && holds) {
      throw new BrokerException(
          Text.of(
                  "queue %s holds %,d messages of others; purge it, name other queues by topic.name (-t),",
                  name, queue.getMessageCount())
              + " or set consume.from=first");
    }
    String others =
        queue.getConsumerCount() > 0
            ? Text.of("has %,d other consumers", queue.getConsumerCount())
            : queue.getMessageCount() > 0 && queues.type() != QueueType.STREAM
                ? Text.of("holds %,d messages of others", queue.getMessageCount())
                : "";
    if (!consumers.useExisting() && !others.isEmpty()) {
      throw new BrokerException(
          Text.of(
              "queue %s %s, and this run would take their messages; name other queues by topic.name (-t), or set consume.use-existing=true (--use-existing)",
              name, others));
    }
  }

  /** Publishes a message with the size and the properties of those of the run. */
  private void publish(Channel channel, String exchange, String routingKey) throws IOException {
    Outgoing probe = Outgoing.probe(options.message());
    channel.basicPublish(
        exchange,
        routingKey,
        new RabbitMqMessages(options, 0, queues.routingKeys()).properties(probe),
        probe.body);
  }

  private interface Question {
    void ask(Channel channel) throws IOException;
  }

  /** Whether an object exists; uses up the channel, which the broker closes if it does not. */
  private static boolean exists(Channel opened, Question question) throws BrokerException {
    try (Channel channel = opened) {
      question.ask(channel);
      return true;
    } catch (IOException | TimeoutException | RuntimeException e) {
      if (RabbitMqRefusal.isMissing(e)) {
        return false;
      }
      throw new BrokerException("the brokers cannot be asked: " + RabbitMqRefusal.text(e), e);
    }
  }

  /** Sends one message to a queue that is empty and consumes it. */
  private void probe(String name, int broker) throws BrokerException, InterruptedException {
    try (Channel channel = channel(broker)) {
      // Without the right to read, nothing is sent.
      GetResponse got = channel.basicGet(name, true);
      channel.confirmSelect();
      publish(channel, "", name);
      if (!channel.waitForConfirms(PROBE_MILLIS)) {
        throw new BrokerException(Text.of("queue %s refuses a message", name));
      }
      long deadline = Clock.system().nanoTime() + PROBE_MILLIS * 1_000_000;
      while (got == null && Clock.system().nanoTime() < deadline) {
        Thread.sleep(POLL_MILLIS);
        got = channel.basicGet(name, true);
      }
      if (got == null) {
        throw new BrokerException(
            Text.of("queue %s does not deliver the message that it accepted", name));
      }
    } catch (IOException | TimeoutException | RuntimeException e) {
      throw new BrokerException(
          Text.of("queue %s does not pass a message on: %s", name, RabbitMqRefusal.text(e, "read")),
          e);
    }
  }

  /** Server properties reported by each broker on connection. */
  public List<Map<String, Object>> brokers() throws BrokerException {
    List<Map<String, Object>> facts = new ArrayList<>();
    for (SharedConnection broker : brokers) {
      try (Channel channel = broker.channel()) {
        Connection connection = channel.getConnection();
        Map<String, Object> properties = connection.getServerProperties();
        facts.add(
            Map.of(
                "address",
                new HostPort(connection.getAddress().getHostAddress(), connection.getPort())
                    .toString(),
                "product",
                text(properties, "product"),
                "release",
                text(properties, "version"),
                "platform",
                text(properties, "platform"),
                "cluster",
                text(properties, "cluster_name")));
      } catch (IOException | TimeoutException | RuntimeException e) {
        throw new BrokerException("a broker cannot be asked: " + RabbitMqRefusal.text(e), e);
      }
    }
    return facts;
  }

  private static String text(Map<String, Object> properties, String name) {
    return String.valueOf(properties.get(name));
  }

  /** Whether all queues are as the settings say: the user may declare those that existed. */
  public boolean verified() {
    return verified;
  }

  /** Names of the created queues. */
  public List<String> made() {
    return List.copyOf(made);
  }

  /**
   * Deletes the created queues and the exchange, as far as the brokers permit and in limited time;
   * prints the names of those that are left, which stay on record.
   */
  public void remove() {
    try (created) {
      removeAll();
    }
  }

  private void removeAll() {
    if (queues.keep() || !healthy.getAsBoolean()) {
      return;
    }
    List<CreatedObject> objects = new ArrayList<>();
    made.forEach(name -> objects.add(queue(name)));
    if (exchangeMade) {
      objects.add(exchange());
    }
    List<String> left = new ArrayList<>();
    long deadline = Clock.system().nanoTime() + DELETE_SECONDS * 1_000_000_000L;
    for (int i = 0; i < objects.size(); i++) {
      CreatedObject object = objects.get(i);
      if (Clock.system().nanoTime() <= deadline && delete(i, object)) {
        created.gone(List.of(object));
      } else {
        left.add(Text.of("%s %s", object.kind(), object.name()));
      }
    }
    if (!left.isEmpty()) {
      System.err.println("not deleted: " + String.join(", ", left));
    }
  }

  private boolean delete(int broker, CreatedObject object) {
    try (Channel channel = channel(broker)) {
      if (object.kind() == Kind.EXCHANGE) {
        channel.exchangeDelete(object.name());
      } else {
        channel.queueDelete(object.name());
      }
      return true;
    } catch (BrokerException | IOException | TimeoutException | RuntimeException e) {
      return false;
    }
  }
}
