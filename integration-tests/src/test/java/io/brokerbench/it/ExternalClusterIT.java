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

  /** The client would send it, and each send would be refused. */
  @Test
  void aMessageAboveTheBrokersLimitIsToldBeforeTheLoad() throws Exception {
    Outcome outcome = run("-t large -s 200000".split(" ", -1)).endedWith(3);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains(
            "the topic large takes no message of 200,000 B: CODE: 13 ",
            "; check message.size and message.properties against the brokers' maxMessageSize");
    assertThat(ResultDirectory.in(outcome.results())).isEmpty();
    assertGone("large");
  }

