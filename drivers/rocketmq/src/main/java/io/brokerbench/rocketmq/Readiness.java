package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.record.Outcome;
import io.brokerbench.workload.Load.SendMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.exception.RemotingException;

/**
 * Brings a session about: every broker registered, the topic there, a probe message acknowledged
 * and replicated, and the promise of synchronous replication put to the test. For one thread, once.
 */
final class Readiness {

  private static final long PATIENCE_MILLIS = 60_000;

  /** Of a name server that runs already and is asked for the first time. */
  private static final long ANSWER_MILLIS = 5_000;

  private static final long PAUSE_MILLIS = 50;

  /** How long an acknowledgement is awaited that must not come. */
  private static final int PROOF_MILLIS = 1_500;

  private static final int SETTLING_READINGS = 10;
  private static final long SETTLING_MILLIS = 200;

  private static final byte[] PROBE = new byte[] {'p', 'r', 'o', 'b', 'e'};

  private final RocketMqOptions options;
  private final Cluster cluster;
  private final Clients clients;
  private final Consumer<String> progress;
  private final DefaultMQProducer client;
  private final Admin admin;
  private String lastProblem = "";

  /** What no waiting will mend; empty for nothing. */
  private String refusal = "";

  Readiness(RocketMqOptions options, Cluster cluster, Clients clients, Consumer<String> progress)
      throws BrokerException {
    this.options = options;
    this.cluster = cluster;
    this.clients = clients;
    this.progress = progress;
    this.client = clients.open();
    this.admin = new Admin(client);
  }

  RocketMqSession establish() throws BrokerException, InterruptedException {
    progress.accept("waiting for the brokers to register");
    await(
        "the brokers did not register with the name server",
        cluster.nodes().isEmpty() ? ANSWER_MILLIS : PATIENCE_MILLIS,
        this::allRegistered);
    Map<String, SortedMap<Long, String>> brokers = admin.brokers();
    boolean made = prepareTopic(brokers);
    try {
      return establish(brokers, made);
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      if (made && cluster.nodes().isEmpty()) {
        admin.removeTopic(brokers, cluster.address(), options.topic());
      }
      throw e;
    }
  }

  private RocketMqSession establish(Map<String, SortedMap<Long, String>> brokers, boolean made)
      throws BrokerException, InterruptedException {
    Counting probes = Counting.ofTopic(options, admin, brokers);
    List<MessageQueue> queues = new ArrayList<>();
    await(
        "the topic %s has no queue that takes messages".formatted(options.topic()),
        made ? PATIENCE_MILLIS : ANSWER_MILLIS,
        () -> fetchQueues(queues));

    progress.accept("sending a probe message");
    await("no probe message was acknowledged", () -> probeIsAcked(queues.get(0)));
    List<BrokerView> views = new ArrayList<>();
    await("the brokers did not tell their configuration", () -> fetchViews(brokers, views));
    BrokerView weakest = weakestMaster(views);
    boolean waitsForSlave = weakest.promise(true).copies() > 1;
    if ("sync".equals(cluster.facts().get("replication")) && !waitsForSlave) {
      throw new BrokerException(
          "cluster.replication=sync cannot be had of this release: "
              + weakest.promise(true).text());
    }
    if (!slaves().isEmpty()) {
      progress.accept("waiting for the slave to replicate it");
      awaitReplicated(probes);
      if (waitsForSlave) {
        progress.accept("stopping the slave: nothing may be acknowledged now");
        prove(queues.get(0), probes);
      }
    }
    List<DefaultMQProducer> instances = openInstances(queues.get(0));
    Counting counting = Counting.ofLoad(options, admin, brokers);
    return new RocketMqSession(
        options,
        clients,
        instances,
        new RocketMqSession.Target(
            cluster.address(), brokers, queues, made && cluster.nodes().isEmpty()),
        admin,
        counting,
        settledCount(counting),
        weakest.promise(options.mode() != SendMode.ONEWAY),
        views);
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

  private List<Node> slaves() {
    return cluster.nodes().stream().filter(node -> node.name().startsWith("slave")).toList();
  }

  private boolean allRegistered() throws BrokerException {
    long registered = admin.brokers().values().stream().mapToLong(SortedMap::size).sum();
    long expected =
        cluster.nodes().stream().filter(node -> !node.name().startsWith("namesrv")).count();
    return registered >= Math.max(1, expected);
  }

  /** Whether the topic was made, rather than found. */
  private boolean prepareTopic(Map<String, SortedMap<Long, String>> brokers)
      throws BrokerException {
    if (admin.topicExists(options.topic())) {
      return false;
    }
    for (SortedMap<Long, String> addresses : brokers.values()) {
      // Of somebody else's cluster only the masters; slaves learn topics from them in a minute.
      for (String address :
          cluster.nodes().isEmpty() ? addresses.headMap(1L).values() : addresses.values()) {
        admin.createTopic(address, options.topic(), options.queues());
      }
    }
    return true;
  }

  private boolean fetchQueues(List<MessageQueue> queues) throws MQClientException {
    queues.clear();
    queues.addAll(client.fetchPublishMessageQueues(options.topic()));
    return !queues.isEmpty();
  }

  private boolean probeIsAcked(MessageQueue queue) throws BrokerException, InterruptedException {
    return probe(client, queue, options.sendTimeoutMillis()) == Outcome.ACKED;
  }

  /** The clients that will send, each connected: the first send of all threads must not wait. */
  private List<DefaultMQProducer> openInstances(MessageQueue queue)
      throws BrokerException, InterruptedException {
    List<DefaultMQProducer> instances = new ArrayList<>();
    for (int i = 0; i < options.instances(); i++) {
      DefaultMQProducer instance = clients.open();
      await(
          "a client's first message was not acknowledged",
          () -> probe(instance, queue, options.sendTimeoutMillis()) == Outcome.ACKED);
      instances.add(instance);
    }
    return instances;
  }

  /** What becomes of a message: acknowledged only with the promise kept. */
  private Outcome probe(DefaultMQProducer sender, MessageQueue queue, int timeoutMillis)
      throws InterruptedException {
    try {
      SendStatus status =
          sender.send(new Message(options.topic(), PROBE), queue, timeoutMillis).getSendStatus();
      lastProblem = status.name();
      return status == SendStatus.SEND_OK ? Outcome.ACKED : Outcome.UNKNOWN;
    } catch (RemotingException | MQBrokerException | MQClientException e) {
      Failure failure = Failure.of(e);
      if (failure.kind().equals(Failure.NO_PERMISSION)) {
        refusal = "the topic %s takes no message: %s".formatted(options.topic(), Failure.text(e));
      }
      lastProblem = failure.kind() + ": " + Failure.text(e);
      return failure.outcome();
    }
  }

  private boolean fetchViews(Map<String, SortedMap<Long, String>> brokers, List<BrokerView> views)
      throws BrokerException {
    views.clear();
    for (SortedMap<Long, String> addresses : brokers.values()) {
      for (String address : addresses.values()) {
        views.add(BrokerView.of(admin, address));
      }
    }
    return !views.isEmpty();
  }

  private void awaitReplicated(Counting counting) throws BrokerException, InterruptedException {
    await(
        "the slave did not replicate the probe message",
        () -> {
          long messages = counting.onMasters();
          return messages > 0 && counting.onSlaves().orElse(0) >= messages;
        });
  }

  /** With every slave stopped no acknowledgement may come; with the slaves back, it must. */
  private void prove(MessageQueue queue, Counting counting)
      throws BrokerException, InterruptedException {
    Outcome outcome;
    for (Node slave : slaves()) {
      slave.pause();
    }
    try {
      outcome = probe(client, queue, PROOF_MILLIS);
    } finally {
      for (Node slave : slaves()) {
        slave.resume();
      }
    }
    if (outcome == Outcome.REJECTED) {
      throw new BrokerException("the test of synchronous replication failed: " + lastProblem);
    }
    if (outcome == Outcome.ACKED) {
      throw new BrokerException(
          "replication is not synchronous: a message was acknowledged while the slave was stopped;"
              + " this release cannot be measured with cluster.replication=sync");
    }
    await("the slave did not come back after it was stopped", () -> probeIsAcked(queue));
    awaitReplicated(counting);
  }

  private void await(String otherwise, Callable<Boolean> condition)
      throws BrokerException, InterruptedException {
    await(otherwise, PATIENCE_MILLIS, condition);
  }

  private void await(String otherwise, long patienceMillis, Callable<Boolean> condition)
      throws BrokerException, InterruptedException {
    long deadline = System.nanoTime() + patienceMillis * 1_000_000;
    while (true) {
      cluster.check();
      try {
        if (condition.call()) {
          return;
        }
      } catch (Exception e) {
        if (Thread.interrupted() || e instanceof InterruptedException) {
          throw new InterruptedException("stopped while waiting: " + otherwise);
        }
        lastProblem = Failure.text(e);
      }
      if (!refusal.isEmpty()) {
        throw new BrokerException(refusal);
      }
      if (System.nanoTime() > deadline) {
        throw new BrokerException(
            "%s within %d s%s"
                .formatted(
                    otherwise,
                    patienceMillis / 1000,
                    lastProblem.isEmpty() ? "" : " (" + lastProblem + ")"));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
