package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.console.Summary;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.run.TestRun.Name;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs with several topics. */
final class TopicsRunTest {

  private static final int MESSAGES = 6_000;

  private final Path output;

  TopicsRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String shares, int senders, int batch, String... more) {
    return new TestRun(
        output,
        Stream.concat(
                Stream.of(
                    "load.messages=" + MESSAGES,
                    "load.duration=0",
                    "load.threads=" + senders,
                    "message.batch=" + batch,
                    "consume.threads=1",
                    "topic.count=3",
                    "topic.shares=" + shares),
                Stream.of(more))
            .toArray(String[]::new));
  }

  /** Of a single sender, the place among all arrivals is the sequence. */
  @Test
  void lossesAndDuplicatesInOneTopicAreNamed() throws Exception {
    TestRun run = run("70%, 20%, 10%", 1, 1, "consume.drain=1s");
    LongPredicate lost = index -> topic(run, index) == 2 && index % 5 == 0;
    LongPredicate duplicated = index -> topic(run, index) == 1 && index % 7 == 0;
    run.with(MemoryScript.honest().losing(lost).duplicating(duplicated));
    assertThat(run.auditCsv())
        .isEqualTo(Map.of("lost", names(lost), "duplicated", names(duplicated)));
    JsonNode audit = run.json().at("/audit");
    assertThat(audit.at("/acked").asLong()).isEqualTo(MESSAGES);
    assertThat(audit.at("/lost").asLong()).isEqualTo(names(lost).size()).isGreaterThan(50);
    assertThat(audit.at("/reordered").asLong(-1)).isZero();
  }

  private static int topic(TestRun run, long sequence) {
    return run.workload.message().topic(0, sequence);
  }

  private static Set<Name> names(LongPredicate messages) {
    return LongStream.range(0, MESSAGES)
        .filter(messages)
        .mapToObj(sequence -> new Name(0, sequence))
        .collect(Collectors.toSet());
  }

  @Test
  void theOrderIsThatOfEachTopic() throws Exception {
    TestRun run = run("equal", 1, 1);
    // Each message comes after the two that were sent next: it is late in its topic if one of them
    // is of the same.
    run.with(MemoryScript.honest().displacing(index -> index % 100 == 0 ? 2 : 0));
    assertThat(run.auditCsv())
        .isEqualTo(
            Map.of(
                "reordered",
                names(
                    index ->
                        index % 100 == 0
                            && (topic(run, index) == topic(run, index + 1)
                                || topic(run, index) == topic(run, index + 2)))));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void topicsHaveTheirSharesOfWhatIsSentAndEachMessageItsOwn(int batch) throws Exception {
    TestRun run = run("50%, 30%, 20%", 4, batch);
    Map<Name, Integer> arrived = new ConcurrentHashMap<>();
    run.with(
        (cluster, seat, progress) ->
            observed(run.session(new MemoryBroker(run.clock, MemoryScript.honest())), arrived));
    assertThat(arrived).hasSize(MESSAGES);
    assertThat(arrived)
        .allSatisfy(
            (name, topic) ->
                assertThat(run.workload.message().topic(name.producer(), name.sequence()))
                    .isEqualTo(topic));
    double[] shares = {0.5, 0.3, 0.2};
    double chiSquared = 0;
    for (int topic = 0; topic < shares.length; topic++) {
      int expectedTopic = topic;
      // Messages of a request are drawn together.
      double requests =
          arrived.values().stream().filter(each -> each == expectedTopic).count() / (double) batch;
      double expected = shares[topic] * MESSAGES / batch;
      chiSquared += (requests - expected) * (requests - expected) / expected;
    }
    // The 99.9 % quantile of the distribution with 2 degrees of freedom.
    assertThat(chiSquared).isLessThan(13.8);
  }

  /** A session whose consumers note the queue in which each message arrived. */
  private static Session observed(Session session, Map<Name, Integer> arrived) {
    return (Session)
        Proxy.newProxyInstance(
            TopicsRunTest.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("subscribe")) {
                Receiver receiver = (Receiver) arguments[1];
                arguments[1] =
                    (Receiver)
                        (body, queue, bornMillis, storedMillis, attempt) -> {
                          arrived.put(Name.of(MessageHeader.read(body).orElseThrow()), queue);
                          return receiver.receive(body, queue, bornMillis, storedMillis, attempt);
                        };
              }
              return method.invoke(session, arguments);
            });
  }

  @Test
  void theSummaryHasTheTopicsAndTheirShares() throws Exception {
    TestRun run = run("70%, 20%, 10%", 2, 1);
    run.with(MemoryScript.honest());
    assertThat(Summary.of(run.result(), run.workload, run.directory()))
        .anyMatch(line -> line.endsWith(" 3 topics, shares: 70%, 20%, 10%"));
  }
}
