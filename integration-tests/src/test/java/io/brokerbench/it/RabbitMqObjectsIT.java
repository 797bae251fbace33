package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Queues and exchanges of others, and what a node refuses. */
@Tag("ci")
@RequiresRabbitMq
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RabbitMqObjectsIT {

  private static final int MESSAGES = 60;
  private static final String FEW =
      "--warmup 0 --duration 0 --set load.threads=2 --set load.messages=60 ";
  private static final String CONSUMED = FEW + "--set consume.clients=1 --set " + Bench.DRAIN + " ";

  @TempDir private static Path home;

  private Cluster cluster;
  private Connection theirs;
  private Channel channel;

  @BeforeAll
  void start() throws Exception {
    cluster =
        RabbitMq.start(
            Files.createDirectory(home.toRealPath().resolve("cluster")),
            "cluster.nodes=1",
            "cluster.properties.max_message_size=2048");
    theirs = RabbitMq.connection(cluster);
  }

  @AfterAll
  void end() throws Exception {
    theirs.close();
    cluster.close();
  }

  @BeforeEach
  void open() throws Exception {
    channel = theirs.createChannel();
  }

  @AfterEach
  void close() throws Exception {
    channel.close();
  }

  @Test
  void aMessageAboveTheNodesLimitIsToldBeforeTheLoad() throws Exception {
    for (String flags : List.of("", "--set rabbitmq.exchange=topic ")) {
      Outcome outcome = run(Bench.PRODUCER, FEW + flags + "--set message.size=4096");
      assertThat(outcome.endedWith(3).err())
          .contains(
              "accepts no message of 4,096 B: PRECONDITION_FAILED - message size 4096 is larger than",
              "; message.size must not be above the brokers' max_message_size")
          .hasLineCount(1);
      assertThat(ResultDirectory.in(outcome.results())).isEmpty();
    }
    assertThat(RabbitMq.list(cluster, "list_queues", "name")).isEmpty();
  }

  @Tag("nightly")
  @Test
  void theReasonForWhichAChannelIsClosedIsThatOfItsSends() throws Exception {
    try (Bench bench =
        bench(
            Bench.PRODUCER,
            "-t lost --warmup 0 --duration 0 --rate 200/s --set load.threads=2"
                + " --set rabbitmq.exchange=direct --set topic.queues=1 --set abort.errors=none")) {
      bench.awaitMeasured("acked", 20);
      channel.exchangeDelete("lost");
      bench.awaitMeasured("unknown", 1);
      bench.signal("INT");
      Outcome outcome = bench.end();
      String reason = "NOT_FOUND - no exchange 'lost' in vhost '/'";
      ResultDirectory result = outcome.result();
      assertThat(result.json().path("sends").path("unknown").path(reason).asLong()).isPositive();
      assertThat(result.reasons())
          .anyMatch(each -> each.matches("the brokers closed [\\d,]+ channels: " + reason));
      assertThat(outcome.out()).contains(reason);
    }
  }

  @Test
  void queuesOfOthersAreUsedAsTheyAre() throws Exception {
    channel.queueDeclare("orders/eu", false, false, false, Map.of());
    channel.queueDeclare("a queue", false, false, true, Map.of("x-max-length", 1000));
    channel.queueDeclare("lazy", true, false, false, Map.of("x-message-ttl", 600_000));
    String queues = "--set|rabbitmq.queues=orders/eu,a queue,lazy|--set|message.size=512";
    assertThat(run(Bench.CONSUMER, CONSUMED, queues).endedWith(2).err())
        .contains("consume.use-existing must be true (--use-existing) with rabbitmq.queues");
    ResultDirectory result = run(Bench.CONSUMER, CONSUMED + "--use-existing", queues).measured();
    Accounts accounts = Accounts.of(result).areComplete();
    accounts.everythingCameOnce();
    assertThat(accounts.acked()).isEqualTo(MESSAGES);
    assertThat(result.json().at("/promise/text").asText())
        .contains("durability and copies are unknown, because it is used as it is");
    for (String queue : List.of("orders/eu", "lazy")) {
      assertThat(channel.queueDeclarePassive(queue).getMessageCount()).isZero();
      channel.queueDelete(queue);
    }
    assertThat(run(Bench.CONSUMER, CONSUMED + "--use-existing", queues).endedWith(3).err())
        .contains("there is no queue orders/eu to use; rabbitmq.queues says which there are");
  }

  @Tag("nightly")
  @Test
  void aQueueOfTheRunsNameWithOtherArgumentsIsUsedWhenThatIsAskedFor() throws Exception {
    channel.queueDeclare("theirs-1", false, false, false, Map.of("x-max-length", 1000));
    String flags = CONSUMED + "-t theirs --set topic.queues=1";
    assertThat(run(Bench.CONSUMER, flags).endedWith(3).err())
        .contains("queue theirs-1 cannot be declared as the settings say", "(--use-existing)");
    Accounts.of(run(Bench.CONSUMER, flags + " --use-existing").measured())
        .areComplete()
        .everythingCameOnce();
    channel.queueDelete("theirs-1");
  }

  @Test
  void anExchangeOfOthersGetsMessagesWithoutQueuesOfTheRun() throws Exception {
    String queue = channel.queueDeclare().getQueue();
    channel.queueBind(queue, "amq.topic", "sensors.#");
    String flags =
        FEW
            + "-t amq.topic --set rabbitmq.exchange=existing --set topic.queues=4"
            + " --set rabbitmq.routing-key=sensors.{queue} --set consume.use-existing=true";
    Accounts accounts = Accounts.of(run(Bench.PRODUCER, flags).measured());
    assertThat(accounts.acked()).isEqualTo(MESSAGES);
    assertThat(channel.messageCount(queue)).isEqualTo(MESSAGES);
    channel.queueDelete(queue);
    assertThat(run(Bench.PRODUCER, flags.replace("amq.topic", "none")).endedWith(3).err())
        .contains("there is no exchange none to publish to");
  }

  @Tag("nightly")
  @Test
  void queuesOfTheRunMayBeBoundToAnExchangeOfTheNode() throws Exception {
    Accounts.of(
            run(
                    Bench.CONSUMER,
                    CONSUMED + "-t amq.direct --set rabbitmq.exchange=direct --set topic.queues=2")
                .measured())
        .areComplete()
        .everythingCameOnce();
    channel.exchangeDeclarePassive("amq.direct");
  }

  @Tag("nightly")
  @Test
  void betweenAQueueAndAnExchangeOfOthersNoBindingIsLeft() throws Exception {
    channel.exchangeDeclare("trades", BuiltinExchangeType.TOPIC, true);
    channel.queueDeclare("trades-1", true, false, false, Map.of("x-queue-type", "classic"));
    channel.queueBind("trades-1", "trades", "#");
    List<String> before = bindingsOf("trades-1");
    String flags = CONSUMED + "-t trades --set rabbitmq.exchange=topic --set topic.queues=1";
    Accounts.of(run(Bench.CONSUMER, flags).measured()).areComplete().everythingCameOnce();
    assertThat(bindingsOf("trades-1")).containsExactlyInAnyOrderElementsOf(before);
    channel.queueDelete("trades-1");
    channel.exchangeDelete("trades");
  }

  private List<String> bindingsOf(String queue) throws Exception {
    return RabbitMq.list(cluster, "list_bindings").stream()
        .filter(binding -> binding.contains(queue))
        .toList();
  }

  /** Others need not declare an exchange as this run would. */
  @Tag("nightly")
  @Test
  void anExchangeThatIsNotDurableIsUsedWhenThatIsAskedFor() throws Exception {
    channel.exchangeDeclare("flows", BuiltinExchangeType.TOPIC, false);
    String flags = CONSUMED + "-t flows --set rabbitmq.exchange=topic --set topic.queues=2";
    assertThat(run(Bench.CONSUMER, flags).endedWith(3).err())
        .contains("exchange flows cannot be declared as the settings say", "(--use-existing)");
    Accounts.of(run(Bench.CONSUMER, flags + " --use-existing").measured())
        .areComplete()
        .everythingCameOnce();
    channel.exchangeDelete("flows");
  }

  private Outcome run(String tool, String flags) throws Exception {
    return run(tool, flags, "");
  }

  /**
   * A run to its end.
   *
   * @param more further flags, separated by |
   */
  private Outcome run(String tool, String flags, String more) throws Exception {
    List<String> all = new ArrayList<>(List.of(flags.strip().split(" +", -1)));
    if (!more.isEmpty()) {
      all.addAll(List.of(more.split("\\|", -1)));
    }
    try (Bench bench = bench(tool, all)) {
      return bench.end();
    }
  }

  private Bench bench(String tool, String flags) throws Exception {
    return bench(tool, List.of(flags.split(" +", -1)));
  }

  private Bench bench(String tool, List<String> flags) throws Exception {
    List<String> all = new ArrayList<>(RabbitMq.flags(cluster));
    all.addAll(flags);
    return Bench.start(
        Path.of(System.getProperty("java.home")),
        tool,
        Files.createTempDirectory(home.toRealPath(), "run"),
        all.toArray(String[]::new));
  }
}
