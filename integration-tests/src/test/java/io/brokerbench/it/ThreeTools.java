package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Producer, consumer and transaction producer on one cluster, all at once, because a run mostly
 * waits. Each sends the same number of messages to a topic of its own.
 */
final class ThreeTools implements AutoCloseable {

  private static final int MESSAGES = 200;

  private final Bench producer;
  private final Bench consumer;
  private final Bench transactionProducer;

  /** Starts the tools, with their files below a directory. */
  ThreeTools(Cluster cluster, Path home) throws Exception {
    this.producer = start(cluster, home, Bench.PRODUCER, "--w=4 --s=1024");
    this.consumer = start(cluster, home, Bench.CONSUMER, "--producers 2 --set " + Bench.DRAIN);
    this.transactionProducer =
        start(cluster, home, Bench.TRANSACTION_PRODUCER, "--w=2 --s=2048 --set " + Bench.DRAIN);
  }

  private static Bench start(Cluster cluster, Path home, String mainClass, String flags)
      throws Exception {
    String name = mainClass.replaceAll(".*\\.", "");
    List<String> all = new ArrayList<>(List.of("-n", cluster.address(), "-t", name));
    all.addAll(
        List.of(
            (flags + " --warmup 0 --duration 150s --set load.messages=" + MESSAGES)
                .split(" ", -1)));
    return Bench.start(
        Path.of(System.getProperty("java.home")),
        mainClass,
        Files.createTempDirectory(home, "run"),
        all.toArray(String[]::new));
  }

  /** Waits for the ends; the brokers report the mode, and every message is accounted for. */
  void measureIn(String flush, String replication) throws Exception {
    ResultDirectory sent = producer.end().measured();
    Accounts.of(sent).areComplete();
    JsonNode run = sent.json();
    boolean copied = replication.equals("sync");
    String role = replication.toUpperCase(Locale.ROOT) + "_MASTER";
    JsonNode master = sent.broker(role);
    assertThat(master.at("/configuration/brokerRole").asText()).isEqualTo(role);
    assertThat(master.at("/configuration/flushDiskType").asText())
        .isEqualTo(flush.toUpperCase(Locale.ROOT) + "_FLUSH");
    assertThat(master.at("/configuration/inSyncReplicas").asText()).isEqualTo(copied ? "2" : "1");
    assertThat(sent.broker("SLAVE").path("role").asText()).isEqualTo("SLAVE");
    assertThat(run.at("/promise/onDisk").asBoolean()).isEqualTo(flush.equals("sync"));
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(copied ? 2 : 1);
    assertThat(run.at("/sends/byStatus/SEND_OK").asLong()).isPositive();

    Accounts.of(consumer.end().measured()).areComplete().everythingCame();

    Outcome transactions = transactionProducer.end();
    assertCommitted(transactions.measured());
    assertThat(transactions.out())
        .containsPattern(
            "(?m)^Current Time: .{23} \\| Send TPS: +\\d+ \\| Max RT\\(ms\\): +\\d+ \\| AVG"
                + " RT\\(ms\\): +\\d+\\.\\d \\| Send Failed: \\d+ \\| Check: 0 \\| UnexpectedCheck: 0 \\|"
                + " DuplicatedCheck: 0 \\| service p50 ");
    assertThat(transactions.err()).isEmpty();
  }

  private static void assertCommitted(ResultDirectory result) {
    JsonNode run = result.json();
    Accounts accounts = Accounts.of(result).areComplete().everythingCame();
    assertThat(run.at("/transactions/committed").asLong()).isEqualTo(accounts.acked());
    for (String none :
        List.of("rolledBack", "unknown", "unresolved", "abandoned", "unexpectedCheckBacks")) {
      assertThat(run.at("/transactions/" + none).asLong()).as(none).isZero();
    }
    long halfSends = run.at("/latency/halfSend/count").asLong();
    assertThat(halfSends).isPositive();
    assertThat(run.at("/latency/localTransaction/count").asLong()).isEqualTo(halfSends);
    assertThat(run.at("/latency/endTransaction/count").asLong()).isEqualTo(halfSends);
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
    transactionProducer.close();
  }
}
