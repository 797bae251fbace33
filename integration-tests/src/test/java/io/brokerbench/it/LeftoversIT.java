package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import io.brokerbench.command.Cleanup;
import io.brokerbench.driver.Cluster;
import io.brokerbench.producer.ProducerMain;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What killed runs leave on a cluster of others, and how it is removed. */
@Tag("nightly")
@RequiresRabbitMq
@RequiresMosquitto
final class LeftoversIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int KILLS = 10;
  private static final int LATEST_KILL_MILLIS = 8_000;

  /** Longer than brokers hold a pull request. */
  private static final int HELD_MILLIS = 25_000;

  private static final String NOTHING = "no run of this user on this machine left anything";
  private static final String THEIRS = "theirs";

  private final Path home;
  private final Path broker;

  LeftoversIT(@TempDir Path directory) throws Exception {
    this.home = Files.createDirectory(directory.toRealPath().resolve("runs"));
    this.broker = Files.createDirectory(directory.toRealPath().resolve("broker"));
  }

  /** A killed run, whose flags are those of the cluster and of the tool. */
  private Bench start(List<String> cluster, String flags) throws Exception {
    return Bench.start(
        Path.of(System.getProperty("java.home")),
        Bench.CONSUMER,
        home,
        Stream.of(
                cluster,
                List.of("--producers", "2", "--warmup", "0", "--duration", "60s"),
                List.of(flags.split(" ", -1)))
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  private String cleanUp(List<String> cluster, boolean remove) throws Exception {
    Map<String, String> environment = Map.of("XDG_STATE_HOME", home.resolve("state").toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Cleanup(remove, new PrintStream(out, true, UTF_8))
        .run(ProducerMain.command().check(cluster, environment), environment);
    return out.toString(UTF_8);
  }

  /** Removes until nothing is left: brokers take a moment to notice that a client has died. */
  private void removeAll(List<String> cluster) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              cleanUp(cluster, true);
              assertThat(cleanUp(cluster, false)).contains(NOTHING);
            });
  }

  /** Kills runs at random moments, from the start of their JVM on. */
  private void killRuns(List<String> cluster, String flags) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < KILLS; i++) {
      try (Bench bench = start(cluster, flags.replace("{n}", Integer.toString(i)))) {
        Thread.sleep(random.nextInt(LATEST_KILL_MILLIS));
        bench.signal("KILL");
        assertThat(bench.end().exitCode()).as("seed %d", seed).isEqualTo(137);
      }
    }
  }

  @Test
  void whatAKilledRunLeftIsListedAndRemoved() throws Exception {
    try (Cluster cluster = OwnCluster.start(broker, "cluster.topology=1m");
        Topics topics = new Topics(cluster.address())) {
      List<String> address = List.of("-n", cluster.address());
      Set<String> before = topics.groups();
      assertThat(cleanUp(address, false)).contains(NOTHING);
      try (Bench bench = start(address, "-t left -g left_group --set topic.count=2")) {
        bench.awaitSeconds(1);
        assertThat(cleanUp(address, true)).contains("is still running", "0 removed");
        assertThat(topics.exists("left-1")).isTrue();
        bench.signal("KILL");
        bench.end();
      }

      assertThat(cleanUp(address, false))
          .containsPattern("(?m)^run \\w{11}, started .* ago, process \\d+$")
          .containsPattern("(?m)^  group +left_group ")
          .containsPattern("(?m)^  topic +left-0 ")
          .containsPattern("(?m)^  topic +left-1 ")
          .containsPattern("(?m)^  topic +%RETRY%left_group ");
      assertThat(topics.exists("left-1")).isTrue();

      removeAll(address);
      assertThat(topics.exists("left-0")).isFalse();
      assertThat(topics.exists("left-1")).isFalse();
      assertThat(topics.exists("%RETRY%left_group")).isFalse();
      assertThat(topics.groups()).isEqualTo(before);
    }
  }

  @Test
  void whatOthersUseByNowStays() throws Exception {
    try (Cluster cluster = RabbitMq.start(broker, "cluster.nodes=1");
        Connection theirs = RabbitMq.connection(cluster);
        Channel channel = theirs.createChannel()) {
      List<String> flags = RabbitMq.flags(cluster);
      try (Bench bench = start(flags, "--set topic.queues=1 --set consume.threads=1")) {
        bench.awaitSeconds(1);
        bench.signal("KILL");
        bench.end();
      }
      String queue = String.join("\n", RabbitMq.list(cluster, "list_queues", "name"));
      assertThat(queue).matches("brokerbench_\\w{11}-1");
      String consumer = channel.basicConsume(queue, new DefaultConsumer(channel));
      assertThat(cleanUp(flags, true))
          .contains(queue)
          .contains("kept: used by")
          .contains("0 removed");
      assertThat(channel.queueDeclarePassive(queue).getConsumerCount()).isEqualTo(1);
      channel.basicCancel(consumer);

      removeAll(flags);
      assertThat(RabbitMq.list(cluster, "list_queues", "name")).isEmpty();
    }
  }

  @Test
  void anExchangeThatOthersUseByNowStaysAloneAndIsNamed() throws Exception {
    try (Cluster cluster = RabbitMq.start(broker, "cluster.nodes=1");
        Connection theirs = RabbitMq.connection(cluster);
        Channel channel = theirs.createChannel()) {
      List<String> flags = RabbitMq.flags(cluster);
      for (String topic : List.of("first", "second")) {
        try (Bench bench =
            start(
                flags,
                "--set rabbitmq.exchange=topic --set topic.queues=1 --set consume.threads=1 -t "
                    + topic)) {
          await().atMost(PATIENCE).until(() -> objects(cluster).contains(topic + "-1"));
          bench.signal("KILL");
          bench.end();
        }
      }
      String queue = channel.queueDeclare().getQueue();
      channel.queueBind(queue, "first", "#");

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(cleanUp(flags, true))
                    .containsPattern("exchange +first +kept: used by queues that are bound to it");
                assertThat(objects(cluster))
                    .contains("first")
                    .doesNotContain("first-1", "second", "second-1");
              });
      channel.queueDelete(queue);
      removeAll(flags);
      assertThat(objects(cluster)).doesNotContain("first");
    }
  }

  /** Brokers delete no quorum queue on the condition that it is unused. */
  @Test
  void quorumQueuesAreRemoved() throws Exception {
    try (Cluster cluster = RabbitMq.start(broker, "cluster.nodes=1")) {
      List<String> flags = RabbitMq.flags(cluster);
      try (Bench bench =
          start(
              flags,
              "--set rabbitmq.queue-type=quorum --set rabbitmq.members=1 --set topic.queues=2"
                  + " --set consume.threads=1")) {
        bench.awaitSeconds(1);
        bench.signal("KILL");
        bench.end();
      }
      assertThat(RabbitMq.list(cluster, "list_queues", "name")).hasSize(2);

      removeAll(flags);
      assertThat(RabbitMq.list(cluster, "list_queues", "name")).isEmpty();
    }
  }

  @Test
  void aGroupStaysDeletedWhenBrokersAnswerThePullsThatTheyHold() throws Exception {
    try (Cluster cluster = OwnCluster.start(broker, "cluster.topology=1m");
        Topics topics = new Topics(cluster.address())) {
      topics.createOnRegistered(THEIRS);
      Set<String> before = topics.groups();
      for (String flags : List.of("-t ours -g first", "-t theirs -g second --producers 0")) {
        try (Bench bench = start(List.of("-n", cluster.address()), flags)) {
          bench.awaitSeconds(1);
          bench.signal("INT");
          bench.end().endedWith(130);
        }
      }
      Thread.sleep(HELD_MILLIS);
      assertThat(topics.groups()).isEqualTo(before);
    }
  }

  @Test
  void tenKillsOnRocketMqLeaveNothingAfterACleanup() throws Exception {
    try (Cluster cluster = OwnCluster.start(broker, "cluster.topology=1m");
        Topics topics = new Topics(cluster.address())) {
      topics.createOnRegistered(THEIRS);
      topics.createGroup(THEIRS);
      Set<String> topicsBefore = topics.names();
      Set<String> groupsBefore = topics.groups();

      killRuns(List.of("-n", cluster.address()), "-t killed_{n} -g killed_group_{n}");

      removeAll(List.of("-n", cluster.address()));
      assertThat(topics.names()).isEqualTo(topicsBefore);
      assertThat(topics.groups()).isEqualTo(groupsBefore);
    }
  }

  @Test
  void tenKillsOnRabbitMqLeaveNothingAfterACleanup() throws Exception {
    try (Cluster cluster = RabbitMq.start(broker, "cluster.nodes=1");
        Connection connection = RabbitMq.connection(cluster);
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(THEIRS, true, false, false, Map.of());
      channel.exchangeDeclare(THEIRS, "direct", true);
      Set<String> before = objects(cluster);

      killRuns(
          RabbitMq.flags(cluster),
          "--set rabbitmq.exchange=direct --set topic.queues=4 --set consume.threads=1"
              + " --set rabbitmq.routing-key=k{queue}");

      removeAll(RabbitMq.flags(cluster));
      assertThat(objects(cluster)).isEqualTo(before);
    }
  }

  private static Set<String> objects(Cluster cluster) throws Exception {
    Set<String> objects = new TreeSet<>();
    for (String list : List.of("list_queues", "list_exchanges")) {
      objects.addAll(RabbitMq.list(cluster, list, "name"));
    }
    return objects;
  }

  @Test
  void tenKillsOnMosquittoLeaveNothingAfterACleanup() throws Exception {
    try (Mosquitto mosquitto = Mosquitto.start(broker)) {
      List<String> flags = List.of("--driver", "mqtt", "-n", mosquitto.address());
      killRuns(
          flags, "--set mqtt.session=persistent --set mqtt.retained=true --set topic.queues=4");
      List<String> left = new ArrayList<>(cleanUp(flags, false).lines().toList());
      assertThat(left).anyMatch(line -> line.strip().startsWith("session"));
      assertThat(left).anyMatch(line -> line.strip().startsWith("retained"));

      removeAll(flags);
      assertThat(mosquitto.retained("brokerbench/#")).isEmpty();
      mosquitto.end();
      assertThat(mosquitto.sessions()).isEmpty();
    }
  }
}
