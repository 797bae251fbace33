package io.brokerbench.mqtt;

import io.brokerbench.mqtt.MqttProducer.Publisher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * All connections of a run: who they are, where they go, which topics they have. For one thread.
 */
final class Roster {

  /** A subscriber, its broker and connection, and what it subscribes to. */
  record Listener(HostPort broker, Client client, Subscriber subscriber, List<String> filters) {}

  private final MqttOptions options;
  private final List<HostPort> brokers;
  private final String run;
  private final Clients clients;
  private final LongAdder otherQos;
  private final List<Identity> identities = new ArrayList<>();
  private final List<Publisher> publishers = new ArrayList<>();
  private final List<List<Listener>> groups = new ArrayList<>();

  /** Where a broker listens. */
  record HostPort(String host, int port) {}

  /**
   * Nobody is connected yet.
   *
   * @param run number in the names of clients and topics
   * @param otherQos counts deliveries that come with another quality of service than they are to
   */
  Roster(
      MqttOptions options,
      List<HostPort> brokers,
      String run,
      Clients clients,
      LongAdder otherQos) {
    this.options = options;
    this.brokers = brokers;
    this.run = run;
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
    Client client = client("p" + index, broker, true, (topic, body, qos, again) -> {});
    return new Publisher(
        client, Arrays.stream(share).mapToObj(topic -> topics.published(topic, run)).toList());
  }

  private Listener listener(int group, int index) {
    Topics topics = options.topics();
    int[] share = topics.share(index, options.clients());
    List<String> names =
        Arrays.stream(share).mapToObj(topic -> topics.subscribed(topic, run)).toList();
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
    return "$share/" + options.groups().get(group).replaceAll("[/+#]", "_") + run + "/" + name;
  }

  private Client client(String id, HostPort broker, boolean publisher, Inbox inbox) {
    Identity identity = new Identity(name(id), broker.host(), broker.port(), publisher);
    identities.add(identity);
    return clients.client(identity, !options.access().persistent(), inbox);
  }

  /** Its name at the broker: MQTT 3.1.1 promises room for 23 letters and digits. */
  private String name(String id) {
    return "bb" + run + id.replace("-", "x");
  }

  /** Number of the run. */
  String run() {
    return run;
  }

  /** Publishers of one of several senders. */
  List<Publisher> ofSender(int index, int senders) {
    List<Publisher> own = new ArrayList<>();
    for (int i = index; i < publishers.size(); i += senders) {
      own.add(publishers.get(i));
    }
    return own;
  }

  /** All publishers. */
  List<Publisher> publishers() {
    return publishers;
  }

  /** Subscribers of a group. */
  List<Listener> group(int index) {
    return groups.get(index);
  }

  /** Subscribers of all groups. */
  List<Listener> listeners() {
    return groups.stream().flatMap(List::stream).toList();
  }

  /** Every connection. */
  List<Client> everybody() {
    List<Client> all = new ArrayList<>();
    publishers.forEach(publisher -> all.add(publisher.client()));
    listeners().forEach(listener -> all.add(listener.client()));
    return all;
  }

  /** The same with sessions that end at once, by which persistent ones are removed. */
  List<Client> cleaners() {
    return identities.stream()
        .map(identity -> clients.client(identity, true, (topic, body, qos, again) -> {}))
        .toList();
  }
}
