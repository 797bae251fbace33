package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.DelayingProxy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes are killed or paused, and masters restarted; the audit is compared with the messages that
 * an independent reader finds in the topic afterwards.
 */
@Tag("nightly")
final class RealFaultsIT {

  private static final Duration DEATH = Duration.ofMinutes(2);
  private static final Duration RETURN = Duration.ofMinutes(2);
  private static final Duration REPLICATION_DELAY = Duration.ofMillis(500);
  private static final int KILLS = 10;
  private static final int SENDERS = 4;
  private static final String TOPIC = "faults";
  private static final String GROUP = "group-faults";

  @TempDir private Path home;

  private Path directory;
  private Path runs;

  @BeforeEach
  void makeDirectories() throws IOException {
    directory = Files.createDirectory(home.toRealPath().resolve("cluster"));
    runs = Files.createDirectory(home.resolve("run"));
  }

  /** Damage to the store of a killed broker before its restart. */
  private interface Damage {
    void to(Path store) throws IOException;
  }

  @Test
  void afterAKillTheAuditNamesWhatTheTopicHolds() throws Exception {
    try (Cluster cluster = start("sync");
        Bench bench =
            slowBench(
                cluster, "--duration", "0", "--set", "load.messages=4000", "--drain", "20s")) {
      ResultDirectory running = bench.awaitMeasured("acked", 400);
      int before = running.rows().size();
      Process master = killAndRestart(store -> {});
      try {
        await().atMost(RETURN).until(() -> running.goesOnAfterFailures(before));
        ResultDirectory result = bench.end().endedWith(0, 4).result();

        Accounts accounts = assertAuditAgreesWith(inTopic(cluster), result);
        // The acknowledged messages were on disk.
        assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
        assertThat(accounts.unknown() + accounts.rejected()).isPositive();
        assertThat(accounts.audit().path("agreesWithBroker").asBoolean()).isTrue();
      } finally {
        master.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void whatNeverReachedTheDiskIsLostAndNamed() throws Exception {
    try (Cluster cluster = start("async");
        Bench bench =
            slowBench(
                cluster,
                // At most 1,000 per second, so that the backlog is far from complete when the
                // master is killed.
                "--backlog",
                "6000",
                "--duration",
                "6s",
                "--drain",
                "20s",
                "--from",
                "first")) {
      ResultDirectory running = bench.awaitSeconds(1);
      bench.await(() -> running.sum("acked") >= 1500);
      int before = running.rows().size();
      Process master = killAndRestart(RealFaultsIT::forgetTheEnd);
      try {
        await().atMost(RETURN).until(() -> running.goesOnAfterFailures(before));
        ResultDirectory result = bench.end().endedWith(4).result();

        Accounts accounts = assertAuditAgreesWith(inTopic(cluster), result);
        assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isPositive();
        assertThat(result.json().at("/verdict/status").asText()).isEqualTo("invalid");
        assertThat(result.reasons())
            .anyMatch(reason -> reason.contains("acknowledged messages were never received"));
      } finally {
        master.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void aRunFindsTheBrokersByTheNameServerThatIsLeft() throws Exception {
    try (Cluster cluster =
        OwnCluster.start(directory, "cluster.topology=1m", "cluster.name-servers=2")) {
      try (Topics topics = new Topics(cluster.address())) {
        topics.createOnRegistered(TOPIC);
      }
      Processes.signal("KILL", new Processes(directory).node("namesrv-0"));
      Outcome outcome =
          Bench.run(
              runs, "-n", cluster.address(), "-t", TOPIC, "--warmup", "1s", "--duration", "2s");
      Accounts.of(outcome.measured()).areComplete();
    }
  }

  @Test
  void theAuditOfAPlannedFaultNamesWhatTheSlaveLacks() throws Exception {
    try (Cluster cluster =
        OwnCluster.start(
            directory, "cluster.topology=1m1s", "cluster.properties.slaveReadEnable=true")) {
      try (Topics topics = new Topics(cluster.address())) {
        topics.createEverywhere(TOPIC);
        topics.createGroup(GROUP);
      }
      long master = new Processes(directory).node("master").pid();
      try (Bench bench =
          benchOnSlave(cluster, String.format(Locale.ROOT, "run kill -9 %d at 4s", master))) {
        ResultDirectory result = bench.end().measured();
        JsonNode fault = result.json().at("/plannedFaults/faults/0");
        assertThat(fault.path("events").findValuesAsText("text"))
            .containsExactly("started", "ended with exit code 0");
        try (Topics topics = new Topics(cluster.address())) {
          assertThat(topics.hasMaster()).isFalse();
          Accounts accounts = assertAuditAgreesWith(topics.onSlave(TOPIC), result);
          // Nearly always some: a master passes on every 100 ms what it has.
          assertThat(fault.at("/consumption/lost").longValue()).isEqualTo(accounts.count("lost"));
        }
        // What a command does is unknown.
        assertThat(result.json().at("/plannedFaults").has("brokenPromise")).isFalse();
      }
    }
  }

  /**
   * What a master sends to its slave is half a second late, and dies with the master and its store.
   * The slave has a beginning of the master's log, and a sender waits for each answer: what is lost
   * is the end of what a sender had acknowledged, whatever the queues.
   */
  @Test
  void whatIsOnItsWayToTheSlaveDiesWithTheMaster() throws Exception {
    String detour = "127.0.0.2";
    try (Cluster cluster =
        OwnCluster.start(
            directory,
            "cluster.topology=1m1s",
            "cluster.properties.slaveReadEnable=true",
            // The address at which the slave looks for its master.
            "cluster.properties.brokerIP2=" + detour)) {
      int port;
      try (Topics topics = new Topics(cluster.address())) {
        topics.createEverywhere(TOPIC);
        topics.createGroup(GROUP);
        port = topics.replicationPort();
      }
      String kill =
          String.format(
              Locale.ROOT,
              "run kill -9 %d; rm -rf %s at 4s",
              new Processes(directory).node("master").pid(),
              storeOfMaster());
      try (DelayingProxy replication = DelayingProxy.losing(detour, port, REPLICATION_DELAY)) {
        await().atMost(RETURN).until(replication::isUsed);
        try (Bench bench = benchOnSlave(cluster, kill)) {
          ResultDirectory result = bench.end().measured();
          try (Topics topics = new Topics(cluster.address())) {
            assertThat(topics.hasMaster()).isFalse();
            assertNewestAreLost(topics.onSlave(TOPIC), result);
          }
        }
      }
    }
  }

  private static void assertNewestAreLost(List<MessageExt> kept, ResultDirectory result) {
    Accounts accounts = assertAuditAgreesWith(kept, result);
    Set<Header.Name> lost = result.named("lost");
    assertThat(lost).as("audit %s", accounts.audit()).isNotEmpty();
    Set<Header.Name> left = names(kept);
    Map<Integer, LongSummaryStatistics> leftBySender = sequences(left.stream());
    assertThat(lost)
        .allSatisfy(
            name ->
                assertThat(name.sequence())
                    .isGreaterThan(leftBySender.get(name.producer()).getMax()));
    // Each sender's messages up to its last lost one; none of those that failed after the kill.
    assertThat(sequences(Stream.concat(left.stream(), lost.stream())))
        .hasSize(SENDERS)
        .allSatisfy(
            (sender, sequences) ->
                assertThat(sequences.getCount()).isEqualTo(sequences.getMax() + 1));
    assertThat(accounts.rejected() + accounts.unknown()).isPositive();
    JsonNode consumption = result.json().at("/plannedFaults/faults/0/consumption");
    assertThat(consumption.path("lost").longValue()).isEqualTo(lost.size());
    assertThat(
            consumption.path("lostBySecond").findValues("count").stream()
                .mapToLong(JsonNode::longValue)
                .sum())
        .isEqualTo(lost.size());
  }

  private static Map<Integer, LongSummaryStatistics> sequences(Stream<Header.Name> names) {
    return names.collect(
        Collectors.groupingBy(
            Header.Name::producer, Collectors.summarizingLong(Header.Name::sequence)));
  }

  @Test
  void tenMastersAreKilledAndNothingIsLostThatHasACopy() throws Exception {
    try (Cluster cluster = startElected("sync");
        Topics topics = new Topics(cluster.address());
        Bench bench = electedBench(cluster, 8000)) {
      ResultDirectory running = bench.awaitMeasured("acked", 100);
      Set<String> masters = new HashSet<>();
      for (int kill = 0; kill < KILLS; kill++) {
        int before = running.rows().size();
        Node master = OwnCluster.nodeAt(cluster, topics.masters().get(0));
        masters.add(master.name());
        master.kill();
        master.restart();
        // Its successor acknowledges nothing before the killed node has a copy.
        bench.await(() -> isSteadyAfterFailures(running, before));
      }
      ResultDirectory result = bench.end().endedWith(0, 4).result();

      assertThat(masters).hasSize(2);
      Accounts accounts = assertAuditAgreesWith(inTopic(cluster), result);
      assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
      assertThat(accounts.unknown() + accounts.rejected()).isGreaterThanOrEqualTo(KILLS);
      assertThat(accounts.audit().path("agreesWithBroker").asBoolean()).isTrue();
    }
  }

  /**
   * The load and the kill of the test above, with a master that does not wait for its slave. What
   * the slave lacks may have been consumed before the kill, so the loss is counted in the topic.
   */
  @Test
  void theSuccessorOfAMasterLosesWhatItLacks() throws Exception {
    try (Cluster cluster = startElected("async");
        Topics topics = new Topics(cluster.address());
        Bench bench = electedBench(cluster, 2000)) {
      ResultDirectory running = bench.awaitMeasured("acked", 100);
      Node master = OwnCluster.nodeAt(cluster, topics.masters().get(0));
      Node slave =
          cluster.nodes().stream()
              .filter(node -> node.name().startsWith("broker-"))
              .filter(node -> !node.name().equals(master.name()))
              .findFirst()
              .orElseThrow();
      slave.pause();
      int atPause = running.rows().size();
      // At least a whole second.
      bench.await(() -> running.rows().size() >= atPause + 2);
      int before = running.rows().size();
      master.kill();
      slave.resume();
      bench.await(() -> isSteadyAfterFailures(running, before));
      ResultDirectory result = bench.end().endedWith(4).result();

      Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
      assertThat((long) names(inTopic(cluster)).size())
          .isEqualTo(accounts.brokerCount())
          .isLessThan(accounts.acked());
      assertThat(result.reasons()).anyMatch(reason -> reason.startsWith("the brokers hold"));
    }
  }

  /**
   * When a master is killed, each sender waits for the copy of a message that it has stored, so
   * that the client sends that again to the other master. Nothing is consumed before both are back:
   * otherwise the loss of the group's position would add deliveries.
   */
  @Test
  void theDuplicatesOfRetriesAreTheMessagesThatBrokersHoldTwice() throws Exception {
    try (Cluster cluster =
            OwnCluster.start(
                directory,
                "cluster.topology=2m2s",
                "cluster.replication=sync",
                // The masters wait for paused slaves, and stay connected to them.
                "cluster.properties.slaveTimeout=120000",
                "cluster.properties.haHousekeepingInterval=120000");
        Topics topics = new Topics(cluster.address())) {
      topics.createEverywhere(TOPIC);
      topics.createGroup(GROUP);
      try (Bench bench =
          slowBench(
              cluster,
              "--backlog",
              "4000",
              "--duration",
              "6s",
              "--drain",
              "40s",
              "--from",
              "first",
              "--set",
              "client.retries=2",
              "--set",
              "client.send-timeout=110s")) {
        ResultDirectory running = bench.awaitSeconds(1);
        bench.await(() -> running.sum("acked") >= 400);
        Node master = OwnCluster.node(cluster, "master-a");
        Node slave = OwnCluster.node(cluster, "slave-a");
        Node otherSlave = OwnCluster.node(cluster, "slave-b");
        slave.pause();
        int atPause = running.rows().size();
        bench.await(() -> allSendersWait(running, atPause));
        // Holds the next attempts, so that the backlog is not complete before the master is back.
        otherSlave.pause();
        master.kill();
        slave.resume();
        master.restart();
        await().atMost(RETURN).until(() -> master.booted().isDone());
        await().atMost(RETURN).ignoreExceptions().until(() -> topics.masters().size() == 2);
        otherSlave.resume();
        ResultDirectory result = bench.end().endedWith(0, 4).result();

        List<MessageExt> stored = inTopic(cluster);
        Accounts accounts = assertAuditAgreesWith(stored, result);
        assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
        Set<Header.Name> twice = storedTwice(stored);
        assertThat(twice).isNotEmpty();
        assertThat(result.named("duplicated")).isEqualTo(twice);
        assertThat(accounts.count("duplicated")).isEqualTo(twice.size());
      }
    }
  }

  /** Whether nothing was acknowledged in the newest two seconds, after some rows. */
  private static boolean allSendersWait(ResultDirectory running, int before) {
    List<ResultDirectory.Row> rows = running.rows();
    return rows.size() >= before + 3
        && rows.subList(rows.size() - 2, rows.size()).stream()
            .allMatch(row -> row.count("acked") == 0);
  }

  private static Set<Header.Name> storedTwice(List<MessageExt> messages) {
    Set<Header.Name> once = new HashSet<>();
    return namesOfAll(messages).filter(name -> !once.add(name)).collect(Collectors.toSet());
  }

  @Test
  void aPausedMasterLosesNothingAndSendsEndWithTheTimeOutOfTheClient() throws Exception {
    try (Cluster cluster = start("async");
        Topics topics = new Topics(cluster.address())) {
      topics.createOnRegistered(TOPIC);
      try (Bench bench =
          Bench.start(
              runs,
              String.format(
                      Locale.ROOT,
                      "-n %s -t %s -w %d --warmup 1s --duration 0 --set load.messages=1500"
                          + " --set topic.keep=true --set abort.errors=none"
                          + " --set client.send-timeout=2s",
                      cluster.address(),
                      TOPIC,
                      SENDERS)
                  .split(" ", -1))) {
        ResultDirectory running = bench.awaitMeasured("acked", 100);
        int before = running.rows().size();
        Node master = OwnCluster.nodeAt(cluster, topics.masters().get(0));
        master.pause();
        bench.awaitMeasured("unknown", SENDERS);
        master.resume();
        bench.await(() -> isSteadyAfterFailures(running, before));
        ResultDirectory result = bench.end().endedWith(0, 4).result();

        Accounts accounts = Accounts.of(result).areComplete();
        assertThat((long) names(topics.all(TOPIC)).size()).isEqualTo(accounts.brokerCount());
        assertThat(result.json().at("/sends/unknown/client-timeout").asLong())
            .isGreaterThanOrEqualTo(SENDERS);
      }
    }
  }

  private Cluster start(String flush) throws Exception {
    return OwnCluster.start(directory, "cluster.topology=1m", "cluster.flush=" + flush);
  }

  /** Two brokers with the topic, of which either can succeed the other. */
  private Cluster startElected(String replication) throws Exception {
    Cluster cluster =
        OwnCluster.start(
            directory, "cluster.topology=controller", "cluster.replication=" + replication);
    try (Topics topics = new Topics(cluster.address())) {
      topics.createOnRegistered(TOPIC);
      await().atMost(RETURN).until(topics::mastersHaveSuccessors);
      topics.createGroup(GROUP);
      return cluster;
    } catch (Exception | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * A closed loop whose clients soon know the next master. It drains for longer than 30 s, in which
   * consumers report themselves to a broker that has come back.
   */
  private Bench electedBench(Cluster cluster, int messages) throws IOException {
    return bench(
        cluster,
        "--duration",
        "0",
        "--set",
        "load.messages=" + messages,
        "--set",
        "load.failure-pause=1s",
        "--set",
        "client.route-poll=1s",
        "--drain",
        "35s");
  }

  /** An open loop with a fault, which consumers follow on the slave. */
  private Bench benchOnSlave(Cluster cluster, String fault) throws IOException {
    return bench(
        cluster,
        "--rate",
        "400/s",
        "--duration",
        "10s",
        "--drain",
        "20s",
        "--set",
        "consume.read-from=slave",
        "--fault",
        fault);
  }

  /** Whether sends have failed and, in the newest second, none did and some were acknowledged. */
  private static boolean isSteadyAfterFailures(ResultDirectory running, int before) {
    List<ResultDirectory.Row> rows = running.rows();
    ResultDirectory.Row newest = rows.get(rows.size() - 1);
    return running.goesOnAfterFailures(before)
        && newest.count("acked") > 0
        && newest.count("rejected") + newest.count("unknown") == 0;
  }

  /** A closed loop that is slow, and slower while the master is down, however long that takes. */
  private Bench slowBench(Cluster cluster, String... flags) throws IOException {
    return bench(
        cluster,
        Stream.concat(
                Stream.of("--set", "load.pause=4ms", "--set", "load.failure-pause=1s"),
                Stream.of(flags))
            .toArray(String[]::new));
  }

  private Bench bench(Cluster cluster, String... flags) throws IOException {
    return Bench.start(
        Path.of(System.getProperty("java.home")),
        Bench.CONSUMER,
        runs,
        Stream.concat(
                Stream.of(
                    String.format(
                            Locale.ROOT,
                            "-n %s -t %s -g %s --producers %d --warmup 1s --set topic.keep=true"
                                + " --set abort.errors=none",
                            cluster.address(),
                            TOPIC,
                            GROUP,
                            SENDERS)
                        .split(" ", -1)),
                Stream.of(flags))
            .toArray(String[]::new));
  }

  private Process killAndRestart(Damage damage) throws Exception {
    ProcessHandle node = new Processes(directory).node("master");
    ProcessBuilder again = Processes.again(node);
    Processes.signal("KILL", node);
    await().atMost(DEATH).until(() -> !node.isAlive());
    damage.to(storeOfMaster());
    again.redirectErrorStream(true).redirectOutput(home.resolve("master").toFile());
    Process master = again.start();
    // Its standard input stays open while this reference is held; the line lets the broker start.
    master.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
    master.getOutputStream().flush();
    return master;
  }

  private Path storeOfMaster() throws IOException {
    // Not into the stores, whose files come and go.
    try (Stream<Path> files = Files.walk(directory, 3)) {
      return files
          .filter(path -> path.endsWith(Path.of("master", "store")))
          .findFirst()
          .orElseThrow();
    }
  }

  /**
   * Removes the end of the commit log, as after the crash of a machine that had not written it yet.
   */
  private static void forgetTheEnd(Path store) throws IOException {
    int forgotten = 100_000;
    int chunk = 1 << 20;
    Path log = store.resolve("commitlog").resolve("0".repeat(20));
    try (FileChannel file =
        FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long end = 0;
      ByteBuffer bytes = ByteBuffer.allocate(chunk);
      for (long from = file.size() - chunk; end == 0 && from >= 0; from -= chunk) {
        bytes.clear();
        file.read(bytes, from);
        for (int i = bytes.position() - 1; end == 0 && i >= 0; i--) {
          end = bytes.get(i) == 0 ? 0 : from + i + 1;
        }
      }
      assertThat(end).as("bytes in %s", log).isGreaterThan(2L * forgotten);
      file.write(ByteBuffer.allocate(forgotten), end - forgotten);
    }
  }

  private static List<MessageExt> inTopic(Cluster cluster) throws Exception {
    try (Topics topics = new Topics(cluster.address())) {
      return topics.all(TOPIC);
    }
  }

  private static Set<Header.Name> names(List<MessageExt> messages) {
    return namesOfAll(messages).collect(Collectors.toSet());
  }

  /** That of a message that is stored twice comes twice. */
  private static Stream<Header.Name> namesOfAll(List<MessageExt> messages) {
    return messages.stream()
        .flatMap(message -> Header.of(message.getBody()).stream())
        .map(Header::name);
  }

  private static Accounts assertAuditAgreesWith(List<MessageExt> messages, ResultDirectory result) {
    Set<Header.Name> found = names(messages);
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    for (String kind : new String[] {"lost", "recovered", "indeterminate", "phantom"}) {
      assertThat(result.named(kind)).as(kind).hasSize((int) accounts.count(kind));
    }
    assertThat(found).isNotEmpty();
    assertThat(
            accounts.count("delivered") + accounts.count("recovered") + accounts.count("phantom"))
        .as("delivered, recovered, phantom; audit %s", accounts.audit())
        .isEqualTo(found.size());
    assertThat(found).containsAll(result.named("recovered")).containsAll(result.named("phantom"));
    assertThat(result.named("lost")).noneMatch(found::contains);
    assertThat(result.named("indeterminate")).noneMatch(found::contains);
    assertThat(accounts.acked())
        .isEqualTo(
            accounts.count("delivered") + accounts.count("lost") + accounts.count("corrupt"));
    assertThat(accounts.unknown())
        .isEqualTo(accounts.count("recovered") + accounts.count("indeterminate"));
    return accounts;
  }
}
