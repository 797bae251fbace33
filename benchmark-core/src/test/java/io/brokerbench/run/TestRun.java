package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.clock.Clock;
import io.brokerbench.clock.FastClock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.results.Verdict;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run from top to bottom, with an in-memory broker and a cluster that the test may break. What a
 * busy machine does to the figures is not judged.
 */
final class TestRun {

  /** Whatever this machine does meanwhile. */
  private static final List<String> NO_LIMITS =
      List.of(
          "limits.achieved=0",
          "limits.generator-cpu=1",
          "limits.foreign-cpu=1",
          "limits.generator-starved=1",
          "limits.steal=1",
          "limits.gc=1",
          "limits.hiccup-p99=1h",
          "limits.drift=1",
          "load.spin=0",
          "load.threads=2",
          "load.settle=300s",
          "load.warmup=0");

  final TestCluster cluster = new TestCluster();
  final List<Interval> intervals = new ArrayList<>();

  /** May be read while it runs. */
  final List<String> steps = new CopyOnWriteArrayList<>();

  @Nullable CompletedRun result;
  @Nullable Path directory;
  final Clock clock;
  private final Workload workload;
  private @Nullable MemoryBroker broker;
  private Consumer<BenchmarkRun> eachSecond = run -> {};
  private BiConsumer<BenchmarkRun, String> eachStep = (run, step) -> {};

  /** Runs with a clock that is ten times as fast as real ones. */
  TestRun(Path output, String... assignments) {
    this(10, output, assignments);
  }

  TestRun(long clockFactor, Path output, String... assignments) {
    this.clock = new FastClock(clockFactor);
    this.workload =
        TestWorkload.of(
            Stream.of(NO_LIMITS, List.of("output.directory=" + output), Arrays.asList(assignments))
                .flatMap(List::stream)
                .toArray(String[]::new));
  }

  /** Does something each second of the run. */
  TestRun eachSecond(Consumer<BenchmarkRun> action) {
    eachSecond = action;
    return this;
  }

  /** Does something at each step of the run, in its thread. */
  TestRun eachStep(BiConsumer<BenchmarkRun, String> action) {
    eachStep = action;
    return this;
  }

  Verdict with(MemoryScript script) throws Exception {
    return with((cluster, progress) -> session(script));
  }

  Verdict with(Driver driver) throws Exception {
    BenchmarkRun[] run = new BenchmarkRun[1];
    RunListener listener =
        new RunListener() {
          @Override
          public void step(String what) {
            steps.add(what);
            eachStep.accept(run[0], what);
          }

          @Override
          public void interval(Interval interval, double progress, double secondsLeft) {
            intervals.add(interval);
            eachSecond.accept(run[0]);
          }

          @Override
          public void ended(CompletedRun ended, Verdict verdict, Path where) {
            result = ended;
            directory = where;
          }
        };
    run[0] =
        new BenchmarkRun(
            new Experiment(
                workload,
                Map.of("name", "x"),
                Map.of(),
                driver,
                progress -> cluster,
                "test",
                List.of()),
            clock,
            listener);
    return run[0].run();
  }

  /**
   * The session that a broker with this script gives. The last message of so many is answered when
   * every group has got one: else a busy machine may send them all before a consumer's thread has a
   * processor, and nothing comes in the measured time.
   */
  Session session(MemoryScript script) {
    ConsumptionSettings consumption = workload.consumption();
    boolean waits = consumption.any() && consumption.backlog().isEmpty();
    long messages = workload.load().messages();
    long last = messages == 0 || !waits ? Long.MAX_VALUE : messages - workload.message().batch();
    Set<Integer> served = ConcurrentHashMap.newKeySet();
    MemoryBroker scripted =
        new MemoryBroker(
            clock,
            script.withServiceNanos(
                index -> {
                  while (index >= last && served.size() < consumption.groups()) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  return script.service().nanos().applyAsLong(index);
                }));
    broker = scripted;
    return LyingSession.withReceivers(
        scripted.session(workload),
        (group, receiver) ->
            delivery -> {
              boolean consumed = receiver.receive(delivery);
              served.add(group);
              return consumed;
            });
  }

  /** A session with a broker that others may use, too. */
  Session session(MemoryBroker shared) {
    return shared.session(workload);
  }

  /** Headers of what the broker with the script holds. */
  List<MessageHeader> log() {
    return Objects.requireNonNull(broker).log();
  }

  /** Messages by kind, as audit.csv tells them. */
  Map<String, Set<Name>> auditCsv() throws IOException {
    Map<String, Set<Name>> kinds = new HashMap<>();
    List<String> rows = Files.readAllLines(directory().resolve("audit.csv"));
    assertThat(rows.get(0)).isEqualTo("kind,producer,firstSequence,lastSequence");
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split(",", -1);
      for (long s = Long.parseLong(cells[2]); s <= Long.parseLong(cells[3]); s++) {
        assertThat(
                kinds
                    .computeIfAbsent(cells[0], kind -> new HashSet<>())
                    .add(new Name(Integer.parseInt(cells[1]), s)))
            .isTrue();
      }
    }
    return kinds;
  }

  /** A message by its header. */
  record Name(int producer, long sequence) {

    static Name of(MessageHeader header) {
      return new Name(header.producer(), header.sequence());
    }
  }

  /** The latest interval. */
  Interval last() {
    return intervals.get(intervals.size() - 1);
  }

  CompletedRun result() {
    return Objects.requireNonNull(result);
  }

  Path directory() {
    return Objects.requireNonNull(directory);
  }

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(directory().resolve("run.json").toFile());
  }

  /** A cluster without processes that fails its checks from the one on that a test says. */
  static final class TestCluster implements Cluster {

    final AtomicInteger checks = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();
    int failFromCheck = Integer.MAX_VALUE;

    @Override
    public String address() {
      return "test";
    }

    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public Map<String, Object> facts() {
      return Map.of("host", "test");
    }

    @Override
    public void check() throws BrokerException {
      if (checks.incrementAndGet() >= failFromCheck) {
        throw new BrokerException("master ended with exit code 137");
      }
    }

    @Override
    public void saveLogs(Path logs) {
      try {
        Files.createDirectories(logs);
        Files.writeString(logs.resolve("master.log"), "killed");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      closes.incrementAndGet();
    }
  }
}
