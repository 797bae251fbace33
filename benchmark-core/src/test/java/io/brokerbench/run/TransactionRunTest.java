package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageRandom;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.run.TestRun.Name;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs of transactions: half messages, rollbacks, and all that is asked back. */
final class TransactionRunTest {

  private static final int MESSAGES = 20_000;
  private static final int SENDERS = 2;

  private final Path output;

  TransactionRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "load.messages=" + MESSAGES,
                "load.duration=0",
                "load.threads=" + SENDERS,
                "consume.threads=1",
                "transaction.enabled=true",
                "transaction.send-rollback=0.2",
                "transaction.send-unknown=0.3",
                "transaction.check-rollback=0.1",
                "transaction.check-unknown=0.2"));
    all.addAll(Arrays.asList(more));
    return new TestRun(output, all.toArray(new String[0]));
  }

  /** What is drawn for these shares, reckoned once more. */
  private static final class Expected {
    final Set<Name> committed = new HashSet<>();
    long local;
    long rolledBack;
    long unknown;
    long checkedCommitted;
    long checks;

    Expected() {
      for (int producer = 0; producer < SENDERS; producer++) {
        for (long sequence = 0; sequence < MESSAGES / SENDERS; sequence++) {
          add(new Name(producer, sequence));
        }
      }
    }

    private void add(Name name) {
      double send = MessageRandom.uniform(1, name.producer(), name.sequence(), 0);
      if (send < 0.2) {
        rolledBack++;
      } else if (send >= 0.5) {
        local++;
        committed.add(name);
      } else {
        unknown++;
        double check;
        int number = 0;
        do {
          number++;
          check = MessageRandom.uniform(1, name.producer(), name.sequence(), number);
          checks++;
        } while (check < 0.2);
        if (check >= 0.2 + 0.1) {
          checkedCommitted++;
          committed.add(name);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void consumersSeeExactlyWhatWasCommitted(int consumers) throws Exception {
    TestRun run = run("consume.threads=" + consumers);
    Verdict verdict = run.with(MemoryScript.honest().keepingLog());
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);

    Expected expected = new Expected();
    JsonNode shown = run.json().at("/transactions");
    assertThat(shown.at("/committed").asLong()).isEqualTo(expected.local);
    assertThat(shown.at("/rolledBack").asLong()).isEqualTo(expected.rolledBack);
    assertThat(shown.at("/unknown").asLong()).isEqualTo(expected.unknown);
    assertThat(shown.at("/checkedCommitted").asLong()).isEqualTo(expected.checkedCommitted);
    assertThat(shown.at("/checkedRolledBack").asLong())
        .isEqualTo(expected.unknown - expected.checkedCommitted);
    assertThat(shown.at("/checkBacks").asLong()).isEqualTo(expected.checks);
    for (String none :
        List.of(
            "abandoned",
            "unresolved",
            "unexpectedCheckBacks",
            "duplicateCheckBacks",
            "foreignCheckBacks")) {
      assertThat(shown.at("/" + none).asLong(-1)).as(none).isZero();
    }
    assertShare(expected.rolledBack, MESSAGES, 0.2);
    assertShare(expected.unknown, MESSAGES, 0.3);
    assertShare(expected.checkedCommitted, expected.unknown, 0.7 / 0.8);

    // The log holds the committed ones and no others; the audit saw the same number arrive.
    Set<Name> stored = new HashSet<>();
    run.log().forEach(header -> assertThat(stored.add(Name.of(header))).isTrue());
    assertThat(stored).isEqualTo(expected.committed);
    assertThat(run.json().at("/audit/acked").asLong()).isEqualTo(stored.size());
    assertThat(run.json().at("/audit/brokerCount").asLong()).isEqualTo(stored.size());
    if (consumers > 0) {
      assertThat(run.json().at("/consumption/messages").asLong()).isEqualTo(stored.size());
      assertThat(run.json().at("/audit/delivered").asLong()).isEqualTo(stored.size());
      assertThat(run.json().at("/latency/endToEnd/count").asLong()).isEqualTo(expected.local);
      assertThat(run.json().at("/latency/checkedEndToEnd/count").asLong())
          .isEqualTo(expected.checkedCommitted);
      assertThat(run.auditCsv()).isEmpty();
    }
    assertThat(run.json().at("/latency/halfSend/count").asLong()).isEqualTo(MESSAGES);
    assertThat(run.json().at("/latency/localTransaction/count").asLong()).isEqualTo(MESSAGES);
    assertThat(run.json().at("/latency/endTransaction/count").asLong()).isEqualTo(MESSAGES);
    assertThat(run.json().at("/latency/checkBack/count").asLong()).isEqualTo(expected.checks);
  }

  /** Within six standard errors. */
  private static void assertShare(long hits, long draws, double share) {
    assertThat((double) hits)
        .isCloseTo(draws * share, within(6 * Math.sqrt(draws * share * (1 - share))));
  }

  @Test
  void aBrokerThatAsksTwiceIsFoundOut() throws Exception {
    TestRun run = run("load.threads=1");
    Verdict verdict = run.with(MemoryScript.honest().askingAgain(index -> index < 1000));
    assertThat(verdict.texts()).isEmpty();
    long unknown = 0;
    for (int sequence = 0; sequence < 1000; sequence++) {
      double send = MessageRandom.uniform(1, 0, sequence, 0);
      unknown += send >= 0.2 && send < 0.5 ? 1 : 0;
    }
    JsonNode shown = run.json().at("/transactions");
    assertThat(shown.at("/duplicateCheckBacks").asLong()).isEqualTo(unknown);
    assertThat(shown.at("/unexpectedCheckBacks").asLong()).isEqualTo(1000 - unknown);
    assertThat(shown.at("/unresolved").asLong(-1)).isZero();
  }

  @Test
  void aCommittedMessageThatNeverComesIsLost() throws Exception {
    TestRun run = run("load.threads=1", "consume.drain=1s");
    Set<Name> lost = new HashSet<>();
    new Expected()
        .committed.stream()
            .filter(name -> name.producer() == 0 && name.sequence() < 100)
            .forEach(lost::add);
    Verdict verdict = run.with(MemoryScript.honest().losing(index -> index < 100));
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(run.auditCsv().get("lost")).isEqualTo(lost);
    assertThat(verdict.texts())
        .contains(
            String.format(
                Locale.ROOT, "%d acknowledged messages were never received", lost.size()));
  }

  /** The share that is never answered is waited for in vain, and is nobody's loss. */
  @Test
  void whatIsNeverAnsweredIsAbandoned() throws Exception {
    TestRun run =
        run(
            "load.messages=200",
            "consume.drain=1s",
            "transaction.check-rollback=0",
            "transaction.check-unknown=1");
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    JsonNode shown = run.json().at("/transactions");
    assertThat(shown.at("/abandoned").asLong())
        .isEqualTo(shown.at("/unknown").asLong())
        .isPositive();
    assertThat(shown.at("/checkBacks").asLong()).isEqualTo(15 * shown.at("/unknown").asLong());
    assertThat(shown.at("/unresolved").asLong(-1)).isZero();
    assertThat(run.json().at("/audit/lost").asLong(-1)).isZero();
    assertThat(run.json().at("/audit/unselected").asLong())
        .isEqualTo(shown.at("/abandoned").asLong());
  }
}
