package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.console.Summary;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with several consumer groups, each of which is to get every message. */
final class GroupsRunTest {

  private static final String FIRST = "brokerbench_consumer";
  private static final String SECOND = FIRST + "-2";

  private final Path output;

  GroupsRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "load.messages=1000",
                // So long that the first message is there before the last one is sent.
                "load.rate=500/s",
                "load.duration=0",
                "load.threads=1",
                "consume.threads=1",
                "consume.groups=2"));
    all.addAll(Arrays.asList(more));
    return new TestRun(output, all.toArray(new String[0]));
  }

  /** The second group never gets these, though the broker says that it did. */
  private static Driver withholding(TestRun run, Predicate<MessageHeader> messages) {
    return (cluster, seat, progress) ->
        LyingSession.withReceivers(
            run.session(MemoryScript.honest()),
            (group, receiver) ->
                (body, queue, born, stored, attempt) ->
                    (group == 1 && messages.test(MessageHeader.read(body).orElseThrow()))
                        || receiver.receive(body, queue, born, stored, attempt));
  }

  private static List<String> auditCsv(TestRun run) throws IOException {
    return Files.readAllLines(run.directory().resolve("audit.csv"));
  }

  private static JsonNode group(TestRun run, String name) throws IOException {
    return run.json().at("/consumption/groups/" + name);
  }

  @Test
  void everyGroupGetsEveryMessageAndTheAuditAddsThemUp() throws Exception {
    TestRun run = run();
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    JsonNode json = run.json();
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(2000);
    assertThat(json.at("/audit/lost").asLong(-1)).isZero();
    assertThat(json.at("/audit/reordered").asLong(-1)).isZero();
    assertThat(json.at("/audit/consumerProgress").asLong()).isEqualTo(2000);
    assertThat(json.at("/audit/agreesWithProgress").asBoolean()).isTrue();
    assertThat(json.at("/audit/agreesWithBroker").asBoolean()).isTrue();
    assertThat(json.at("/consumption/deliveries").asLong()).isEqualTo(2000);
    assertThat(json.at("/latency/endToEnd/count").asLong()).isEqualTo(2000);
    for (String name : List.of(FIRST, SECOND)) {
      assertThat(group(run, name).at("/deliveries").asLong()).isEqualTo(1000);
      assertThat(group(run, name).at("/messages").asLong()).isEqualTo(1000);
      assertThat(group(run, name).at("/lost").asLong(-1)).isZero();
      assertThat(group(run, name).at("/backlogAtEnd").asLong(-1)).isZero();
      assertThat(group(run, name).at("/consumerProgress").asLong()).isEqualTo(1000);
    }
    assertThat(json.at("/consumption/groups")).hasSize(2);
    assertThat(auditCsv(run)).containsExactly("kind,producer,firstSequence,lastSequence,group");
    assertThat(Summary.of(run.result(), run.workload, run.directory()))
        .anyMatch(line -> line.startsWith("received    2,000 messages in 2,000 deliveries"))
        .anyMatch(line -> line.startsWith("groups      " + FIRST + ": 1,000 messages at "))
        .anyMatch(
            line ->
                line.startsWith("            " + SECOND + ": 1,000 messages at ")
                    && line.endsWith("/s, 0 lost, 0 behind at the end"));
  }

  @Test
  void ofManyGroupsEachMessagesFirstMedianAndLastCopyIsTold() throws Exception {
    TestRun run = run("consume.groups=9");
    run.with(MemoryScript.honest());
    assertThat(run.json().at("/audit/delivered").asLong()).isEqualTo(9000);
    for (String copy : List.of("firstCopy", "medianCopy", "lastCopy")) {
      assertThat(run.json().at("/latency/" + copy + "/count").asLong()).isEqualTo(1000);
    }
    assertThat(Summary.of(run.result(), run.workload, run.directory()))
        .anyMatch(line -> line.startsWith("groups      9, with 1,000 to 1,000 messages each at "));
  }

  @Test
  void oneGroupIsNotToldApart() throws Exception {
    TestRun run = run("consume.groups=1");
    run.with(MemoryScript.honest());
    assertThat(run.json().at("/consumption").has("groups")).isFalse();
    assertThat(auditCsv(run)).containsExactly("kind,producer,firstSequence,lastSequence");
    assertThat(Summary.of(run.result(), run.workload, run.directory()))
        .noneMatch(line -> line.startsWith("groups"));
  }

  @Test
  void whatIsLostToOneGroupOfTwoIsLostOnceAndNamedWithTheGroup() throws Exception {
    TestRun run = run("consume.drain=1s");
    Verdict verdict = run.with(withholding(run, header -> header.sequence() == 77));
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts())
        .containsExactly("group " + SECOND + ": 1 acknowledged messages were never received");
    assertThat(auditCsv(run))
        .containsExactly(
            "kind,producer,firstSequence,lastSequence,group", "lost,0,77,77," + SECOND);
    JsonNode json = run.json();
    assertThat(json.at("/audit/lost").asLong()).isEqualTo(1);
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(1999);
    assertThat(json.at("/consumption/drainEndedBy").asText()).isEqualTo("silent");
    assertThat(group(run, FIRST).at("/lost").asLong(-1)).isZero();
    assertThat(group(run, SECOND).at("/lost").asLong()).isEqualTo(1);
    assertThat(group(run, SECOND).at("/backlogAtEnd").asLong()).isEqualTo(1);
    // The broker counts it as consumed, and everything as delivered.
    assertThat(json.at("/audit/agreesWithProgress").asBoolean()).isTrue();
  }

  @Test
  void whatWasSentOneWayAndNeverCameIsNamed() throws Exception {
    TestRun run = run("load.mode=oneway", "consume.drain=1s");
    Verdict verdict = run.with(withholding(run, header -> header.sequence() == 77));
    assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
    assertThat(verdict.texts())
        .containsExactly(
            "group " + SECOND + ": 1 of 1,000 messages sent one way were never received");
  }

  @Test
  void aGroupThatGetsNothingMakesTheRunInvalid() throws Exception {
    TestRun run = run("consume.drain=1s");
    Verdict verdict = run.with(withholding(run, header -> true));
    assertThat(verdict.texts())
        .contains("group " + SECOND + ": no message was received in the measured time");
  }

  @Test
  void theDrainWaitsForTheSlowerGroup() throws Exception {
    // The load takes 0.4 s, and on a busy machine several times as long.
    TestRun run = run("load.messages=200");
    Verdict verdict = run.with(MemoryScript.honest().withGroupRates(List.of(0.0, 20.0)));
    assertThat(verdict.texts()).isEmpty();
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("complete");
    assertThat(group(run, SECOND).at("/messages").asLong()).isEqualTo(200);
    // Seconds went by in which only the slower one missed something.
    assertThat(run.intervals)
        .filteredOn(interval -> backlog(interval, FIRST) == 0 && backlog(interval, SECOND) > 0)
        .isNotEmpty();
    assertThat(run.steps).anyMatch(step -> step.startsWith("draining: "));
  }

  @Test
  void aBacklogIsDrainedWhenEveryGroupHasDrainedIt() throws Exception {
    TestRun run =
        run("load.messages=0", "load.duration=2s", "load.rate=500/s", "consume.backlog=300");
    run.with(heldUntilTheDrain(run));
    assertThat(run.json().at("/throughput/warmupEndedBy").asText()).isEqualTo("backlog");
    assertThat(run.json().at("/consumption/backlog/caughtUpSeconds").isNull()).isTrue();
    assertThat(run.json().at("/audit/lost").asLong(-1)).isZero();
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("complete");
  }

  /** The second group has nothing in the measured time, however slow this machine is. */
  private static Driver heldUntilTheDrain(TestRun run) {
    return (cluster, seat, progress) ->
        LyingSession.withReceivers(
            run.session(MemoryScript.honest()),
            (group, receiver) ->
                (body, queue, born, stored, attempt) -> {
                  while (group == 1
                      && !Thread.currentThread().isInterrupted()
                      && run.steps.stream().noneMatch(step -> step.startsWith("draining: "))) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  return receiver.receive(body, queue, born, stored, attempt);
                });
  }

  private static long backlog(Interval interval, String group) {
    return interval.backlogs().getOrDefault(group, OptionalLong.empty()).orElse(-1);
  }

  @Test
  void theLastColumnsSayHowManyMessagesEachGroupHasYetToGet() throws Exception {
    TestRun run = run("consume.drain=1s");
    run.with(withholding(run, header -> header.sequence() >= 300));
    List<String> rows = Files.readAllLines(run.directory().resolve("intervals.csv"));
    assertThat(rows.get(0)).endsWith(",hostDiskFlushes,backlog." + FIRST + ",backlog." + SECOND);
    assertThat(rows.get(rows.size() - 1)).endsWith(",0,700");
    assertThat(run.last().backlogs()).containsOnlyKeys(FIRST, SECOND);
  }

  @Test
  void ofOneGroupThereIsTheColumnToo() throws Exception {
    TestRun run = run("consume.groups=1");
    run.with(MemoryScript.honest());
    List<String> rows = Files.readAllLines(run.directory().resolve("intervals.csv"));
    assertThat(rows.get(0)).endsWith(",hostDiskFlushes,backlog." + FIRST);
    assertThat(rows.get(rows.size() - 1)).endsWith(",0");
  }

  @Test
  void onlyWhatAFilterSelectsIsYetToCome() throws Exception {
    TestRun run =
        run(
            "consume.drain=1s",
            "message.tags=4",
            "consume.filter.type=tag",
            "consume.filter.expression=tag1 || tag3");
    run.with(withholding(run, header -> header.sequence() >= 300));
    assertThat(backlog(run.last(), FIRST)).isZero();
    assertThat(backlog(run.last(), SECOND)).isEqualTo(350);
  }

  @Test
  void ofTransactionsOnlyThoseThatAreCommittedAreYetToCome() throws Exception {
    TestRun run =
        run(
            "consume.drain=1s",
            "transaction.enabled=true",
            "transaction.send-rollback=0.3",
            "transaction.send-unknown=0.3",
            "transaction.check-rollback=0.5");
    run.with(withholding(run, header -> true));
    long committed = run.json().at("/audit/acked").asLong();
    assertThat(committed).isBetween(1L, 999L);
    assertThat(backlog(run.last(), FIRST)).isZero();
    assertThat(backlog(run.last(), SECOND)).isEqualTo(committed);
    assertThat(group(run, FIRST).at("/messages").asLong()).isEqualTo(committed);
    assertThat(group(run, SECOND).at("/lost").asLong()).isEqualTo(committed);
  }

  @Test
  void whereNobodyKnowsWhatIsToComeTheColumnIsEmpty() throws Exception {
    for (String unknown :
        List.of(
            "load.mode=oneway message.tags=4 consume.filter.type=tag consume.filter.expression=tag1",
            "message.size=10")) {
      TestRun run =
          run(
              Stream.concat(Stream.of("consume.drain=1s"), Stream.of(unknown.split(" ", -1)))
                  .toArray(String[]::new));
      run.with(MemoryScript.honest());
      assertThat(run.last().backlogs())
          .as(unknown)
          .isEqualTo(Map.of(FIRST, OptionalLong.empty(), SECOND, OptionalLong.empty()));
      List<String> rows = Files.readAllLines(run.directory().resolve("intervals.csv"));
      assertThat(rows.get(rows.size() - 1)).endsWith(",,");
      assertThat(group(run, FIRST).at("/backlogAtEnd").isNull()).isTrue();
    }
  }

  @Test
  void ofWhatIsSentOneWayEachGroupIsBehindByWhatItDidNotGet() throws Exception {
    TestRun run = run("consume.drain=1s", "load.mode=oneway");
    run.with(withholding(run, header -> header.sequence() < 7));
    long sent = run.json().at("/sends/attempted").asLong();
    assertThat(backlog(run.last(), FIRST)).isZero();
    assertThat(backlog(run.last(), SECOND)).isPositive().isLessThan(sent);
    assertThat(group(run, SECOND).at("/backlogAtEnd").asLong())
        .isEqualTo(backlog(run.last(), SECOND));
  }

  @Test
  void groupsAloneAreToldApartAndNothingIsCalledMissing() throws Exception {
    TestRun run = run("load.threads=0", "load.rate=closed", "load.messages=0", "load.duration=2s");
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts())
        .containsExactly(
            "group " + FIRST + ": no message was received in the measured time",
            "group " + SECOND + ": no message was received in the measured time");
    assertThat(run.last().backlogs()).containsEntry(FIRST, OptionalLong.empty());
    assertThat(group(run, FIRST).at("/lost").isNull()).isTrue();
    assertThat(run.json().at("/audit/lost").isNull()).isTrue();
  }
}
