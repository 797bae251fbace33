package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObject.Kind;
import io.brokerbench.driver.created.RecordedRun;
import io.brokerbench.driver.created.Remover;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.inspect.Admin;
import io.brokerbench.rocketmq.inspect.Brokers;
import io.brokerbench.rocketmq.inspect.GroupAdmin;
import io.brokerbench.rocketmq.inspect.HeldPulls;
import io.brokerbench.rocketmq.inspect.TopicCounts;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Removes topics and consumer groups of earlier runs. A group is in use while it has members; a
 * topic, while messages arrive or groups of others consume it.
 */
final class RocketMqRemover implements Remover {

  private static final long ARRIVAL_MILLIS = 1_000;

  private final String nameServers;
  private final RocketMqClients clients;
  private final Admin admin;
  private final Brokers brokers;
  private final List<String> removedGroups = new ArrayList<>();

  private RocketMqRemover(
      String nameServers, RocketMqClients clients, Admin admin, Brokers brokers) {
    this.nameServers = nameServers;
    this.clients = clients;
    this.admin = admin;
    this.brokers = brokers;
  }

  static RocketMqRemover of(RocketMqOptions options, Cluster cluster, RocketMqClients clients)
      throws BrokerException {
    Admin admin = new Admin(clients.open(), options.clusterName());
    Brokers brokers = new Brokers(admin, cluster);
    brokers.fetch();
    return new RocketMqRemover(cluster.address(), clients, admin, brokers);
  }

  private Collection<String> masters() {
    return brokers.masters().values();
  }

  @Override
  public State state(RecordedRun run, CreatedObject object)
      throws BrokerException, InterruptedException {
    return object.kind() == Kind.GROUP ? ofGroup(object.name()) : ofTopic(run, object.name());
  }

  private State ofGroup(String name) throws BrokerException {
    GroupAdmin group = new GroupAdmin(admin, name);
    boolean exists = false;
    int members = 0;
    for (String master : masters()) {
      exists |= group.exists(master);
      members += group.members(master).size();
    }
    if (!exists) {
      return State.GONE;
    }
    return members == 0 ? State.UNUSED : State.usedBy(Text.of("%d consumers", members));
  }

  private State ofTopic(RecordedRun run, String topic)
      throws BrokerException, InterruptedException {
    if (!admin.topicExists(topic)) {
      return State.GONE;
    }
    Set<String> groups = new TreeSet<>();
    for (String master : masters()) {
      groups.addAll(admin.groupsOf(master, topic));
    }
    groups.removeAll(
        run.objects().stream()
            .filter(each -> each.kind() == Kind.GROUP)
            .map(CreatedObject::name)
            .collect(Collectors.toSet()));
    if (!groups.isEmpty()) {
      return State.usedBy("the consumer groups " + String.join(", ", groups));
    }
    TopicCounts messages = TopicCounts.ofTopics(List.of(topic), admin, brokers);
    long before = messages.onMasters();
    Thread.sleep(ARRIVAL_MILLIS);
    return messages.onMasters() == before ? State.UNUSED : State.usedBy("producers");
  }

  @Override
  public State remove(CreatedObject object) throws BrokerException {
    if (object.kind() == Kind.GROUP) {
      for (String master : masters()) {
        new GroupAdmin(admin, object.name()).delete(master);
      }
      removedGroups.add(object.name());
    } else if (!admin.removeTopic(brokers.known(), nameServers, object.name())) {
      throw new BrokerException(Text.of("the topic %s was not deleted", object.name()));
    }
    return State.GONE;
  }

  @Override
  public void finish(Consumer<String> progress) throws BrokerException, InterruptedException {
    if (!removedGroups.isEmpty()) {
      progress.accept("waiting for the brokers to end the pull requests of deleted groups");
      HeldPulls.outlast(admin, removedGroups, masters(), HeldPulls.LONGEST);
    }
  }

  @Override
  public void close() {
    clients.close();
  }
}
