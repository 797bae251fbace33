package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.results.Metric;
import io.brokerbench.workload.ConsumptionSettings.Backlog;
import io.brokerbench.workload.ConsumptionSettings.From;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConsumptionSettingsTest {

  private static Workload consuming(String... assignments) {
    String[] all = java.util.Arrays.copyOf(assignments, assignments.length + 1);
    all[assignments.length] = "consume.threads=1";
    return TestWorkload.of(all);
  }

  @Test
  void everyKeyReachesItsField() {
    Workload workload =
        TestWorkload.of(
            "message.tags=3",
            "consume.threads=2",
            "consume.clients=3",
            "consume.group=g-1",
            "consume.groups=3",
            "consume.from=first",
            "consume.fail=0.25",
            "consume.work=7ms",
            "consume.backlog=100",
            "consume.drain=5s",
            "consume.filter.type=tag",
            "consume.filter.expression= tag1 || tag2 ");
    assertThat(workload.consumption())
        .isEqualTo(
            new ConsumptionSettings(
                2,
                3,
                "g-1",
                3,
                From.FIRST,
                0.25,
                new DrawnTime(DrawnTime.Shape.FIXED, 7_000_000, 7_000_000),
                Optional.of(new Backlog(100, Duration.ZERO)),
                Duration.ofSeconds(5),
                new Filter(Filter.Type.TAG, "tag1 || tag2"),
                false));
    assertThat(workload.allVisible()).isFalse();
    assertThat(consuming("consume.backlog=30s").consumption().backlog())
        .contains(new Backlog(0, Duration.ofSeconds(30)));
  }

  /** In a shorter or smaller run, which would otherwise take longer to build it. */
  @Test
  void aBacklogIsScaledAsTheLoadIs() {
    assertThat(consuming("consume.backlog=1000", "scale=0.1").consumption().backlog())
        .contains(new Backlog(100, Duration.ZERO));
    assertThat(
            consuming("consume.backlog=1000", "scale.clients=0.2", "scale.time=0.5")
                .consumption()
                .backlog())
        .contains(new Backlog(200, Duration.ZERO));
    assertThat(
            consuming("consume.backlog=30s", "scale=0.1", "scale.time=0.5").consumption().backlog())
        .contains(new Backlog(0, Duration.ofMillis(1500)));
    Workload all = consuming("consume.backlog=1000", "load.messages=1000", "scale=0.1");
    assertThat(all.load().messages()).isEqualTo(100);
  }

  @Test
  void furtherGroupsHaveANumberBehindTheirName() {
    assertThat(consuming("consume.group=g").consumption().groupNames()).containsExactly("g");
    assertThat(consuming("consume.group=g", "consume.groups=3").consumption().groupNames())
        .containsExactly("g", "g-2", "g-3");
  }

  @Test
  void theNameOfTheLastGroupMustNotBeTooLong() {
    String name = "x".repeat(118);
    assertThat(consuming("consume.group=" + name, "consume.groups=9").consumption().groups())
        .isEqualTo(9);
    assertProblems(
        List.of(
            "--set: consume.group must leave room within 120 characters for what further groups"
                + " add: "
                + name
                + "-10"),
        "consume.group=" + name,
        "consume.groups=10");
  }

  @Test
  void allIsVisibleOfTransactionsThatCommit() {
    String transactions = "transaction.enabled=true";
    assertThat(TestWorkload.of(transactions).allVisible()).isTrue();
    assertThat(TestWorkload.of(transactions, "transaction.send-rollback=0.1").allVisible())
        .isFalse();
    assertThat(TestWorkload.of(transactions, "transaction.send-unknown=0.1").allVisible())
        .isFalse();
  }

  @Test
  void byDefaultNobodyConsumesAndAllIsVisible() {
    Workload workload = TestWorkload.of();
    assertThat(workload.consumption().any()).isFalse();
    assertThat(workload.consumption().backlog()).isEmpty();
    assertThat(workload.allVisible()).isTrue();
    assertThat(workload.transactions().enabled()).isFalse();
    assertThat(workload.visibility(3, 4)).isEqualTo(Visibility.YES);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "consume.threads ; 1001 ; must be a whole number from 0 to 1,000",
        "consume.clients ; 0 ; must be a whole number from 1 to 10,000",
        "consume.groups ; 0 ; must be a whole number from 1 to 1,000",
        "consume.groups ; 1001 ; must be a whole number from 1 to 1,000",
        "consume.group ; a b ; must be 1 to 120 letters, digits, %, |, - or _",
        "consume.from ; middle ; must be one of last, first",
        "consume.fail ; 1.5 ; must be a fraction from 0 to 1",
        "consume.work ; 5 ; must be a time such as 0 or 5ms, exp(5ms), or 1ms..9ms",
        "consume.backlog ; 0 ; must be a number of messages, a time such as 30s, or none",
        "consume.backlog ; -1 ; must be a number of messages, a time such as 30s, or none",
        "consume.backlog ; 0s ; must be a number of messages, a time such as 30s, or none",
        "consume.backlog ; many ; must be a number of messages, a time such as 30s, or none",
        "consume.drain ; 999ms ; must be at least 1000 ms",
        "consume.filter.type ; sql ; must be one of none, tag, sql92",
        "transaction.enabled ; maybe ; must be true or false",
        "transaction.send-rollback ; -0.1 ; must be a fraction from 0 to 1",
        "transaction.send-unknown ; 2 ; must be a fraction from 0 to 1",
        "transaction.check-rollback ; x ; must be a fraction from 0 to 1",
        "transaction.check-unknown ; NaN ; must be a fraction from 0 to 1",
        "transaction.work ; exp ; must be a time such as 0 or 5ms, exp(5ms), or 1ms..9ms",
        "message.shards ; 10001 ; must be a whole number from 0 to 10,000",
        "message.deliver-after ; 31m ; must be 0, a time from 1ms to 30m in whole milliseconds, or a range such as 1s..5m",
        "message.deliver-after ; 5m..1s ; must be 0, a time from 1ms to 30m in whole milliseconds, or a range such as 1s..5m",
        "message.deliver-after ; 1.5ms ; must be 0, a time from 1ms to 30m in whole milliseconds, or a range such as 1s..5m",
        "message.deliver-after ; exp(1s) ; must be 0, a time from 1ms to 30m in whole milliseconds, or a range such as 1s..5m",
      },
      quoteCharacter = '`')
  void aValueOutOfRangeIsToldWithKeyValueAndRange(String key, String value, String rule) {
    assertProblems(
        List.of(String.format(Locale.ROOT, "--set: %s %s, got \"%s\"", key, rule, value)),
        key + "=" + value);
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    assertProblems(
        List.of("--set: consume.backlog needs consumers: set consume.threads"),
        "consume.backlog=10");
    assertProblems(
        List.of("--set: consume.filter.expression needs consume.filter.type: tag or sql92"),
        "consume.filter.expression=tag1");
    assertProblems(
        List.of("--set: consume.filter.type needs consume.filter.expression"),
        "consume.filter.type=tag");
    assertProblems(
        List.of("--set: consume.filter.type must not be sql92 for batches"),
        "consume.filter.type=sql92",
        "consume.filter.expression=a > 1",
        "message.batch=2");
    assertProblems(
        List.of("--set: message.shards must be 0 for batches"),
        "message.shards=2",
        "message.batch=2");
    assertProblems(
        List.of("--set: message.deliver-after must be 0 for batches"),
        "message.deliver-after=1s",
        "message.batch=2");
    assertProblems(
        List.of(
            "--set: message.deliver-after must be 0 for transactions",
            "--set: consume.backlog must be none with message.deliver-after",
            "--set: abort.backlog must be none with message.deliver-after"),
        "message.deliver-after=1s",
        "transaction.enabled=true",
        "consume.threads=1",
        "consume.backlog=10",
        "abort.backlog=100 for 5s");
    assertProblems(
        List.of(
            "--set: message.deliver-after must be 0 with load.mode=oneway: which messages the"
                + " brokers hold is unknown"),
        "message.deliver-after=1s",
        "load.mode=oneway");
    assertProblems(
        List.of("--set: consume.backlog needs senders: set load.threads"),
        "load.threads=0",
        "consume.threads=1",
        "consume.backlog=10");
    assertProblems(
        List.of("--set: load.rate needs senders: set load.threads"),
        "load.threads=0",
        "consume.threads=1",
        "load.rate=1000/s");
    assertProblems(
        List.of("--set: load.messages needs senders: set load.threads"),
        "load.threads=0",
        "consume.threads=1",
        "load.messages=1000");
  }

  /** A run would wait for messages that the consumers never get. */
  @Test
  void aBacklogOfUnknownMessagesIsRefused() {
    assertProblems(
        List.of(
            "--set: consume.backlog must be none with consume.filter.type=sql92: only the brokers"
                + " know which messages wait"),
        "consume.threads=1",
        "consume.backlog=10",
        "consume.filter.type=sql92",
        "consume.filter.expression=a > 1");
    assertProblems(
        List.of(
            "--set: consume.backlog must be none with a filter and load.mode=oneway: which messages"
                + " wait is unknown"),
        "consume.threads=1",
        "consume.backlog=10",
        "consume.filter.type=tag",
        "consume.filter.expression=tag1",
        "load.mode=oneway");
    assertProblems(
        List.of(
            "--set: consume.backlog must be none with bodies below "
                + MessageHeader.BYTES
                + " bytes: which of them arrived is unknown"),
        "consume.threads=1",
        "consume.backlog=10",
        "message.size=" + (MessageHeader.BYTES - 1));
  }

  @Test
  void transactionsRefuseWhatTheyCannotDo() {
    assertProblems(
        List.of(
            "--set: message.batch must be 1 for transactions",
            "--set: load.mode must be sync for transactions",
            "--set: message.size must be at least 40 for transactions: a message carries the outcome of its transaction"),
        "transaction.enabled=true",
        "message.batch=2",
        "load.mode=async",
        "message.size=39");
    assertProblems(
        List.of(
            "--set: transaction.send-unknown must not exceed 1 together with"
                + " transaction.send-rollback, got 1.25",
            "--set: transaction.check-unknown must not exceed 1 together with"
                + " transaction.check-rollback, got 1.5"),
        "transaction.send-rollback=0.75",
        "transaction.send-unknown=0.5",
        "transaction.check-rollback=0.75",
        "transaction.check-unknown=0.75");
  }

  private static void assertProblems(List<String> problems, String... assignments) {
    Settings settings = TestWorkload.reader(assignments).settings();
    Workload.read(settings);
    assertThatThrownBy(settings::finish)
        .isInstanceOfSatisfying(
            SettingsException.class, e -> assertThat(e.problems()).isEqualTo(problems));
  }

  @Test
  void aTagFilterSelectsItsTags() {
    Filter filter = new Filter(Filter.Type.TAG, "tag1 ||tag3");
    assertThat(filter.selects("tag1")).isEqualTo(Visibility.YES);
    assertThat(filter.selects("tag3")).isEqualTo(Visibility.YES);
    assertThat(filter.selects("tag2")).isEqualTo(Visibility.NO);
    assertThat(filter.selects("tag")).isEqualTo(Visibility.NO);
    assertThat(filter.selects("")).isEqualTo(Visibility.NO);
    assertThat(new Filter(Filter.Type.TAG, "*").selects("")).isEqualTo(Visibility.YES);
    assertThat(new Filter(Filter.Type.NONE, "*").selects("")).isEqualTo(Visibility.YES);
    assertThat(new Filter(Filter.Type.SQL92, "a > 1").selects("tag1"))
        .isEqualTo(Visibility.BROKER_KNOWS);
  }

  @Test
  void aMessageIsVisibleIfItIsWantedAndCommitted() {
    Workload tagged =
        consuming(
            "message.tags=3", "consume.filter.type=tag", "consume.filter.expression=tag0 || tag2");
    assertThat(tagged.visibility(0, 3)).isEqualTo(Visibility.YES);
    assertThat(tagged.visibility(0, 4)).isEqualTo(Visibility.NO);
    assertThat(tagged.visibility(0, 5)).isEqualTo(Visibility.YES);

    Workload transactions =
        consuming(
            "message.tags=2",
            "consume.filter.type=tag",
            "consume.filter.expression=tag1",
            "transaction.enabled=true",
            "transaction.send-rollback=0.3",
            "transaction.send-unknown=0.6",
            "transaction.check-unknown=0.95");
    for (int sequence = 0; sequence < 1000; sequence++) {
      Resolution end = transactions.transactions().outcome(transactions.seed(), 1, sequence).end();
      Visibility expected =
          end == Resolution.ROLLBACK || sequence % 2 == 0
              ? Visibility.NO
              : end == Resolution.COMMIT ? Visibility.YES : Visibility.BROKER_KNOWS;
      assertThat(transactions.visibility(1, sequence)).isEqualTo(expected);
    }
  }

  @Test
  void aShareOfDeliveriesFailsAndAgainDrawnAnew() {
    ConsumptionSettings consumption = consuming("consume.fail=0.25").consumption();
    int messages = 100_000;
    int failed = 0;
    int failedTwice = 0;
    for (int i = 0; i < messages; i++) {
      boolean first = consumption.fails(1, 0, i, 0);
      assertThat(consumption.fails(1, 0, i, 0)).isEqualTo(first);
      failed += first ? 1 : 0;
      failedTwice += first && consumption.fails(1, 0, i, 1) ? 1 : 0;
    }
    assertThat(failed).isCloseTo(messages / 4, within(1000));
    assertThat(failedTwice).isCloseTo(messages / 16, within(500));
    assertThat(consuming().consumption().fails(1, 0, 0, 0)).isFalse();
  }

  @Test
  void latenciesAreThoseThatCanBe() {
    assertThat(TestWorkload.of().metrics())
        .containsExactly(Metric.LAG, Metric.SERVICE, Metric.RESPONSE);
    assertThat(consuming("load.threads=0").metrics())
        .containsExactly(
            Metric.END_TO_END, Metric.BORN_TO_CONSUMER, Metric.STORE_TO_CONSUMER, Metric.SETTLE);
    Set<Metric> ofLater = EnumSet.of(Metric.LATE, Metric.EARLY);
    assertThat(
            consuming("transaction.enabled=true", "consume.groups=3", "connections.count=1")
                .metrics())
        .isEqualTo(EnumSet.complementOf(EnumSet.copyOf(ofLater)));
    assertThat(consuming("message.deliver-after=1s..5m").metrics()).containsAll(ofLater);
    assertThat(TestWorkload.of("message.deliver-after=1s").metrics())
        .doesNotContainAnyElementsOf(ofLater);
  }
}
