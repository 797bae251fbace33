package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.SECOND;
import static io.brokerbench.measurement.TestResult.counts;
import static io.brokerbench.measurement.TestResult.host;
import static io.brokerbench.measurement.TestResult.process;
import static io.brokerbench.measurement.TestResult.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.load.LoadGenerator;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.BrokerCounts;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.faults.PlannedFaults.Undisturbed;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class JudgeTest {

  @Test
  void aCleanRunIsValidWithoutAReason() {
    assertValid(new TestResult());
    assertThat(new TestResult().verdict().suffix()).isEmpty();
  }

  @Test
  void aFaultOfTheClusterIsInvalid() {
    assertVerdict(
        new TestResult().fault("after 5 s: 100 % of master gone"),
        Status.INVALID,
        "after 5 s: 100 % of master gone");
  }

  @Test
  void whatIsNotAuditedIsInvalidWhateverItMeasured() {
    // Nor is more said of sends on their way and of brokers that nobody has asked.
    assertVerdict(
        new TestResult().promise(true, 2).counts(counts(10_000, 9_000)).notAudited(),
        Status.INVALID,
        Judge.NOT_AUDITED);
  }

  @Test
  void cutShortIsSuspect() {
    assertVerdict(
        new TestResult().cutShort("cut short by a signal after 5.0 s"),
        Status.SUSPECT,
        "cut short by a signal after 5.0 s");
  }

  @Test
  void noMessageIsInvalid() {
    assertVerdict(
        new TestResult().closedLoop().counts(Counts.NONE),
        Status.INVALID,
        "no message was sent in the measured time");
  }

  @Test
  void checkBacksThatALostWorkerAnsweredAreNotMissed() {
    TestResult result =
        new TestResult("transaction.enabled=true")
            .transactions(new Transactions(9_995, 0, 5, 2, 0, 0, 3, 0, 0, 0, 0));
    assertVerdict(result, Status.INVALID, "3 transactions ended unknown and had no check-back");
    Verdict lost = result.unasked(MissingCount.LOST_WORKER).verdict();
    assertThat(lost.breaks(Rule.UNRESOLVED.code())).isFalse();
  }

  @Test
  void latenciesOutOfRangeAreSuspect() {
    assertVerdict(
        new TestResult().outOfRange(1234),
        Status.SUSPECT,
        "1,234 latencies were negative or above an hour");
  }

  @Test
  void lessThanTheOfferedRateIsInvalid() {
    assertVerdict(
        new TestResult().counts(counts(9899, 9899)),
        Status.INVALID,
        "achieved 990/s of the offered 1,000/s; limit is 99.0 %");
    assertValid(new TestResult().counts(counts(9900, 9900)));
    assertValid(new TestResult("limits.achieved=0.98").counts(counts(9899, 9899)));
  }

  /** Ten seconds; the last message is due an eighth of a second before the end. */
  @Test
  void ofAFewMessagesOneThatIsMissingCounts() {
    assertValid(new TestResult("load.threads=64").offered(8).counts(counts(80, 80)));
    assertVerdict(
        new TestResult("load.threads=64").offered(8).counts(counts(79, 79)),
        Status.INVALID,
        "achieved 7.9/s of the offered 8.0/s; limit is 99.0 %");
    assertValid(
        new TestResult("load.threads=64", "limits.hiccup-p99=126ms")
            .offered(8)
            .counts(counts(79, 79)));
  }

  /** The last message is due an eighth of a second before the end. */
  @Test
  void apartFromFaultsSendersMayHoldAsManyMessagesAtTheEndAsWithoutThem() {
    assertValid(ofFewUndisturbed("limits.hiccup-p99=126ms"));
    assertVerdict(
        ofFewUndisturbed("limits.hiccup-p99=10ms"),
        Status.INVALID,
        "the rate was not held apart from the faults: of 30 messages due, 29 were sent; limit is"
            + " 99.0 %");
  }

  private static TestResult ofFewUndisturbed(String limit) {
    return new TestResult("load.threads=64", limit)
        .offered(8)
        .counts(counts(79, 79))
        .undisturbed(new Undisturbed(30, 29, 0));
  }

  @Test
  void whatLeftAfterTheEndWasNotAchieved() {
    Ledger ledger = new Ledger();
    ledger.attempted(9000, true);
    ledger.attempted(1000, false);
    ledger.ended(SendOutcome.ACKED, "OK", 10_000, true);
    assertVerdict(
        new TestResult().counts(ledger.counts()),
        Status.INVALID,
        "achieved 900/s of the offered 1,000/s; limit is 99.0 %");
  }

  @Test
  void aClosedLoopHasNoRateToMiss() {
    assertValid(new TestResult().closedLoop().counts(counts(10, 10)));
  }

  @Test
  void driftUnderConstantLoadIsSuspect() {
    assertVerdict(
        new TestResult().closedLoop().drifting(),
        Status.SUSPECT,
        "the rate is drifting (second half / first half: 1.18 to 1.30); limits.drift is 5.0 %");
    assertVerdict(
        new TestResult().drifting().warmupEndedBy(WarmupEnd.LIMIT),
        Status.SUSPECT,
        "the rate is drifting (second half / first half: 1.18 to 1.30); limits.drift is 5.0 %; the"
            + " warm-up ended at load.warmup-limit");
    assertValid(new TestResult("limits.drift=1").drifting());
  }

  @Test
  void aLoadThatIsMeantToChangeMayDrift() {
    assertValid(new TestResult().rate("1000/s for 5s, 1001/s").drifting());
    assertValid(new TestResult().rate("999/s..1000/s for 12s").drifting());
    assertValid(new TestResult("consume.threads=1", "consume.backlog=1000").drifting());
  }

  @Test
  void aWarmupThatEndsAtItsLimitIsANote() {
    TestResult limited = new TestResult().warmupEndedBy(WarmupEnd.LIMIT);
    assertValid(limited);
    assertThat(limited.verdict().notes())
        .containsExactly(
            "the warm-up ended at its limit (load.warmup-limit, 2 s) before the load was steady");
    assertThat(limited.drifting().verdict().notes()).isEmpty();
    assertThat(new TestResult().verdict().notes()).isEmpty();
  }

  @Test
  void messagesOfTheWarmupInTheMeasuredTimeAreANote() {
    TestResult left = new TestResult().leftOfWarmup(101);
    assertValid(left);
    assertThat(left.verdict().notes())
        .singleElement()
        .asString()
        .startsWith("101 messages that were due in the warm-up were sent in the measured time")
        .endsWith(", and a longer load.warmup leaves it out");
    assertThat(new TestResult().leftOfWarmup(100).verdict().notes()).isEmpty();
    assertThat(new TestResult().closedLoop().leftOfWarmup(101).verdict().notes()).isEmpty();
  }

  @Test
  void aLongerWarmupIsNoAdviceIfTheRateWasMissed() {
    TestResult missed = new TestResult().counts(counts(9000, 9000)).leftOfWarmup(1000);
    assertThat(missed.verdict().notes())
        .anyMatch(note -> note.startsWith("1,000 messages that were due in the warm-up"))
        .noneMatch(note -> note.contains("load.warmup"));
  }

  @Test
  void aFullWindowOfAnOpenLoopIsSuspect() {
    assertVerdict(
        new TestResult().windowFull(0.11),
        Status.SUSPECT,
        "the in-flight window was full for 11 % of the time; response times include that wait");
    assertValid(new TestResult().windowFull(0.1));
    assertValid(new TestResult().closedLoop().windowFull(1));
  }

  @Test
  void whatBrokersDidToTheLoadIsSuspect() {
    assertVerdict(
        new TestResult().incident("3 connections were lost"),
        Status.SUSPECT,
        "3 connections were lost");
  }

  @Test
  void failuresAreSuspectAndManyAreInvalid() {
    assertValid(new TestResult().counts(failing(10)));
    assertVerdict(
        new TestResult().counts(failing(11)),
        Status.SUSPECT,
        "11 of 10,000 sends were not acknowledged (0.11 %)");
    assertVerdict(
        new TestResult().counts(failing(101)),
        Status.INVALID,
        "101 of 10,000 sends were not acknowledged (1.01 %)");
    assertValid(new TestResult("limits.failures=0.02").counts(failing(101)));
  }

  @Test
  void refusalsCountWhereNothingIsAcknowledgedToo() {
    assertThat(new TestResult().promise(false, 1).counts(failing(10_000)).verdict().texts())
        .contains("10,000 of 10,000 sends were not acknowledged (100.00 %)");
  }

  private static Counts failing(int messages) {
    Ledger ledger = new Ledger();
    ledger.attempted(10_000, true);
    ledger.ended(SendOutcome.ACKED, "OK", 10_000 - messages, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", messages, true);
    return ledger.counts();
  }

  @Test
  void aBrokerThatHoldsLessOrMoreIsInvalid() {
    assertVerdict(
        new TestResult().audit(9999, null),
        Status.INVALID,
        "the brokers hold 9,999 messages; 10,000 were acknowledged and 0 more are unknown");
    assertVerdict(
        new TestResult().audit(10_001, null),
        Status.INVALID,
        "the brokers hold 10,001 messages; 10,000 were acknowledged and 0 more are unknown");
  }

  @Test
  void aBrokerThatJoinedAndHoldsMessagesIsNamed() {
    assertVerdict(
        new TestResult().joined(new TreeMap<>(Map.of("late", 2500L))),
        Status.SUSPECT,
        "the broker late joined the cluster during the run and holds 2,500 messages; they are"
            + " counted, but what its acknowledgements guarantee is unknown: repeat the run");
  }

  @Test
  void aBrokerThatHoldsLessIsInvalidAlsoIfAllTogetherHoldEnough() {
    assertVerdict(
        new TestResult()
            .brokers(
                Map.of(
                    "broker-a", BrokerCounts.of(6000, 6000, 0, 5999L),
                    "broker-b", BrokerCounts.of(4001, 4000, 0, 4001L))),
        Status.INVALID,
        "the broker broker-a holds 5,999 messages; 6,000 were acknowledged and 0 more are unknown");
  }

  @Test
  void unknownMessagesMayBeThereOrNot() {
    Ledger ledger = new Ledger();
    ledger.attempted(10_000, true);
    ledger.ended(SendOutcome.ACKED, "OK", 9995, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 5, true);
    assertValid(new TestResult().counts(ledger.counts()).audit(9995, null));
    assertValid(new TestResult().counts(ledger.counts()).audit(10_000, null));
    assertInvalid(new TestResult().counts(ledger.counts()).audit(9994, null));
    assertInvalid(new TestResult().counts(ledger.counts()).audit(10_001, null));
  }

  @Test
  void sendsWithoutAnAnswerAreNotedBecauseNoLatencyHasTheirWait() {
    Ledger ledger = new Ledger();
    ledger.attempted(10_000, true);
    ledger.ended(SendOutcome.ACKED, "OK", 9990, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 5, true);
    TestResult result =
        new TestResult().counts(ledger.counts().withInFlightAs(LoadGenerator.NO_ANSWER));
    assertValid(result);
    assertThat(result.verdict().notes())
        .singleElement()
        .asString()
        .startsWith("5 sends had no answer when the run ended, and no latency has their wait");
  }

  @Test
  void withoutAnAuditARunIsSuspect() {
    assertVerdict(
        new TestResult().unasked("broker-a does not answer"),
        Status.SUSPECT,
        "no audit: broker-a does not answer");
  }

  @Test
  void aReplicaThatLacksMessagesIsInvalidIfItWasPromised() {
    assertVerdict(
        new TestResult().promise(true, 2).audit(10_000, 9999L),
        Status.INVALID,
        "the replica holds 9,999 messages of 10,000 acknowledged");
    assertValid(new TestResult().promise(true, 2).audit(10_000, 10_000L));
    assertValid(new TestResult().promise(true, 1).audit(10_000, 9999L));
  }

  @Test
  void aReplicaThatWasPromisedAndTellsNothingIsSuspect() {
    assertVerdict(
        new TestResult().promise(true, 2).audit(10_000, null),
        Status.SUSPECT,
        "no audit of the replica: it does not report its count");
    TestResult joined =
        new TestResult()
            .promise(true, 2)
            .audit(10_000, null)
            .joined(new TreeMap<>(Map.of("late", 2500L)));
    assertThat(joined.verdict().texts())
        .hasSize(2)
        .contains(
            "no audit of the replica: brokers that joined the cluster during the run (late) may"
                + " have none");
    assertVerdict(
        new TestResult().promise(true, 2).unasked("slave is gone"),
        Status.SUSPECT,
        "no audit: slave is gone");
  }

  @Test
  void messagesSentOneWayThatDidNotArriveAreSuspect() {
    Ledger ledger = new Ledger();
    ledger.attempted(10_000, true);
    ledger.ended(SendOutcome.UNKNOWN, Ledger.ONEWAY, 10_000, true);
    TestResult oneWay = new TestResult().promise(false, 1).counts(ledger.counts());
    assertValid(oneWay.audit(9_990, null));
    assertVerdict(
        oneWay.audit(9_989, null),
        Status.SUSPECT,
        "the brokers hold 9,989 of 10,000 messages sent one way");
    assertVerdict(oneWay.unasked("master is gone"), Status.SUSPECT, "no audit: master is gone");
    // A signal ends the wait for a count that grows.
    assertVerdict(oneWay.audit(9_989, null).cutShort("cut"), Status.SUSPECT, "cut");
  }

  @Test
  void aGeneratorThatUsesItsProcessorsIsInvalid() {
    assertVerdict(
        cpu(36 * SECOND, 36 * SECOND),
        Status.INVALID,
        "the generator used 3.60 of the 4 processors it has");
    assertValid(cpu(35 * SECOND, 35 * SECOND));
  }

  @Test
  void processorsTakenByOthersAreSuspect() {
    assertVerdict(
        cpu(10 * SECOND, 21 * SECOND),
        Status.SUSPECT,
        "processes outside the run used 1.10 processors; the generator has 4");
    assertValid(cpu(10 * SECOND, 20 * SECOND));
  }

  @Test
  void brokersAreNotForeign() {
    Sample begin = sample(0, process(0), host(0));
    begin.processes().put("master", process(0));
    Sample end = sample(10, process(10 * SECOND), host(35 * SECOND));
    end.processes().put("master", process(24 * SECOND));
    assertValid(new TestResult().samples(begin, end));
  }

  private static TestResult cpu(long generatorNanos, long hostNanos) {
    return new TestResult()
        .samples(
            sample(0, process(0), host(0)), sample(10, process(generatorNanos), host(hostNanos)));
  }

  @Test
  void aGeneratorThatWaitsForAProcessorIsSuspect() {
    Sample begin = sample(0, process(0), host(0));
    Sample end = sample(10, process(5 * SECOND), host(5 * SECOND));
    assertVerdict(
        new TestResult().samples(begin, waited(end, 30 * SECOND)),
        Status.SUSPECT,
        "the generator's threads waited for a processor 86 % of their time");
    assertValid(new TestResult().samples(begin, waited(end, 28 * SECOND)));
    assertValid(new TestResult().samples(waited(begin, -1), waited(end, -1)));
  }

  private static Sample waited(Sample sample, long nanos) {
    return new Sample(sample.nanos(), sample.processes(), sample.host(), Map.of(), nanos);
  }

  @Test
  void aHypervisorThatTakesProcessorsIsSuspect() {
    assertVerdict(
        stolen(11 * SECOND), Status.SUSPECT, "the hypervisor took 28 % of the processors");
    assertValid(stolen(10 * SECOND));
  }

  @Test
  void whoMissesARateWhileItsBrokersSleepIsTheLimitItself() {
    String reason =
        "the rate was missed while the generator used 3.00 processors and the brokers 1.00: the"
            + " generator was the limit, not the brokers";
    assertThat(troubles(missing(30, 10))).containsExactly(reason);
    assertThat(missing(30, 10).verdict().texts()).hasSize(2).contains(reason);
    assertThat(troubles(missing(30, 16))).isEmpty();
    assertThat(troubles(missing(20, 2))).isEmpty();
    assertThat(troubles(missing(30, 10).offered(900))).isEmpty();
  }

  private static List<String> troubles(TestResult result) {
    CompletedRun run = result.build();
    return Judge.generatorTroubles(run.result(verdict -> verdict), run.setup().workload());
  }

  /** Of four processors; in ten seconds. */
  private static TestResult missing(int generatorSeconds, int brokerSeconds) {
    Sample begin = sample(0, process(0), host(0));
    begin.processes().put("master", process(0));
    long all = (generatorSeconds + brokerSeconds) * SECOND;
    Sample end = sample(10, process(generatorSeconds * SECOND), host(all));
    end.processes().put("master", process(brokerSeconds * SECOND));
    return new TestResult().offered(2000).samples(begin, end);
  }

  private static TestResult stolen(long nanos) {
    HostFigures host =
        new HostFigures(
            4,
            6 * SECOND,
            0,
            nanos,
            40 * SECOND,
            1,
            Map.of(),
            0,
            0,
            0.5,
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of());
    return new TestResult()
        .samples(sample(0, process(0), host(0)), sample(10, process(5 * SECOND), host));
  }

  @Test
  void aGeneratorThatCollectsGarbageIsSuspect() {
    assertVerdict(
        collecting(1001), Status.SUSPECT, "the generator collected garbage 10.0 % of the time");
    assertValid(collecting(1000));
  }

  private static TestResult collecting(long gcMillis) {
    ProcessFigures end = process(5 * SECOND, gcMillis);
    return new TestResult()
        .samples(sample(0, process(0), host(0)), sample(10, end, host(6 * SECOND)));
  }

  @Test
  void aGeneratorThatStoodStillIsSuspect() {
    assertVerdict(
        new TestResult().hiccups(120_000_000),
        Status.SUSPECT,
        "the generator stood still: hiccup p99 is 120.1 ms");
    assertValid(new TestResult().hiccups(99_000_000));
    assertValid(new TestResult("limits.hiccup-p99=200ms").hiccups(120_000_000));
  }

  @Test
  void whatSurroundsTheGeneratorIsNoTroubleOfItsOwn() {
    assertThat(troubles(stolen(11 * SECOND))).isEmpty();
    assertThat(troubles(new TestResult().audit(9, null))).isEmpty();
    assertThat(troubles(collecting(1001)))
        .containsExactly("the generator collected garbage 10.0 % of the time");
  }

  /** Of 10,000 messages of 1,000 bytes. */
  @Test
  void aNodeWithHardlyAnyTrafficMayBeAnotherMachine() {
    assertVerdict(
        withTraffic(900_000, "message.size=1000"),
        Status.SUSPECT,
        "the machine of broker had 878.9 KiB of network traffic while messages of 9.5 MiB were"
            + " sent: are its figures those of another machine?");
    assertValid(withTraffic(1_100_000, "message.size=1000"));
  }

  @Test
  void whatClientsMayHaveCompressedIsNotMissingInTheTraffic() {
    assertValid(withTraffic(60_000, "message.size=1000", "message.compressible=0.95"));
    assertVerdict(
        withTraffic(40_000, "message.size=1000", "message.compressible=0.95"),
        Status.SUSPECT,
        "the machine of broker had 39.1 KiB of network traffic while messages of 9.5 MiB were sent:"
            + " are its figures those of another machine?");
  }

  /** On a machine with so many bytes of traffic, the broker. */
  private static TestResult withTraffic(long bytes, String... settings) {
    return new TestResult(settings)
        .samples(
            withBroker(sample(0, process(0), host(0)), 0, 0),
            withBroker(sample(10, process(5 * SECOND), host(6 * SECOND)), 10, bytes));
  }

  private static Sample withBroker(Sample here, long atSecond, long bytes) {
    HostFigures machine =
        new HostFigures(
            4,
            0,
            0,
            0,
            4 * atSecond * SECOND,
            0,
            Map.of("eth0", bytes),
            0,
            0,
            0.5,
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of());
    NodeFigures broker = new NodeFigures(here.nanos(), Optional.empty(), Optional.of(machine));
    return new Sample(here.nanos(), here.processes(), here.host(), Map.of("broker", broker), 0);
  }

  @Test
  void withoutTwoSamplesTheGeneratorIsUnknownAndTheRunSuspect() {
    assertVerdict(
        new TestResult().samples(sample(0, process(0), host(0))),
        Status.SUSPECT,
        "too short to see what it cost the generator");
  }

  @Test
  void theWorstStatusCountsAndEveryReasonIsTold() {
    Verdict verdict = new TestResult().cutShort("cut").audit(9, null).outOfRange(1).verdict();
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts()).hasSize(3);
    assertThat(verdict.suffix()).isEqualTo(".INVALID");
  }

  private static void assertValid(TestResult result) {
    assertThat(result.verdict().texts()).isEmpty();
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  private static void assertInvalid(TestResult result) {
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
  }

  private static void assertVerdict(TestResult result, Status status, String reason) {
    Verdict verdict = result.verdict();
    assertThat(verdict.texts()).containsExactly(reason);
    assertThat(verdict.status()).isEqualTo(status);
  }
}
