package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.sysflag.MessageSysFlag;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ExternalClusterIT {

  private static final String PROBE = "probe";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final Cluster cluster;
  private final Topics topics;

  @TempDir private Path home;

  ExternalClusterIT(@TempDir Path directory) throws Exception {
    this.directory = directory;
    this.cluster =
        OwnCluster.start(
            directory, "cluster.replication=sync-role", "cluster.properties.maxMessageSize=65536");
    this.topics = new Topics(cluster.address());
  }

  @AfterAll
  void end() {
    topics.close();
    cluster.close();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void asynchronousSendsKeepWithinTheirWindowAndTheTopicThatWasMadeGoes() throws Exception {
    Outcome outcome =
        run("-t made -y true --in-flight 32 -s 256 --warmup 1s --duration 2s".split(" ", -1));
    ResultDirectory result = outcome.measured();
    Accounts.of(result).areComplete();
    assertThat(result.rows()).allMatch(row -> row.count("inFlight") <= 32);
    assertThat(result.json().at("/sends/byStatus/SEND_OK").asLong()).isPositive();
    assertThat(result.json().at("/environment/broker/topic/name").asText()).isEqualTo("made");
    assertGone("made");
    assertThat(outcome.out().lines())
        .contains(
            "external cluster "
                + cluster.address()
                + " (from -n): sends flat out with 1 thread, for 2 s after 1 s of warm-up;"
                + " topic made: created if it is missing, and then deleted at the end");

    // SYNC_MASTER with inSyncReplicas=1: the broker does not do what the name of the role promises.
    JsonNode promise = result.json().path("promise");
    assertThat(result.broker("SYNC_MASTER").at("/configuration/inSyncReplicas").asText())
        .isEqualTo("1");
    assertThat(promise.path("copies").asInt()).isEqualTo(1);
    assertThat(promise.path("text").asText()).contains("does not wait for the slave");
    assertThat(outcome.out()).contains("does not wait for the slave");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:1", "no-such-host.invalid:9876"})
  void anUnreachableNameServerIsTold(String address) throws Exception {
    Outcome outcome = Bench.run(home, "-n", address).endedWith(3);
    assertThat(outcome.err().lines()).singleElement().asString().contains(address);
    assertThat(outcome.results()).doesNotExist();
  }

  /** The client would send it, and each send would be refused. */
  @Test
  void aMessageAboveTheBrokersLimitIsToldBeforeTheLoad() throws Exception {
    Outcome outcome = run("-t large -s 200000".split(" ", -1)).endedWith(3);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains(
            "the topic large accepts no message of 200,000 B: CODE: 13 ",
            "; check message.size and message.properties against the brokers' maxMessageSize");
    assertThat(ResultDirectory.in(outcome.results())).isEmpty();
    assertGone("large");
  }

  @Tag("nightly")
  @Test
  void everyMessageOfABatchIsCounted() throws Exception {
    Outcome outcome =
        Bench.run(
            Bench.BATCH_PRODUCER,
            home,
            "-n",
            cluster.address(),
            "-b",
            "10",
            "-w",
            "2",
            "-s",
            "100",
            "--warmup",
            "0s",
            "--duration",
            "2s");
    ResultDirectory result = outcome.measured();
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.attempted())
        .isPositive()
        .matches(count -> count % 10 == 0, "whole batches");
    assertThat(accounts.brokerCount()).isPositive();
    // One latency per request, and none for refused batches.
    assertThat(result.latencies("service").getTotalCount())
        .isEqualTo((accounts.acked() + accounts.unknown()) / 10);
    assertThat(outcome.out())
        .containsPattern("(?m)^Current Time: .* \\| Send TPS: \\d+ \\| Send MPS: \\d+ \\| ");
    // The default topic, which every broker has from the start.
    assertThat(topics.exists("BenchmarkTest")).isTrue();
  }

  @Tag("nightly")
  @Test
  void ofOneWaySendsNothingIsKnownButWhatTheBrokerHolds() throws Exception {
    ResultDirectory result =
        run("--set", "load.mode=oneway", "-q", "500", "-w", "1", "-t", "one-way").measured();
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.acked()).isZero();
    assertThat(accounts.unknown() + accounts.rejected()).isEqualTo(500);
    // On a busy machine the broker drops messages beyond its capacity, but never all.
    assertThat(accounts.brokerCount()).isPositive();
    assertThat(result.json().at("/promise/acknowledged").asBoolean()).isFalse();
    assertGone("one-way");
  }

  @Test
  void messagesLookAsTheFlagsSayAndATopicThatExistsStays() throws Exception {
    String[] shape =
        ("-t shaped -q 50 -w 2 -s 4000 -k true -l 3 -p 64 -c true -ct ZLIB -ch 100"
                + " --set topic.keep=true")
            .split(" ", -1);
    Accounts shaped = Accounts.of(run(shape).measured()).areComplete();
    assertThat(shaped.attempted()).isEqualTo(50);
    List<MessageExt> messages = read("shaped", (int) shaped.brokerCount());
    assertThat(messages)
        .hasSize((int) shaped.brokerCount())
        .allSatisfy(
            message -> {
              assertThat(message.getBody()).hasSize(4000);
              assertThat(message.getKeys()).isNotBlank();
              assertThat(message.getStoreSize()).isLessThan(4000);
              assertThat(message.getSysFlag() & MessageSysFlag.COMPRESSION_TYPE_COMPARATOR)
                  .isEqualTo(MessageSysFlag.COMPRESSION_ZLIB_TYPE);
            });
    assertThat(messages.stream().map(MessageExt::getTags).distinct()).hasSize(3);
    assertThat(messages.get(0).getProperties().toString()).hasSizeGreaterThan(64);

    Outcome again = run("-t", "shaped", "-q", "100", "-w", "4");
    assertThat(again.out()).containsPattern("(?m)^\\[Complete\\] Send Total: 100 \\| Send TPS: ");
    assertThat(Accounts.of(again.measured()).areComplete().attempted()).isEqualTo(100);
    assertThat(topics.exists("shaped")).isTrue();
  }

  @Tag("nightly")
  @Test
  void delayedMessagesAreCountedWhereTheyWaitAndComeLater() throws Exception {
    ResultDirectory result =
        run("-t delayed -q 20 -w 2 -d true -e 1 --set topic.keep=true".split(" ", -1)).measured();
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.attempted()).isEqualTo(20);
    assertThat(read("delayed", (int) accounts.brokerCount()))
        .hasSize((int) accounts.brokerCount())
        .allMatch(message -> message.getStoreTimestamp() - message.getBornTimestamp() >= 900);
  }

  private Outcome run(String... args) throws Exception {
    return Bench.run(
        Files.createTempDirectory(home, "run"),
        Stream.concat(Stream.of("-n", cluster.address()), Stream.of(args)).toArray(String[]::new));
  }

  /** Reads messages, without the probes that checked the readiness of the cluster. */
  private List<MessageExt> read(String topic, int count) throws Exception {
    return topics.read(
        topic, count, message -> !new String(message.getBody(), UTF_8).startsWith(PROBE));
  }

  private void assertGone(String topic) {
    await().atMost(PATIENCE).until(() -> !topics.exists(topic));
  }
}
