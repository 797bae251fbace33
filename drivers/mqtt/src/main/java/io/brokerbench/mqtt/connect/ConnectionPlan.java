package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObject.Kind;
import io.brokerbench.driver.created.CreatedObjects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** All connections of a run, with their client ids, brokers and topics. Not thread-safe. */
public final class ConnectionPlan {

  /** A connection and the topics that it publishes to in turn. */
  public record Publisher(ClientConnection client, List<String> topics) {}

  /** A subscriber with its broker, its connection and its topic filters. */
  public record Listener(
      HostPort broker, ClientConnection client, Subscriber subscriber, List<String> filters) {}

  private final MqttOptions options;
  private final List<HostPort> brokers;
  private final CreatedObjects created;
  private final ClientConnections clients;
  private final LongAdder otherQos;
  private final List<ClientIdentity> identities = new ArrayList<>();
  private final List<Publisher> publishers = new ArrayList<>();
  private final List<List<Listener>> groups = new ArrayList<>();

  /** Address of a broker. */
  public record HostPort(String host, int port) {}

  /**
   * Creates all connections without opening any.
   *
   * @param created records what the connections leave at the brokers; the number of the run is part
   *     of client ids and topics
   * @param otherQos counts deliveries with an unexpected QoS
   */
  public ConnectionPlan(
      MqttOptions options,
      List<HostPort> brokers,
      CreatedObjects created,
      ClientConnections clients,
      LongAdder otherQos) {
    this.options = options;
    this.brokers = brokers;
    this.created = created;
    this.clients = clients;
    this.otherQos = otherQos;
    for (int i = 0; i < options.publishers(); i++) {
      publishers.add(publisher(i));
    }
    for (int group = 0; group < options.groups().size(); group++) {
      List<Listener> listeners = new ArrayList<>();
      for (int i = 0; i < options.clients(); i++) {
        listeners.add(listener(group, i));
      }
      groups.add(listeners);
    }
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
    int[] share = topics.share(index, options.clients());
    List<String> names =
        Arrays.stream(share).mapToObj(topic -> topics.subscribed(topic, created.id())).toList();
    Subscriber subscriber = new Subscriber(names, share, options.deliveredQos(), otherQos);
    String id = "s" + group + "-" + index;
    HostPort broker = brokers.get(topics.subscribersAt(share[0], brokers.size()));
    return new Listener(
        broker,
        client(id, broker, false, subscriber),
        subscriber,
        options.shared() ? names.stream().map(name -> shared(group, name)).toList() : names);
  }

  private String shared(int group, String name) {
    return "$share/"
        + options.groups().get(group).replaceAll("[/+#]", "_")
        + created.id()
        + "/"
        + name;
  }

  private ClientConnection client(
      String id, HostPort broker, boolean publisher, MessageListener inbox) {
    ClientIdentity identity = new ClientIdentity(name(id), broker.host(), broker.port(), publisher);
    identities.add(identity);
    return clients.client(identity, !options.access().persistent(), inbox);
  }

  /** ClientConnection id; MQTT 3.1.1 guarantees 23 letters and digits. */
  private String name(String id) {
    return "bb" + created.id() + id.replace("-", "x");
  }

  /** The record of what the connections leave at the brokers. */
  public CreatedObjects created() {
    return created;
  }

  /** Publishers of one sender. */
  public List<Publisher> ofSender(int index, int senders) {
    List<Publisher> own = new ArrayList<>();
    for (int i = index; i < publishers.size(); i += senders) {
      own.add(publishers.get(i));
    }
    return own;
  }

  public List<Publisher> publishers() {
    return publishers;
  }

  /** Subscribers of a group. */
  public List<Listener> group(int index) {
    return groups.get(index);
  }

  /** Subscribers of all groups. */
  public List<Listener> listeners() {
    return groups.stream().flatMap(List::stream).toList();
  }

  /** All connections. */
  public List<ClientConnection> connections() {
    List<ClientConnection> all = new ArrayList<>();
    publishers.forEach(publisher -> all.add(publisher.client()));
    listeners().forEach(listener -> all.add(listener.client()));
    return all;
  }

  /** The persistent sessions of all connections; empty without such sessions. */
  public List<CreatedObject> sessions() {
    return options.access().persistent()
        ? identities.stream()
            .map(each -> CreatedObject.at(Kind.SESSION, each.id(), each.host(), each.port()))
            .toList()
        : List.of();
  }

  /** The retained messages of all topics; empty if messages are not retained. */
  public List<CreatedObject> retained() {
    if (!options.retained()) {
      return List.of();
    }
    List<CreatedObject> retained = new ArrayList<>();
    for (int i = 0; i < publishers.size(); i++) {
      // Publishers have the first identities.
      ClientIdentity identity = identities.get(i);
      publishers
          .get(i)
          .topics()
          .forEach(
              topic ->
                  retained.add(
                      CreatedObject.at(Kind.RETAINED, topic, identity.host(), identity.port())));
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
