package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.run.TestRun.Name;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proof of the proof: what a broker does to which messages, the audit names exactly. */
final class LyingBrokerTest {

  private static final int SENDERS = 4;
  private static final int DISPLACED_BY = 500;

  /** Ends a drain in which messages are missing. */
  private static final String MISSING = "consume.drain=1s";

  private final Path output;

  LyingBrokerTest(@TempDir Path output) {
    this.output = output;
  }

  /** Picks arrivals, and remembers which message each arrival was. */
  private static final class Accomplice {
    final BitSet lost = new BitSet();
    final BitSet duplicated = new BitSet();
    final BitSet corrupted = new BitSet();
    final BitSet displaced = new BitSet();
    private final int messages;
    private final int[] producers;
    private final long[] sequences;
    private final long[] sent = new long[SENDERS];
    private final SplittableRandom random = new SplittableRandom(1);

    Accomplice(int messages) {
      this.messages = messages;
      this.producers = new int[messages];
      this.sequences = new long[messages];
    }

    /** So many that no other set has. Not near the end, where nothing comes to be late behind. */
    void pick(BitSet set, int size) {
      while (set.cardinality() < size) {
        int index = random.nextInt(messages - messages / 100);
        if (!lost.get(index)
            && !duplicated.get(index)
            && !corrupted.get(index)
            && !displaced.get(index)) {
          set.set(index);
        }
      }
    }

    MemoryScript script() {
      return MemoryScript.honest()
          .losing(
              index -> {
                note((int) index);
                return lost.get((int) index);
              })
          .duplicating(index -> duplicated.get((int) index))
          .corrupting(index -> corrupted.get((int) index))
          .displacing(index -> displaced.get((int) index) ? DISPLACED_BY : 0)
          .keepingLog();
    }

    /** A sender stores its messages one after the other, in its own thread. */
    private void note(int index) {
      String thread = Thread.currentThread().getName();
      int producer = Integer.parseInt(thread.substring("sender-".length()));
      producers[index] = producer;
      sequences[index] = sent[producer]++;
    }

    Set<Name> names(BitSet set) {
      Set<Name> names = new HashSet<>();
      set.stream().forEach(index -> names.add(new Name(producers[index], sequences[index])));
      return names;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 10_000})
  void itNamesThoseThatWereLiedAbout(int each) throws Exception {
    assertNamed(100_000, each);
  }

  @Tag("nightly")
  @Test
  void amongAMillionItNamesThoseThatWereLiedAbout() throws Exception {
    assertNamed(1_000_000, 10_000);
  }

  private void assertNamed(int messages, int each) throws Exception {
    Accomplice lies = new Accomplice(messages);
    lies.pick(lies.lost, each);
    lies.pick(lies.duplicated, each);
    lies.pick(lies.corrupted, each);
    lies.pick(lies.displaced, each);
    TestRun run = run(messages, "load.threads=" + SENDERS, MISSING);
    Verdict verdict = run.with(lies.script());

    Set<Name> reordered = reordered(run.log());
    // Whether a late one was overtaken by its own sender's or only by others' is the threads'
    // doing.
    assertThat(lies.names(lies.displaced)).containsAll(reordered);
    if (each > 1) {
      assertThat(reordered).isNotEmpty();
    }
    Map<String, Set<Name>> shown = run.auditCsv();
    assertThat(shown.get("lost")).isEqualTo(lies.names(lies.lost));
    assertThat(shown.get("duplicated")).isEqualTo(lies.names(lies.duplicated));
    assertThat(shown.get("corrupt")).isEqualTo(lies.names(lies.corrupted));
    assertThat(shown.getOrDefault("reordered", Set.of())).isEqualTo(reordered);
    assertThat(shown.keySet()).isSubsetOf("lost", "duplicated", "corrupt", "reordered");

    JsonNode audit = run.json().at("/audit");
    assertThat(audit.at("/attempted").asLong()).isEqualTo(messages);
    assertThat(audit.at("/acked").asLong()).isEqualTo(messages);
    assertThat(audit.at("/delivered").asLong()).isEqualTo(messages - 2L * each);
    assertThat(audit.at("/lost").asLong()).isEqualTo(each);
    assertThat(audit.at("/duplicated").asLong()).isEqualTo(each);
    assertThat(audit.at("/corrupt").asLong()).isEqualTo(each);
    assertThat(audit.at("/reordered").asLong()).isEqualTo(reordered.size());
    for (String none : List.of("recovered", "indeterminate", "phantom", "unexpected")) {
      assertThat(audit.at("/" + none).asLong(-1)).as(none).isZero();
    }
    // As many more as less: a broker's count alone would have been content.
    assertThat(audit.at("/agreesWithBroker").asBoolean()).isTrue();
    assertThat(audit.at("/agreesWithProgress").asBoolean()).isTrue();
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts())
        .containsAll(
            List.of(
                String.format(Locale.ROOT, "%,d messages came with a wrong checksum", each),
                String.format(Locale.ROOT, "%,d acknowledged messages were never received", each),
                String.format(Locale.ROOT, "%,d messages came more than once", each)));
    assertThat(verdict.texts()).hasSize(reordered.isEmpty() ? 3 : 4);
  }

  /** Those of a sender that come behind a later one, in the log as the broker holds it. */
  private static Set<Name> reordered(List<MessageHeader> log) {
    Set<Name> reordered = new HashSet<>();
    long[] highest = new long[SENDERS];
    for (MessageHeader header : log) {
      if (header.intact() && header.sequence() < highest[header.producer()]) {
        reordered.add(Name.of(header));
      } else if (header.intact()) {
        highest[header.producer()] = header.sequence();
      }
    }
    return reordered;
  }

  private TestRun run(int messages, String... more) {
    String[] all = Arrays.copyOf(more, more.length + 3);
    all[more.length] = "load.messages=" + messages;
    all[more.length + 1] = "load.duration=0";
    all[more.length + 2] = "consume.threads=1";
    return new TestRun(output, all);
  }

  @Test
  void anHonestBrokerIsValidAndNothingIsNamed() throws Exception {
    TestRun run = run(50_000);
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(run.auditCsv()).isEmpty();
    assertThat(run.json().at("/audit/delivered").asLong()).isEqualTo(50_000);
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("complete");
  }

  @Test
  void aLossIsInvalid() throws Exception {
    assertVerdict(
        MemoryScript.honest().losing(index -> index == 77),
        Status.INVALID,
        "the brokers hold 999 messages; 1,000 were acknowledged and 0 more are unknown",
        "1 acknowledged messages were never received");
  }

  @Test
  void aCorruptMessageIsInvalid() throws Exception {
    assertVerdict(
        MemoryScript.honest().corrupting(index -> index == 77),
        Status.INVALID,
        "1 messages came with a wrong checksum");
  }

  @Test
  void aMessageStoredTwiceIsInvalidByTheBrokersOwnCount() throws Exception {
    assertVerdict(
        MemoryScript.honest().duplicating(index -> index == 77),
        Status.INVALID,
        "the brokers hold 1,001 messages; 1,000 were acknowledged and 0 more are unknown",
        "1 messages came more than once");
  }

  private void assertVerdict(MemoryScript script, Status status, String... reasons)
      throws Exception {
    Verdict verdict = run(1000, MISSING).with(script);
    assertThat(verdict.texts()).containsExactly(reasons);
    assertThat(verdict.status()).isEqualTo(status);
  }

  @Test
  void aMessageDeliveredTwiceIsSuspect() throws Exception {
    TestRun run = run(1000, "load.threads=1");
    Verdict verdict =
        run.with(
            (cluster, seat, progress) ->
                LyingSession.withReceiver(
                    run.session(MemoryScript.honest()),
                    receiver ->
                        (body, queue, born, stored, attempt) -> {
                          boolean consumed = receiver.receive(body, queue, born, stored, attempt);
                          MessageHeader header = MessageHeader.read(body).orElseThrow();
                          return header.sequence() % 100 == 7
                              ? receiver.receive(body, queue, born, stored, attempt)
                              : consumed;
                        }));
    assertThat(verdict.texts()).containsExactly("10 messages came more than once");
    assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
    assertThat(run.json().at("/consumption/duplicateDeliveries").asLong()).isEqualTo(10);
    Set<Name> expected = new HashSet<>();
    for (long sequence = 7; sequence < 1000; sequence += 100) {
      expected.add(new Name(0, sequence));
    }
    assertThat(run.auditCsv()).isEqualTo(Map.of("duplicated", expected));
  }

  /** The consumer begins when all is in the log: nothing but the script puts it in order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 10_000})
  void aDelayedMessageIsNamedWithItsDisplacement(int arrivals) throws Exception {
    TestRun run = run(30_000, "load.threads=1", "consume.backlog=30000");
    Verdict verdict = run.with(MemoryScript.honest().displacing(i -> i == 777 ? arrivals : 0));
    assertThat(run.auditCsv()).isEqualTo(Map.of("reordered", Set.of(new Name(0, 777))));
    assertThat(run.json().at("/audit/largestDisplacement").asLong()).isEqualTo(arrivals);
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts()).contains("1 messages came out of their queue's order");
  }

  @Test
  void aStreamsOrderIsAuditedApart() throws Exception {
    TestRun run = run(1000, "load.threads=1", "consume.backlog=1000", "message.shards=3");
    run.with(MemoryScript.honest().displacing(i -> i == 100 ? 2 : i == 200 ? 3 : 0));
    // Two arrivals late it is still before the next one of its stream.
    assertThat(run.auditCsv())
        .isEqualTo(
            Map.of(
                "reordered", Set.of(new Name(0, 100), new Name(0, 200)),
                "reorderedInShard", Set.of(new Name(0, 200))));
  }

  /** As of RocketMQ's message groups by gRPC. */
  @Test
  void aStreamsOrderIsAuditedAlsoWhereDeliveriesDoNotNameTheirQueue() throws Exception {
    TestRun run = run(1000, "load.threads=1", "consume.backlog=1000", "message.shards=3");
    MemoryScript script = MemoryScript.honest().displacing(i -> i == 100 ? 2 : i == 200 ? 3 : 0);
    Verdict verdict =
        run.with(
            (cluster, seat, progress) ->
                LyingSession.withReceiver(
                    run.session(script),
                    receiver ->
                        (body, queue, born, stored, attempt) ->
                            receiver.receive(body, Receiver.UNKNOWN_QUEUE, born, stored, attempt)));
    Set<Name> late = Set.of(new Name(0, 200));
    assertThat(run.auditCsv()).isEqualTo(Map.of("reordered", late, "reorderedInShard", late));
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts()).contains("1 messages came out of their queue's order");
  }
}
