package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Resolution;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of the driver on a broker with early check-backs. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TransactionsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cluster cluster;

  TransactionsIT(@TempDir Path directory) throws Exception {
    this.cluster =
        OwnCluster.start(
            directory,
            "cluster.topology=1m",
            "cluster.properties.transactionTimeOut=3000",
            "cluster.properties.transactionCheckInterval=3000",
            // Until a broker has recorded an answer, which it delays by three seconds by default,
            // it checks back again.
            "cluster.properties.transactionOpBatchInterval=10");
  }

  @AfterAll
  void end() {
    cluster.close();
  }

  /**
   * Decides by the text of a message: by its first letter at once, by each further letter at a
   * check-back, and by the last one before a hyphen from then on.
   */
  private static final class ByText implements TransactionHandler {

    private final Map<String, List<Integer>> checks = new ConcurrentHashMap<>();

    @Override
    public Resolution execute(byte[] body) {
      return resolution(new String(body, UTF_8).charAt(0));
    }

    @Override
    public Resolution check(byte[] body, int number) {
      String text = new String(body, UTF_8);
      checks.computeIfAbsent(text, key -> new CopyOnWriteArrayList<>()).add(number);
      int letters = text.contains("-") ? text.indexOf('-') : text.length();
      return resolution(text.charAt(Math.min(number, letters - 1)));
    }

    private static Resolution resolution(char letter) {
      return switch (letter) {
        case 'c' -> Resolution.COMMIT;
        case 'r' -> Resolution.ROLLBACK;
        case 'u' -> Resolution.UNKNOWN;
        default -> throw new IllegalStateException("no letter of a decision: " + letter);
      };
    }
  }

  @Test
  void whatIsCommittedComesNowOrWhenAskedBackAndTheRestNever() throws Exception {
    ByText handler = new ByText();
    Received received = new Received();
    try (Session session = connect("decided")) {
      session.subscribe(0, received);
      for (String text : List.of("c-", "r-", "uc-", "ur-", "uuc-")) {
        Sessions.send(session.transactionalProducer(0, handler), text, 3, -1);
      }
      await().atMost(PATIENCE).until(() -> received.texts().contains("uuc-2"));
      await().atMost(PATIENCE).until(() -> handler.checks.containsKey("ur-2"));
      // Its check-back comes after any further one of those before it.
      Sessions.send(session.transactionalProducer(0, handler), "uc-last", 1, -1);
      await().atMost(PATIENCE).until(() -> received.texts().contains("uc-last0"));
      assertThat(received.texts())
          .containsExactlyInAnyOrder(
              "c-0", "c-1", "c-2", "uc-0", "uc-1", "uc-2", "uuc-0", "uuc-1", "uuc-2", "uc-last0");
      // A broker checks back once more if it has not recorded an answer in time.
      assertThat(handler.checks.get("uuc-1")).startsWith(1, 2);
      assertThat(handler.checks.get("ur-1")).startsWith(1);
    }
  }

  @Test
  void aHandlerThatFailsFailsItsSender() throws Exception {
    try (Session session = connect("failing")) {
      assertThatThrownBy(
              () -> Sessions.send(session.transactionalProducer(0, new ByText()), "x", 1, -1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no letter of a decision: x");
    }
  }

  @Test
  void aHandlerThatFailsWhenAskedBackFailsTheNextSend() throws Exception {
    ByText handler = new ByText();
    try (Session session = connect("failing-later")) {
      Sessions.send(session.transactionalProducer(0, handler), "ux", 1, -1);
      await().atMost(PATIENCE).until(() -> handler.checks.containsKey("ux0"));
      // The handler has been called, and may not have failed yet.
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThatThrownBy(
                          () ->
                              Sessions.send(session.transactionalProducer(0, handler), "c", 1, -1))
                      .isInstanceOf(IllegalStateException.class)
                      .hasMessageContaining("no letter of a decision: x"));
    }
  }

  private Session connect(String topic) throws Exception {
    return Sessions.connect(
        cluster,
        "topic.name=" + topic,
        "load.threads=1",
        "transaction.enabled=true",
        "consume.threads=1",
        "consume.group=group-" + topic);
  }
}
