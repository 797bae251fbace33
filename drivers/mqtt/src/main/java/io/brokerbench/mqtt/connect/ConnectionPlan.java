package io.brokerbench.mqtt.connect;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObject.Kind;
import io.brokerbench.driver.created.CreatedObjects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All connections of a run, with their client ids, brokers and topics. Not thread-safe. */
public final class ConnectionPlan {

  /** A connection and the topics that it publishes to in turn. */
  public record Publisher(ClientConnection client, List<String> topics) {}

  /** A subscriber with its broker, its connection and its topic filters. */
  public record Listener(
      HostPort broker, ClientConnection client, Subscriber subscriber, List<String> filters) {}

  private final MqttOptions options;
  private final Seat seat;
  private final List<HostPort> brokers;
  private final CreatedObjects created;
  private final ClientConnections clients;
  private final LongAdder otherQos;
  private final List<ClientIdentity> identities = new ArrayList<>();
  private final SortedMap<Integer, Publisher> publishers = new TreeMap<>();
  private final List<SortedMap<Integer, Listener>> groups = new ArrayList<>();

  /**
   * Creates all connections without opening any; in a session that joins a run, those of its seat.
   *
   * @param seat the senders and consumers whose connections are opened
   * @param created records what the connections leave at the brokers; the number of the run is part
   *     of client ids and topics
   * @param otherQos counts deliveries with an unexpected QoS
   */
  public ConnectionPlan(
      MqttOptions options,
      Seat seat,
      List<HostPort> brokers,
      CreatedObjects created,
      ClientConnections clients,
      LongAdder otherQos) {
    this.options = options;
    this.seat = seat;
    this.brokers = brokers;
    this.created = created;
    this.clients = clients;
    this.otherQos = otherQos;
    for (int i = 0; i < options.publishers(); i++) {
      if (!seat.joins() || serves(i)) {
        publishers.put(i, publisher(i));
      }
    }
    for (int group = 0; group < options.groups().size(); group++) {
      SortedMap<Integer, Listener> listeners = new TreeMap<>();
      for (int i = 0; i < options.clients(); i++) {
        if (!seat.joins() || listens(i)) {
          listeners.put(i, listener(group, i));
        }
      }
      groups.add(listeners);
    }
  }

  /** Whether a publisher belongs to a sender of the seat. */
  private boolean serves(int publisher) {
    return options.senders() > 0 && seat.senders().contains(publisher % options.senders());
  }

  /** Whether a subscriber belongs to a client of the seat. */
  private boolean listens(int subscriber) {
    return seat.clients().contains(subscriber / options.perClient());
  }

  private Publisher publisher(int index) {
    Topics topics = options.topics();
    int[] share = topics.share(index, options.publishers());
    HostPort broker = brokers.get(topics.publishersAt(share[0], brokers.size()));
    ClientConnection client = client("p" + index, broker, true, (topic, body, qos, again) -> {});
    return new Publisher(
        client,
        Arrays.stream(share).mapToObj(topic -> topics.published(topic, created.id())).toList());
  }

  private Listener listener(int group, int index) {
    Topics topics = options.topics();
    int[] share = topics.separate() ? topics.share(index, options.clients()) : topics.share(0, 1);
    List<String> names =
        Arrays.stream(share)
            .mapToObj(topic -> topics.subscribed(topic, created.id()))
            .distinct()
            .toList();
    Subscriber subscriber = new Subscriber(queues(topics, share), options.deliveredQos(), otherQos);
    String id = "s" + group + "-" + index;
    HostPort broker = brokers.get(topics.subscribersAt(share[0], brokers.size()));
    return new Listener(
        broker,
        client(id, broker, false, subscriber),
        subscriber,
        options.shared() ? names.stream().map(name -> shared(group, name)).toList() : names);
  }

  /** The index of the topic from which a message under a name comes; null if it is another's. */
  private Function<String, @Nullable Integer> queues(Topics topics, int[] share) {
    Map<String, Integer> known = new HashMap<>();
    for (int topic : share) {
      String published = topics.published(topic, created.id());
      known.put(topics.direct() ? published : topics.subscribed(topic, created.id()), topic);
    }
    return topics.direct()
        ? known::get
        // A bridge may have added or removed levels.
        : name -> {
          Integer exact = known.get(name);
          return exact != null
              ? exact
              : known.entrySet().stream()
                  .filter(filter -> Topics.selects(filter.getKey(), name))
                  .map(Map.Entry::getValue)
                  .findFirst()
                  .orElse(null);
        };
  }

  private String shared(int group, String name) {
    return "$share/"
        + options.groups().get(group).replaceAll("[/+#]", "_")
        + created.id()
        + "/"
        + name;
  }

  /**
   * A connection of a client alongside the load, which is not open and keeps nothing at its broker.
   * May be called by any thread.
   */
  public ClientConnection idle(int client) {
    return clients.client(
        new ClientIdentity(name("c" + client), brokers.get(client % brokers.size()), false),
        true,
        (topic, body, qos, again) -> {});
  }

  /** The topic of such a client, to which nothing is published. */
  public String idleTopic(int client) {
    return "brokerbench/" + created.id() + "/client/" + client;
  }

  private ClientConnection client(
      String id, HostPort broker, boolean publisher, MessageListener inbox) {
    ClientIdentity identity = new ClientIdentity(name(id), broker, publisher);
    identities.add(identity);
    return clients.client(identity, !options.access().persistent(), inbox);
  }

  private String name(String id) {
    return options.clientId(created.id() + id.replace("-", "x"));
  }

  /** The record of what the connections leave at the brokers. */
  public CreatedObjects created() {
    return created;
  }

  /** Whether the session prepares the run, and removes what connections leave at the brokers. */
  public boolean prepares() {
    return !seat.joins();
  }

  /** Publishers of one sender of the seat. */
  public List<Publisher> ofSender(int index, int senders) {
    List<Publisher> own = new ArrayList<>();
    for (int i = index; i < options.publishers(); i += senders) {
      own.add(Objects.requireNonNull(publishers.get(i)));
    }
    return own;
  }

  /** Publishers whose connections are opened. */
  public List<Publisher> publishers() {
    return only(publishers, this::serves);
  }

  /** Publishers whose connections are opened elsewhere. */
  public List<Publisher> otherPublishers() {
    return only(publishers, publisher -> !serves(publisher));
  }

  /** Subscribers of a group whose connections are opened. */
  public List<Listener> group(int index) {
    return only(groups.get(index), this::listens);
  }

  private static <T> List<T> only(SortedMap<Integer, T> all, IntPredicate index) {
    return all.entrySet().stream()
        .filter(entry -> index.test(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Subscribers of all groups whose connections are opened. */
  public List<Listener> listeners() {
    return IntStream.range(0, groups.size()).mapToObj(this::group).flatMap(List::stream).toList();
  }

  /** The connections that are opened. */
  public List<ClientConnection> connections() {
    List<ClientConnection> all = new ArrayList<>();
    publishers().forEach(publisher -> all.add(publisher.client()));
    listeners().forEach(listener -> all.add(listener.client()));
    return all;
  }

  /**
   * Checks that this process may have the connections that are opened, with their threads, source
   * addresses and local ports.
   *
   * @throws BrokerException if it may not
   */
  public void requireRoom() throws BrokerException {
    int opened = connections().size() + options.idle();
    ConnectionLimits limits =
        new ConnectionLimits(options.library(), opened, options.works() ? listeners().size() : 0);
    int sources = opened == 0 ? 0 : SourceAddresses.countOwn(options.access().sources());
    Optional<String> problem =
        limits.problem().or(() -> limits.portProblem(sources, brokers.size()));
    if (problem.isPresent()) {
      throw new BrokerException("mqtt.publishers " + problem.get());
    }
  }

  /** The persistent sessions of all connections; empty without such sessions. */
  public List<CreatedObject> sessions() {
    return options.access().persistent()
        ? identities.stream()
            .map(each -> CreatedObject.at(Kind.SESSION, each.id(), each.broker()))
            .toList()
        : List.of();
  }

  /** The retained messages of all topics; empty if messages are not retained. */
  public List<CreatedObject> retained() {
    if (!options.retained()) {
      return List.of();
    }
    List<CreatedObject> retained = new ArrayList<>();
    int next = 0;
    for (Publisher publisher : publishers.values()) {
      // Publishers have the first identities.
      ClientIdentity identity = identities.get(next++);
      publisher
          .topics()
          .forEach(
              topic -> retained.add(CreatedObject.at(Kind.RETAINED, topic, identity.broker())));
    }
    return retained;
  }

  /** Connections with the same client ids and clean sessions, which remove persistent sessions. */
  public List<ClientConnection> cleaners() {
    return identities.stream()
        .map(identity -> clients.client(identity, true, (topic, body, qos, again) -> {}))
        .toList();
  }
}
