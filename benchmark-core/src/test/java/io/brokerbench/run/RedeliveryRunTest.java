package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs with messages that a consumer sees for the first time when the broker delivers them
 * again: whoever had them before gave no sign. These are the slowest messages of a real broker.
 */
final class RedeliveryRunTest {

  private static final long MESSAGES = 1400;

  private final Path output;

  RedeliveryRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("load.messages=" + MESSAGES, "load.duration=0", "consume.threads=1"));
    all.addAll(Arrays.asList(more));
    return new TestRun(output, all.toArray(new String[0]));
  }

  private static boolean everySeventh(byte[] body) {
    return MessageHeader.read(body).orElseThrow().sequence() % 7 == 0;
  }

  /** These deliveries never reach the group; the broker makes them again a moment later. */
  private static Driver missing(TestRun run, BiPredicate<byte[], Integer> deliveries) {
    return (cluster, seat, progress) ->
        LyingSession.withReceiver(
            run.session(MemoryScript.honest()),
            receiver ->
                (body, queue, born, stored, attempt) ->
                    !deliveries.test(body, attempt)
                        && receiver.receive(body, queue, born, stored, attempt));
  }

  private static long sum(TestRun run, String column) throws Exception {
    List<String> rows = Files.readAllLines(run.directory().resolve("intervals.csv"));
    int index = List.of(rows.get(0).split(",", -1)).indexOf(column);
    return rows.stream().skip(1).mapToLong(row -> Long.parseLong(row.split(",", -1)[index])).sum();
  }

  private static void assertRedeliveries(TestRun run, long firsts) throws Exception {
    JsonNode consumption = run.json().path("consumption");
    assertThat(consumption.path("redeliveredFirsts").asLong()).isEqualTo(firsts);
    assertThat(consumption.path("redelivered").asLong()).isEqualTo(firsts);
    assertThat(sum(run, "redelivered")).isEqualTo(firsts);
    assertThat(sum(run, "deliveries")).isEqualTo(consumption.path("deliveries").asLong());
  }

  @Test
  void everyFirstSightIsALatencyThoughTheBrokerCallsItARedelivery() throws Exception {
    TestRun run = run("load.threads=1");
    Verdict verdict = run.with(missing(run, (body, attempt) -> attempt == 0 && everySeventh(body)));
    assertThat(verdict.texts()).isEmpty();
    JsonNode json = run.json();
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(MESSAGES);
    for (String latency : List.of("endToEnd", "b2c", "s2c")) {
      assertThat(json.at("/latency/" + latency + "/count").asLong())
          .as(latency)
          .isEqualTo(MESSAGES);
    }
    assertRedeliveries(run, MESSAGES / 7);
  }

  @Test
  void whatComesAgainAfterItWasSeenIsCountedAndIsNoLatency() throws Exception {
    TestRun run = run("load.threads=1", "consume.fail=0.2");
    run.with(MemoryScript.honest());
    JsonNode json = run.json();
    assertThat(json.at("/consumption/redelivered").asLong())
        .isEqualTo(json.at("/consumption/postponed").asLong())
        .isPositive();
    assertThat(json.at("/consumption/redeliveredFirsts").asLong(-1)).isZero();
    assertThat(sum(run, "redelivered")).isEqualTo(json.at("/consumption/redelivered").asLong());
    assertThat(json.at("/latency/endToEnd/count").asLong()).isEqualTo(MESSAGES);
  }

  /** Of two messages, one is lost and the other delivered twice: as many deliveries as messages. */
  @Test
  void repeatsDoNotMakeUpForWhatConsumersLack() throws Exception {
    TestRun run = run("load.threads=1", "load.rate=500/s", "consume.drain=1s");
    run.with(MemoryScript.honest().losing(i -> i % 2 == 0).duplicating(i -> i % 2 == 1));
    assertThat(run.json().at("/consumption/deliveries").asLong()).isEqualTo(MESSAGES);
    assertThat(run.result().throughput().flow()).isEqualTo(LoadOutcome.COLLAPSED);
  }

  @Test
  void everyCopyOfEveryMessageOfABatchIsALatency() throws Exception {
    TestRun run = run("load.threads=1", "message.batch=4", "consume.groups=3");
    run.with(missing(run, (body, attempt) -> attempt == 0 && everySeventh(body)));
    JsonNode json = run.json();
    assertThat(json.at("/latency/endToEnd/count").asLong()).isEqualTo(3 * MESSAGES);
    for (String copy : List.of("firstCopy", "medianCopy", "lastCopy")) {
      assertThat(json.at("/latency/" + copy + "/count").asLong()).as(copy).isEqualTo(MESSAGES);
    }
    assertRedeliveries(run, 3 * MESSAGES / 7);
  }

  @Test
  void whatIsSeenFirstDuringTheDrainIsALatencyToo() throws Exception {
    TestRun run = run("load.threads=1");
    run.with(
        missing(
            run,
            (body, attempt) ->
                everySeventh(body)
                    && run.steps.stream().noneMatch(step -> step.startsWith("draining: "))));
    JsonNode json = run.json();
    assertThat(json.at("/consumption/drainEndedBy").asText()).isEqualTo("complete");
    assertThat(json.at("/latency/endToEnd/count").asLong()).isEqualTo(MESSAGES);
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(MESSAGES);
    assertRedeliveries(run, MESSAGES / 7);
  }
}
