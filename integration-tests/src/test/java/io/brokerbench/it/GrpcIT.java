package io.brokerbench.it;

import static io.brokerbench.junit.BenchmarkAssertions.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.api.BenchmarkCluster;
import io.brokerbench.junit.BrokerCluster;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.TestJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The second client of producers and consumers: gRPC, through a proxy. */
@Tag("ci")
@BrokerCluster(
    topology = "1m",
    settings = {
      "rocketmq.client=grpc",
      "cluster.heap=256m",
      "cluster.proxy-heap=256m",
      "cluster.start-timeout=150s",
      "cluster.properties.timerWheelEnable=true",
      TestJvm.CLUSTER_FLAGS
    })
final class GrpcIT {

  /** The end of a local transaction in a message's header. */
  private static final int ROLLED_BACK = 1;

  @TempDir private Path home;

  @Test
  void whatTheProxyAcknowledgedIsOnTheBrokerAndTheProxyIsMeasuredToo(BenchmarkCluster cluster)
      throws Exception {
    StoredRun run =
        cluster
            .producer()
            .threads(4)
            .warmup(Duration.ofSeconds(1))
            .duration(Duration.ofSeconds(2))
            .output(home)
            .set("message.size", "256")
            .set("message.keys", "true")
            .set("message.tags", "3")
            .set("topic.count", "3")
            .set("load.pause", "20ms")
            .run();
    assertThatRun(run).losesNothing();
    ResultDirectory result = new ResultDirectory(run.directory());
    assertEverythingArrived(result);
    JsonNode proxy = result.json().at("/resources/proxy");
    assertThat(proxy.path("cpuCoresMean").asDouble()).isPositive();
    assertThat(proxy.path("heapUsedBytesMax").asLong()).isPositive();
    JsonNode client = result.json().at("/environment/client");
    assertThat(client.path("name").asText()).isEqualTo("rocketmq-client-java");
    assertThat(client.path("release").asText()).startsWith("5.");
    assertThat(client.path("retries").asInt(-1)).isZero();
  }

  @Tag("nightly")
  @Test
  void proxiesOfSomebodyElseAreTakenToo(BenchmarkCluster cluster) throws Exception {
    Outcome outcome =
        run(
            Bench.PRODUCER,
            cluster,
            "-w 4 -s 256 --warmup 1s --duration 2s -t proxied -y true --in-flight 16"
                + " --set client.instances=2");
    assertThat(outcome.err()).isEmpty();
    assertEverythingArrived(outcome.measured());
  }

  /** As many messages as the other client reads, and the brokers count. */
  @Test
  void whatTheBrokerHoldsComesThroughTheProxy(BenchmarkCluster cluster) throws Exception {
    // A run that deletes its group waits for pull requests, for 21 s; that is left to the night.
    Accounts accounts = assertEverythingComes(cluster, "simple", " --set topic.keep=true");
    try (Topics topics = new Topics(cluster.address())) {
      assertThat(headers(topics.all("received-simple"))).hasSize((int) accounts.count("delivered"));
    }
  }

  @Tag("nightly")
  @Test
  void whatTheBrokerHoldsIsPushedThroughTheProxy(BenchmarkCluster cluster) throws Exception {
    assertEverythingComes(cluster, "pop", "");
  }

  private Accounts assertEverythingComes(BenchmarkCluster cluster, String model, String flags)
      throws Exception {
    ResultDirectory result =
        consume(cluster, model, "received", "--producers 2 --clients 2 --rate 300/s" + flags)
            .measured();
    Accounts accounts =
        Accounts.of(result).areComplete().everythingCame().settleTimes(model.equals("simple"));
    assertThat(result.json().at("/environment/client/name").asText())
        .isEqualTo("rocketmq-client-java");
    assertThat(result.json().at("/consumption/failedRequests").isNumber())
        .isEqualTo(model.equals("simple"));
    return accounts;
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"pop", "simple"})
  void whatConsumersRejectComesAgain(String model, BenchmarkCluster cluster) throws Exception {
    ResultDirectory result =
        consume(cluster, model, "again", "--producers 1 --rate 20/s -r 0.2").measured();
    Accounts accounts = Accounts.of(result).areComplete().settleTimes(model.equals("simple"));
    assertThat(accounts.count("lost")).isZero();
    JsonNode consumption = result.json().path("consumption");
    assertThat(consumption.path("postponed").asLong()).isPositive();
    assertThat(consumption.path("redelivered").asLong())
        .isGreaterThanOrEqualTo(consumption.path("postponed").asLong());
    assertThat(consumption.path("drainEndedBy").asText()).isEqualTo("complete");
  }

  /** On a cluster of its own, which has what such consumers need without further settings. */
  @Tag("nightly")
  @Test
  void messageGroupsComeInTheOrderOfTheirSends() throws Exception {
    String flags =
        "--producers 2 --clients 2 --rate 200/s --warmup 1s --duration 3s --model orderly"
            + " --set client=grpc --set message.shards=3 --set cluster.topology=1m"
            + " --set cluster.heap=256m --set cluster.proxy-heap=256m --set "
            + Bench.DRAIN;
    ResultDirectory result = Bench.run(Bench.CONSUMER, home, flags.split(" ", -1)).measured();
    Accounts.of(result).areComplete().everythingCameInOrder().settleTimes(false);
  }

  /** The topic is of the same kind, but brokers deliver to the group without an order. */
  @Tag("nightly")
  @Test
  void anotherKindOfConsumersOfMessageGroupsPromisesNoOrder(BenchmarkCluster cluster)
      throws Exception {
    ResultDirectory result =
        consume(cluster, "pop", "unordered", "--producers 2 --rate 200/s --set message.shards=3")
            .measured();
    Accounts accounts = Accounts.of(result).areComplete().everythingCame();
    assertThat(accounts.audit().path("reordered").isNull()).as("%s", accounts.audit()).isTrue();
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"pop", "simple"})
  void aFilterSelects(String model, BenchmarkCluster cluster) throws Exception {
    String flags =
        "--producers 1 --rate 100/s --set message.tags=2 -f TAG"
            + " --set consume.filter.expression=tag1";
    Accounts accounts =
        Accounts.of(consume(cluster, model, "some", flags).measured())
            .areComplete()
            .receivedInFull();
    assertThat(accounts.count("lost")).isZero();
    assertThat(accounts.count("phantom")).isZero();
    assertThat(accounts.count("delivered")).isPositive().isLessThan(accounts.acked());
  }

  @Tag("nightly")
  @Test
  void aProxyInTheMastersProcessServesTheSame() throws Exception {
    String flags =
        "--producers 2 --rate 300/s --warmup 1s --duration 3s --set client=grpc"
            + " --set cluster.proxy-mode=local --set cluster.heap=256m --set "
            + Bench.DRAIN;
    ResultDirectory result = Bench.run(Bench.CONSUMER, home, flags.split(" ", -1)).measured();
    Accounts.of(result).areComplete().everythingCame();
    JsonNode resources = result.json().path("resources");
    assertThat(resources.at("/master/cpuCoresMean").asDouble()).isPositive();
    assertThat(resources.has("proxy")).as("resources %s", resources).isFalse();
    JsonNode master = result.json().at("/environment/cluster/nodes/master");
    assertThat(master.at("/proxyProperties/proxyMode").asText())
        .as("%s", master)
        .isEqualTo("LOCAL");
  }

  @Tag("nightly")
  @Test
  void transactionsEndByThemselvesOrByACheckBack(BenchmarkCluster cluster) throws Exception {
    ResultDirectory result =
        run(
                Bench.TRANSACTION_PRODUCER,
                cluster,
                "-w 4 -s 256 -t transacted -sr 0.2 -su 0.3 -cr 0.1 -cu 0.1 --warmup 0 --duration 0"
                    + " --set load.messages=400 --set topic.keep=true --set "
                    + Bench.DRAIN)
            .measured();
    Accounts accounts = Accounts.of(result).everyTransactionEnded();
    JsonNode transactions = result.json().path("transactions");
    long committed = transactions.path("committed").asLong();
    long rolledBack = transactions.path("rolledBack").asLong();
    long unknown = transactions.path("unknown").asLong();
    assertThat(committed + rolledBack + unknown).as("%s", transactions).isEqualTo(400);
    assertThat(rolledBack).isPositive();
    assertThat(transactions.path("checkedCommitted").asLong()).isPositive();
    assertThat(accounts.count("delivered"))
        .as("%s of %s", accounts.audit(), transactions)
        .isEqualTo(accounts.brokerCount());
    assertThat(accounts.count("lost") + accounts.count("phantom")).isZero();
    try (Topics topics = new Topics(cluster.address())) {
      List<Header> visible = headers(topics.all("transacted"));
      assertThat(visible).extracting(Header::local).doesNotContain(ROLLED_BACK);
      assertThat(visible).hasSize((int) accounts.count("delivered"));
    }
  }

  @Tag("nightly")
  @Test
  void aTopicForOtherMessagesIsRefused(BenchmarkCluster cluster) throws Exception {
    try (Topics topics = new Topics(cluster.address())) {
      topics.createOnRegistered("normal");
      await().until(() -> topics.exists("normal"));
    }
    Outcome outcome =
        run(Bench.TRANSACTION_PRODUCER, cluster, "-t normal --consumers 0").endedWith(3);
    assertThat(outcome.err())
        .contains(
            "the topic normal has message.type NORMAL, and through a proxy this run needs"
                + " TRANSACTION");
  }

  @Tag("nightly")
  @Test
  void messagesForLaterComeAtTheirTimes(BenchmarkCluster cluster) throws Exception {
    ResultDirectory result =
        consume(
                cluster,
                "pop",
                "later",
                "--producers 2 --rate 100/s --set message.deliver-after=1s..3s"
                    + " --set topic.keep=true")
            .measured();
    Accounts accounts = Accounts.of(result).areComplete().everythingCame();
    JsonNode latency = result.json().path("latency");
    assertThat(latency.at("/late/count").asLong()).isPositive();
    assertThat(latency.at("/late/count").asLong() + latency.at("/early/count").asLong())
        .isEqualTo(latency.at("/endToEnd/count").asLong());
    try (Topics topics = new Topics(cluster.address())) {
      assertThat(headers(topics.all("later-pop"))).hasSize((int) accounts.acked());
    }
  }

  @Tag("nightly")
  @Test
  void theMessagesOfAStreamLieInOneQueueInTheirOrder(BenchmarkCluster cluster) throws Exception {
    Outcome outcome =
        run(
            Bench.PRODUCER,
            cluster,
            "-w 2 -s 256 --warmup 0 --duration 0 -t streams --set message.shards=3"
                + " --set load.messages=300 --set topic.keep=true");
    assertEverythingArrived(outcome.measured());
    Map<String, SortedMap<Long, MessageExt>> streams = new TreeMap<>();
    try (Topics topics = new Topics(cluster.address())) {
      for (MessageExt message : topics.all("streams")) {
        Header.of(message.getBody())
            .map(Header::name)
            .ifPresent(
                name ->
                    streams
                        .computeIfAbsent(
                            name.producer() + "-" + name.sequence() % 3, stream -> new TreeMap<>())
                        .put(name.sequence(), message));
      }
    }
    assertThat(streams).hasSize(6);
    streams.forEach(
        (stream, messages) -> {
          assertThat(messages).as(stream).hasSize(50);
          assertThat(messages.values().stream().map(MessageExt::getQueueId).distinct()).hasSize(1);
          assertThat(messages.values()).extracting(MessageExt::getQueueOffset).isSorted();
        });
  }

  /** The headers of the messages of a run: probes have none. */
  private static List<Header> headers(List<MessageExt> messages) {
    return messages.stream().flatMap(message -> Header.of(message.getBody()).stream()).toList();
  }

  /** Consumes from a topic with a group of its own, both named after the test and the model. */
  private Outcome consume(BenchmarkCluster cluster, String model, String name, String flags)
      throws Exception {
    String own = name + "-" + model;
    return run(
        Bench.CONSUMER,
        cluster,
        String.format(
            Locale.ROOT,
            "--warmup 1s --duration 3s --set %s -t %s -g group-%s --model %s %s",
            Bench.DRAIN,
            own,
            own,
            model,
            flags));
  }

  /** Runs a benchmark on the cluster as on one of somebody else. */
  private Outcome run(String mainClass, BenchmarkCluster cluster, String flags) throws Exception {
    String all =
        flags
            + " --set client=grpc -n "
            + cluster.address()
            + " --set cluster.proxy-addresses="
            + cluster.facts().get("proxies");
    return Bench.run(mainClass, home, all.split(" ", -1));
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.version=4.9.7 | rocketmq.client grpc needs release 5.0.0 or later",
        "load.mode=oneway | load.mode must be sync or async with rocketmq.client=grpc",
      })
  void whatAProxyDoesNotDoIsToldBeforeAnythingStarts(String assignment, String problem)
      throws Exception {
    Outcome outcome = Bench.run(home, "--set", assignment, "--set", "client=grpc").endedWith(2);
    assertThat(outcome.err().lines()).singleElement().asString().contains(problem);
  }

  private static void assertEverythingArrived(ResultDirectory result) {
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.acked()).isPositive();
    assertThat(result.json().at("/sends/byStatus/OK").asLong()).isPositive();
  }
}
