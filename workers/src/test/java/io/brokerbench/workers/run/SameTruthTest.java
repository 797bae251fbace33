package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.generator.Generators;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.Sends;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.LossInSecond;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.run.Experiment;
import io.brokerbench.workers.run.ScriptedBroker.Fate;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.TestWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four workers find of a scripted broker what one process finds: the same messages are sent,
 * delayed, lost and duplicated.
 */
@Tag("ci")
final class SameTruthTest {

  private static final int WORKERS = 4;
  private static final int SENDERS = 8;
  private static final int MESSAGES = 1000;
  private static final String[] COMMON = {
    "driver=scripted",
    "load.threads=" + SENDERS,
    "load.rate=500/s",
    "load.mode=async",
    "load.in-flight=1000",
    "consume.threads=1",
    "consume.clients=" + WORKERS
  };

  /** A busy machine may keep a consumer waiting; where answers are late, less will do. */
  private static final String SILENCE = "consume.drain=5s";

  private static final String[] SHARED = {"workers.count=" + WORKERS, "workers.local=true"};

  private static Path output;
  private static Generators workers;

  @BeforeAll
  static void join(@TempDir Path directory) throws Exception {
    output = directory;
    workers = ObservedRun.experiment(output, all(COMMON, SHARED)).generators().gather(line -> {});
  }

  @AfterAll
  static void letGo() {
    workers.close();
  }

  private static String[] all(String[]... settings) {
    return Stream.of(settings).flatMap(Stream::of).toArray(String[]::new);
  }

  private static ObservedRun alone(String... settings) throws Exception {
    return ObservedRun.alone(output, all(COMMON, settings));
  }

  private static ObservedRun shared(String... settings) throws Exception {
    Experiment experiment = ObservedRun.experiment(output, all(COMMON, SHARED, settings));
    return ObservedRun.of(experiment, workers);
  }

  /** Names of the messages of a fate, in the notation of {@code audit.csv}. */
  private static List<String> scripted(Fate fate, boolean faults) {
    List<String> names = new ArrayList<>();
    for (int producer = 0; producer < SENDERS; producer++) {
      for (long sequence = 0; sequence < MESSAGES / SENDERS; sequence++) {
        if (Fate.of(producer, sequence, faults) == fate) {
          names.add(producer + "," + sequence + "," + sequence);
        }
      }
    }
    return names;
  }

  private static List<String> audited(ObservedRun run, String kind) throws IOException {
    return Files.readAllLines(run.directory().resolve("audit.csv")).stream()
        .filter(row -> row.startsWith(kind + ","))
        .map(row -> row.substring(kind.length() + 1))
        .toList();
  }

  @Test
  void ofAQuantityTheSameMessagesAreDelayedLostAndDuplicated() throws Exception {
    String[] settings = {
      "load.messages=" + MESSAGES,
      "load.duration=0",
      "load.arrivals=poisson",
      "consume.drain=3s",
      "scripted.delays=true",
      "scripted.faults=true"
    };
    Path logOfOne = Files.createDirectory(output.resolve("answers-of-one"));
    Path logOfFour = Files.createDirectory(output.resolve("answers-of-four"));
    ObservedRun one = alone(all(settings, new String[] {"scripted.log=" + logOfOne}));
    ObservedRun four = shared(all(settings, new String[] {"scripted.log=" + logOfFour}));
    Map<String, Answer> ofOne = answers(logOfOne);
    Map<String, Answer> ofFour = answers(logOfFour);
    for (Map<String, Answer> answers : List.of(ofOne, ofFour)) {
      assertThat(delayed(answers))
          .containsExactlyInAnyOrderElementsOf(scripted(Fate.DELAYED, true));
    }
    assertEachPercentile(one.response(), ofOne);
    assertEachPercentile(four.response(), ofFour);
    assertSameIntendedTimes(ofOne, ofFour, requireNonNull(four.result().workers()));
    for (ObservedRun run : List.of(one, four)) {
      Audit audit = run.result().audit();
      assertThat(audit.attempted()).isEqualTo(MESSAGES);
      assertThat(audit.acked()).isEqualTo(MESSAGES);
      assertThat(audited(run, "lost")).isEqualTo(scripted(Fate.LOST, true));
      assertThat(audited(run, "duplicated")).isEqualTo(scripted(Fate.DUPLICATED, true));
      assertThat(audit.delivered()).isEqualTo(MESSAGES - scripted(Fate.LOST, true).size());
      assertThat(run.verdict().status()).isEqualTo(Status.INVALID);
      assertDelayed(run, scripted(Fate.DELAYED, true).size());
    }
    assertSameCounts(one, four);
    assertThat(four.verdict().texts()).isEqualTo(one.verdict().texts());
    assertThat(four.directory().resolve("audit.csv"))
        .hasSameTextualContentAs(one.directory().resolve("audit.csv"));
  }

  /**
   * What the broker knows of an answer, by the clock that all processes of this machine share.
   *
   * @param fromNanos before the answer was taken
   * @param toNanos after it was taken
   */
  private record Answer(int producer, long intendedNanos, long fromNanos, long toNanos) {

    boolean isDelayed() {
      return fromNanos - intendedNanos >= ScriptedBroker.DELAY_NANOS;
    }
  }

  /** The answers to all messages, by name: the JVM of a worker writes its part when it ends. */
  private static Map<String, Answer> answers(Path log) {
    return await()
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .until(() -> written(log), all -> all.size() == MESSAGES);
  }

  private static List<String> delayed(Map<String, Answer> answers) {
    return answers.entrySet().stream()
        .filter(answer -> answer.getValue().isDelayed())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<String, Answer> written(Path log) throws IOException {
    Map<String, Answer> answers = new TreeMap<>();
    try (Stream<Path> files = Files.list(log)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          String[] cells = line.split(",", -1);
          answers.put(
              cells[0] + "," + cells[1] + "," + cells[1],
              new Answer(
                  Integer.parseInt(cells[0]),
                  Long.parseLong(cells[2]),
                  Long.parseLong(cells[3]),
                  Long.parseLong(cells[4])));
        }
      }
    }
    return answers;
  }

  /** Each percentile is that of the messages, within the resolution of the histogram. */
  private static void assertEachPercentile(Histogram histogram, Map<String, Answer> answers) {
    long[] least =
        answers.values().stream()
            .mapToLong(answer -> answer.fromNanos() - answer.intendedNanos())
            .sorted()
            .toArray();
    long[] most =
        answers.values().stream()
            .mapToLong(answer -> answer.toNanos() - answer.intendedNanos())
            .sorted()
            .toArray();
    for (int i = 0; i < MESSAGES; i++) {
      assertThat(histogram.getValueAtPercentile(100 * (i + 0.5) / MESSAGES))
          .as("response time of rank %d", i)
          .isBetween(
              histogram.lowestEquivalentValue(least[i]), histogram.highestEquivalentValue(most[i]));
    }
  }

  /**
   * Within a worker the intended times are exactly those of one process; the starts of two workers
   * are apart by at most the sum of their errors.
   */
  private static void assertSameIntendedTimes(
      Map<String, Answer> one, Map<String, Answer> four, List<WorkerUse> workers) {
    assertThat(sinceFirstOfWorker(four)).isEqualTo(sinceFirstOfWorker(one));
    for (int i = 0; i < WORKERS; i++) {
      String first = firstOfWorker(i);
      long shiftNanos = shiftNanos(one, four, first) - shiftNanos(one, four, firstOfWorker(0));
      assertThat(Math.abs(shiftNanos))
          .as("worker %d", i)
          .isLessThanOrEqualTo(
              requireNonNull(workers.get(0).startErrorNanos())
                  + requireNonNull(workers.get(i).startErrorNanos()));
    }
  }

  private static Map<String, Long> sinceFirstOfWorker(Map<String, Answer> answers) {
    Map<String, Long> times = new TreeMap<>();
    answers.forEach(
        (name, answer) -> {
          String first = firstOfWorker(answer.producer() / (SENDERS / WORKERS));
          times.put(
              name, answer.intendedNanos() - requireNonNull(answers.get(first)).intendedNanos());
        });
    return times;
  }

  /** Name of the first message of the first sender of a worker. */
  private static String firstOfWorker(int worker) {
    return worker * (SENDERS / WORKERS) + ",0,0";
  }

  private static long shiftNanos(Map<String, Answer> one, Map<String, Answer> four, String name) {
    return requireNonNull(four.get(name)).intendedNanos()
        - requireNonNull(one.get(name)).intendedNanos();
  }

  /** Each worker's consumers miss fewer messages than the limit, and those of all miss more. */
  @Tag("nightly")
  @Test
  void aLimitIsJudgedByTheFiguresOfAllWorkers() throws Exception {
    int limit = 20;
    List<String> lost = scripted(Fate.LOST, true);
    assertThat(lost).hasSizeGreaterThan(2 * limit);
    Map<Integer, Long> lostByWorker =
        lost.stream()
            .map(name -> Integer.parseInt(name.substring(0, name.indexOf(','))))
            .collect(
                Collectors.groupingBy(
                    producer -> producer / (SENDERS / WORKERS), Collectors.counting()));
    assertThat(lostByWorker.values()).hasSize(WORKERS).allMatch(count -> count < limit);
    ObservedRun run =
        shared(
            "load.rate=100/s",
            "load.messages=" + MESSAGES,
            "load.duration=0",
            SILENCE,
            "scripted.faults=true",
            "abort.backlog=" + limit + " for 1s");
    assertThat(run.result().aborted())
        .matches("aborted after \\d+ s: backlog \\d+; abort\\.backlog is 20 for 1s");
    assertThat(run.result().sends().attempted()).isLessThan(MESSAGES);
    assertThat(requireNonNull(run.result().workers())).allMatch(part -> part.lost() == null);
  }

  @Tag("nightly")
  @Test
  void everyMessageGoesToTheSameTopic() throws Exception {
    String[] settings = {
      "load.messages=" + MESSAGES,
      "load.duration=0",
      SILENCE,
      "topic.count=5",
      "topic.shares=zipf(5)",
      "scripted.lost-topic=1"
    };
    ObservedRun one = alone(settings);
    ObservedRun four = shared(settings);
    MessageShape shape = TestWorkload.of("topic.count=5", "topic.shares=zipf(5)").message();
    List<String> ofTopic = new ArrayList<>();
    for (int producer = 0; producer < SENDERS; producer++) {
      for (long sequence = 0; sequence < MESSAGES / SENDERS; sequence++) {
        if (shape.topic(producer, sequence) == 1) {
          ofTopic.add(producer + "," + sequence);
        }
      }
    }
    assertThat(ofTopic).hasSizeGreaterThan(MESSAGES / 10);
    assertThat(single(audited(one, "lost"))).isEqualTo(ofTopic);
    assertThat(four.directory().resolve("audit.csv"))
        .hasSameTextualContentAs(one.directory().resolve("audit.csv"));
  }

  /** The messages of ranges, one by one. */
  private static List<String> single(List<String> ranges) {
    List<String> names = new ArrayList<>();
    for (String range : ranges) {
      String[] cells = range.split(",", -1);
      for (long sequence = Long.parseLong(cells[1]);
          sequence <= Long.parseLong(cells[2]);
          sequence++) {
        names.add(cells[0] + "," + sequence);
      }
    }
    return names;
  }

  @Tag("nightly")
  @Test
  void ofARateAndADurationExactlyTheDueMessagesAreSent() throws Exception {
    String[] settings = {"load.duration=2s", "scripted.delays=true"};
    ObservedRun one = alone(settings);
    ObservedRun four = shared(settings);
    for (ObservedRun run : List.of(one, four)) {
      assertThat(run.result().sends().attempted()).isEqualTo(MESSAGES);
      Audit audit = run.result().audit();
      assertThat(audit.delivered()).isEqualTo(MESSAGES);
      assertThat(audit.agreesWithBroker()).isTrue();
      assertThat(audit.agreesWithProgress()).isTrue();
      assertDelayed(run, scripted(Fate.DELAYED, false).size());
      assertThat(run.verdict().texts()).isEmpty();
    }
    assertSameCounts(one, four);
    List<WorkerUse> parts = requireNonNull(four.result().workers());
    assertThat(parts)
        .extracting(WorkerUse::name, WorkerUse::senders, WorkerUse::clients)
        .containsExactly(part(1), part(2), part(3), part(4));
    assertThat(parts).extracting(WorkerUse::ceilings).doesNotContainNull();
    assertThat(parts).extracting(WorkerUse::sent).containsOnly((long) MESSAGES / WORKERS);
    assertThat(parts).extracting(WorkerUse::received).containsOnly((long) MESSAGES / WORKERS);
    assertThat(one.result().workers()).isNull();
  }

  /** The times of a message come from its sender's worker, its receipt from another. */
  @Tag("nightly")
  @Test
  void ofAPlannedFaultTheSameMessagesAreLostAndDuplicated() throws Exception {
    String[] settings = {
      "load.rate=200/s",
      "load.duration=5s",
      "consume.groups=2",
      SILENCE,
      "scripted.faults=true",
      "faults.1.at=1s",
      "faults.1.run=true"
    };
    for (ObservedRun run : List.of(alone(settings), shared(settings))) {
      PlannedFaults planned = requireNonNull(run.result().plannedFaults());
      assertThat(planned.notInjected()).isEmpty();
      assertThat(planned.faults()).hasSize(1);
      FaultImpact impact = planned.faults().get(0);
      assertThat(impact.unsent()).isZero();
      FaultImpact.ConsumerImpact consumption = requireNonNull(impact.consumption());
      int lost = scripted(Fate.LOST, true).size();
      assertThat(consumption.lost()).isEqualTo(lost);
      assertThat(consumption.lostBySecond().stream().mapToLong(LossInSecond::count).sum())
          .isEqualTo(lost);
      assertThat(consumption.duplicates()).isEqualTo(scripted(Fate.DUPLICATED, true).size());
      // A worker's receipts would be missing, or of another time.
      assertThat(consumption.levelSeconds()).isNotNull();
    }
  }

  private static Tuple part(int number) {
    return tuple("local-" + number, SENDERS / WORKERS, 1);
  }

  /** What a controller that is killed leaves behind, as of the moment before the audit. */
  @Tag("nightly")
  @Test
  void beforeTheAuditTheResultIsOnDiskAsWithoutWorkers() throws Exception {
    List<JsonNode> drafts = new CopyOnWriteArrayList<>();
    ObservedRun run =
        ObservedRun.disturbed(
            () -> {},
            step -> {
              if (step.equals("collecting the books of the workers")) {
                drafts.add(draft());
              }
            });
    run.run(
        ObservedRun.experiment(
            output,
            all(
                COMMON,
                SHARED,
                new String[] {
                  "name=drafted",
                  "load.messages=" + MESSAGES,
                  "load.duration=0",
                  "consume.groups=2",
                  SILENCE,
                  "scripted.faults=true"
                })),
        workers);
    JsonNode result = new ObjectMapper().readTree(run.directory().resolve("run.json").toFile());
    assertThat(drafts).hasSize(1);
    assertThat(drafts.get(0).at("/audit/done").asBoolean(true)).isFalse();
    assertThat(drafts.get(0).at("/verdict/reasons/0/text").asText()).startsWith("audit not done");
    assertThat(drafts.get(0).at("/consumption/duplicateDeliveries").asLong())
        .isEqualTo(2L * scripted(Fate.DUPLICATED, true).size());
    for (String field :
        List.of(
            "/consumption/deliveries",
            "/consumption/messages",
            "/consumption/redelivered",
            "/consumption/duplicateDeliveries",
            "/consumption/foreign",
            "/consumption/drainEndedBy",
            "/throughput",
            "/latency",
            "/sends",
            "/audit/attempted",
            "/audit/acked",
            "/audit/corrupt",
            "/audit/unexpected",
            "/audit/reordered")) {
      assertThat(drafts.get(0).at(field)).as(field).isEqualTo(result.at(field));
      assertThat(result.at(field).isMissingNode()).as(field).isFalse();
    }
    assertThat(drafts.get(0).at("/consumption/groups").findValuesAsText("messages"))
        .hasSize(2)
        .isEqualTo(result.at("/consumption/groups").findValuesAsText("messages"));
  }

  /** The draft with the end of the drain: its thread may need a while. */
  private static JsonNode draft() {
    return await()
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .until(
            () -> {
              try (Stream<Path> files = Files.walk(output)) {
                return new ObjectMapper()
                    .readTree(
                        files
                            .filter(file -> file.toString().contains("drafted"))
                            .filter(file -> file.endsWith("run.json"))
                            .findFirst()
                            .orElseThrow()
                            .toFile());
              }
            },
            json -> json.at("/consumption/drainEndedBy").asText().equals("silent"));
  }

  /** The injected delays are in the response times, and nothing else comes near to them. */
  private static void assertDelayed(ObservedRun run, int delayed) {
    Histogram histogram = run.response();
    assertThat(histogram.getTotalCount()).isEqualTo(MESSAGES);
    assertThat(histogram.getCountBetweenValues(ScriptedBroker.DELAY_NANOS, histogram.getMaxValue()))
        .isEqualTo(delayed);
    long least = histogram.lowestEquivalentValue(ScriptedBroker.DELAY_NANOS);
    assertThat(histogram.getValueAtPercentile(50)).isLessThan(least);
    assertThat(histogram.getValueAtPercentile(95)).isGreaterThanOrEqualTo(least);
  }

  private static void assertSameCounts(ObservedRun one, ObservedRun four) {
    Sends sends = four.result().sends();
    assertThat(sends).isEqualTo(one.result().sends());
    assertThat(four.result().audit()).isEqualTo(one.result().audit());
    Consumption consumption = requireNonNull(four.result().consumption());
    assertThat(consumption)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes("drainSeconds", "groups.*receivedPerSecond")
        .isEqualTo(one.result().consumption());
  }
}
