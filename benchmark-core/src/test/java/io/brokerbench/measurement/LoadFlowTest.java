package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.LoadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LoadFlowTest {

  /** Of 1,000/s that are offered for ten seconds. */
  @ParameterizedTest
  @CsvSource({
    "10000, 1000, HELD",
    "9510, 951, HELD",
    "9400, 940, THROTTLED",
    "10000, 951, HELD",
    "10000, 940, COLLAPSED",
    "5000, 500, THROTTLED",
    "5000, 400, COLLAPSED",
  })
  void isHeldThrottledOrCollapsed(int sent, double receivedPerSecond, LoadOutcome flow) {
    CompletedRun result =
        new TestResult().counts(counts(sent)).received(received(receivedPerSecond, null)).build();
    assertThat(flow(result)).contains(flow);
  }

  /** Of 10,000 messages in ten seconds so many are refused. */
  @ParameterizedTest
  @CsvSource({
    "400, 960, HELD",
    "5000, 500, THROTTLED",
    "5000, 400, COLLAPSED",
    "10000, 0, THROTTLED"
  })
  void whatIsRefusedNobodyCanReceive(int rejected, double receivedPerSecond, LoadOutcome flow) {
    Ledger ledger = new Ledger();
    ledger.attempted(10_000, true);
    ledger.ended(SendOutcome.ACKED, "OK", 10_000 - rejected, true);
    ledger.ended(SendOutcome.REJECTED, "NO_ROUTE", rejected, true);
    CompletedRun result =
        new TestResult()
            .counts(ledger.counts())
            .received(received(receivedPerSecond, null))
            .build();
    assertThat(flow(result)).contains(flow);
  }

  /** 1,000 deliveries per second, of which every fifth repeats one. */
  @Test
  void whatIsReceivedAgainDoesNotReplaceWhatIsMissing() {
    TestResult result = new TestResult().received(received(1000, null)).firstReceipts(800);
    assertThat(flow(result.build())).contains(LoadOutcome.COLLAPSED);
  }

  /** Of 1,000/s, a quarter has the tag, and half is committed. */
  @ParameterizedTest
  @CsvSource({
    "message.tags=4, tag, tag1, 0, 250, HELD",
    "message.tags=4, tag, tag1, 0, 200, COLLAPSED",
    "'message.tags=75%, 25%', tag, tag1, 0, 250, HELD",
    "'message.tags=75%, 25%', tag, tag1 || tag0, 0, 900, COLLAPSED",
    "message.tags=0, tag, tag1, 0, 0, HELD",
    "message.tags=4, none, '', 0.5, 500, HELD",
    "message.tags=4, none, '', 0.5, 400, COLLAPSED",
    "message.tags=4, tag, tag1, 0.5, 125, HELD",
    "message.tags=4, tag, tag1, 0.5, 90, COLLAPSED",
  })
  void whatIsFilteredOrRolledBackIsNotDue(
      String tags,
      String filter,
      String expression,
      double rollback,
      double receivedPerSecond,
      LoadOutcome flow) {
    List<String> settings = new ArrayList<>(List.of(tags, "consume.filter.type=" + filter));
    if (!expression.isEmpty()) {
      settings.add("consume.filter.expression=" + expression);
    }
    settings.add("transaction.enabled=" + (rollback > 0));
    settings.add("transaction.send-rollback=" + rollback);
    TestResult result =
        new TestResult(settings.toArray(String[]::new)).received(received(receivedPerSecond, null));
    assertThat(flow(result.build())).contains(flow);
  }

  @ParameterizedTest
  @CsvSource({
    "consume.filter.type=sql92, consume.filter.expression=a > 1",
    "transaction.enabled=true, transaction.send-unknown=0.1",
  })
  void whatOnlyTheBrokersKnowIsNotJudged(String one, String other) {
    TestResult result = new TestResult(one, other).received(received(500, null));
    assertThat(flow(result.build())).isEmpty();
  }

  @Test
  void needsARateAndConsumersFromTheBegin() {
    CompletedRun closed = new TestResult().closedLoop().received(received(1000, null)).build();
    assertThat(flow(closed)).isEmpty();
    CompletedRun alone = new TestResult().build();
    assertThat(flow(alone)).isEmpty();
    CompletedRun late =
        new TestResult().received(received(1000, new Consumption.Backlog(100, 1.0))).build();
    assertThat(flow(late)).isEmpty();
  }

  @Test
  void ofMessagesForLaterNothingIsKnown() {
    TestResult later = new TestResult("message.deliver-after=1s").received(received(1000, null));
    assertThat(flow(later.build())).isEmpty();
  }

  private static Optional<LoadOutcome> flow(CompletedRun run) {
    return LoadFlow.of(run.setup().workload(), run.measurement(), run.received());
  }

  private static Ledger.Counts counts(int sent) {
    return TestResult.counts(sent, sent);
  }

  private static Received received(double perSecond, Consumption.@Nullable Backlog backlog) {
    Received.Group group =
        new Received.Group(
            "group",
            Receipts.Counts.NONE,
            new Receipts(1, new SendBook(new PageStore()), null),
            null,
            perSecond,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of());
    return new Received(List.of(group), 0, DrainEnd.COMPLETE, backlog);
  }
}
