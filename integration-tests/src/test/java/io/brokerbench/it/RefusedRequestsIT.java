package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A broker that lets the account send and consume, but not read anything else. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RefusedRequestsIT {

  /** An address of this machine, at which the broker does not listen. */
  private static final String ADVERTISED = "127.0.0.2";

  private static final Set<Integer> READS =
      Set.of(
          RequestCode.GET_BROKER_CONFIG,
          RequestCode.GET_BROKER_RUNTIME_INFO,
          RequestCode.GET_TOPIC_STATS_INFO,
          RequestCode.VIEW_MESSAGE_BY_ID,
          RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG,
          RequestCode.GET_ALL_CONSUMER_OFFSET,
          RequestCode.GET_CONSUMER_CONNECTION_LIST);

  private static final int MESSAGES = 50;

  private final Cluster cluster;
  private final RefusingFront front;
  private final Topics topics;

  @TempDir private Path home;

  RefusedRequestsIT(@TempDir Path directory) throws Exception {
    this.cluster =
        OwnCluster.start(
            directory, "cluster.topology=1m", "cluster.properties.brokerIP1=" + ADVERTISED);
    int port =
        Integer.parseInt(
            String.valueOf(
                ((Map<?, ?>) ((Map<?, ?>) cluster.facts().get("nodes")).get("master"))
                    .get("port")));
    this.front = RefusingFront.of("127.0.0.1", ADVERTISED, port, READS);
    this.topics = new Topics(cluster.address());
  }

  @AfterAll
  void end() throws Exception {
    topics.close();
    front.close();
    cluster.close();
  }

  @Test
  void whatIsNotShownIsUnknownAndTheRunIsMeasured() throws Exception {
    Outcome outcome = run(Bench.PRODUCER, "-t", "sent", "--set", "topic.keep=true");
    JsonNode json = outcome.measured().json();
    assertThat(json.at("/audit/acked").asInt()).isEqualTo(MESSAGES);
    assertThat(json.at("/audit/brokerCount").isNull()).isTrue();
    assertThat(json.at("/audit/unasked").asText()).contains(RefusingFront.REASON);
    assertThat(json.at("/promise/onDisk").asBoolean()).isFalse();
    assertThat(json.at("/promise/copies").asInt()).isEqualTo(1);
    assertThat(json.at("/promise/text").asText())
        .contains("the brokers do not show their configuration to this account");
    JsonNode broker = json.at("/environment/broker/brokers/0");
    assertThat(broker.path("release").asText()).as("%s", broker).isEqualTo("unknown");
    assertThat(broker.path("role").asText()).isEqualTo("unknown");
    assertThat(broker.path("configuration").asText()).isEqualTo("not permitted");
    assertThat(json.at("/verdict/reasons").toString()).doesNotContain("audit.");
    assertThat(
            topics.read(
                "sent", MESSAGES, each -> !new String(each.getBody(), UTF_8).startsWith("probe")))
        .hasSize(MESSAGES);
  }

  @Test
  void aGroupOfWhichNothingIsKnownNeedsTheExplicitWord() throws Exception {
    topics.createGroup("unseen");
    topics.createOnRegistered("received");
    String[] flags = {"-t", "received", "-g", "unseen", "--producers", "1"};
    assertThat(run(Bench.CONSUMER, flags).endedWith(3).err().lines())
        .singleElement()
        .asString()
        .contains("the consumer group unseen may have offsets")
        .contains("--use-existing");
    List<String> existing = new ArrayList<>(List.of(flags));
    existing.add("--use-existing");
    ResultDirectory result = run(Bench.CONSUMER, existing.toArray(String[]::new)).measured();
    assertThat(Accounts.of(result).everythingCameOnce().acked()).isEqualTo(MESSAGES);
    JsonNode consumption = result.json().at("/consumption");
    assertThat(consumption.has("rebalances")).as("%s", consumption).isTrue();
    assertThat(consumption.has("retries")).as("%s", consumption).isFalse();
    assertThat(consumption.has("deadLetters")).as("%s", consumption).isFalse();
  }

  private Outcome run(String main, String... flags) throws Exception {
    List<String> all = new ArrayList<>(List.of("-n", cluster.address()));
    all.addAll(List.of("--warmup", "0", "--duration", "0", "-w", "1"));
    all.addAll(List.of("--set", "load.messages=" + MESSAGES, "--set", Bench.DRAIN));
    all.addAll(List.of(flags));
    return Bench.run(main, Files.createTempDirectory(home, "run"), all.toArray(String[]::new));
  }
}
