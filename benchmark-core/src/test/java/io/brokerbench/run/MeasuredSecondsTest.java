package io.brokerbench.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.Throughput;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which seconds count, and where they end. */
final class MeasuredSecondsTest {

  private static final double MILLI = 1e-3;

  /**
   * A second of warm-up, two measured, and a drain of three; figures count how often they are
   * asked, and are read anew at every other time.
   */
  private static TestRun run;

  @BeforeAll
  static void measure(@TempDir Path output) throws Exception {
    run =
        new TestRun(
            output.resolve("drained"),
            "load.rate=500/s",
            "load.warmup=1s",
            "load.duration=2s",
            "consume.threads=1");
    AtomicLong asked = new AtomicLong();
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withReadings(
                LyingSession.withFigures(
                    run.session(MemoryScript.honest().withGroupRates(List.of(250.0))),
                    () -> new TreeMap<>(Map.of("asked", asked.incrementAndGet()))),
                () -> OptionalLong.of(readings(asked.get()))));
  }

  private static long readings(long asked) {
    return asked / 2;
  }

  private static List<Interval> of(Phase phase) {
    return run.intervals.stream().filter(interval -> interval.phase() == phase).toList();
  }

  @Test
  void theRowsSayWhichSecondsWereMeasuredAndWhichWereDrain() throws IOException {
    List<String[]> rows =
        Files.readAllLines(run.directory().resolve("intervals.csv")).stream()
            .skip(1)
            .map(row -> row.split(",", -1))
            .toList();
    assertThat(rows.stream().map(row -> row[1]).distinct())
        .containsExactly("warmup", "measured", "settling", "drain");
    for (String[] row : rows) {
      double to = Double.parseDouble(row[0]);
      switch (row[1]) {
        case "measured" -> assertThat(to).isGreaterThan(1).isLessThanOrEqualTo(3 + MILLI);
        case "settling", "drain" -> assertThat(to).isGreaterThan(3 - MILLI);
        default -> assertThat(row[1]).isEqualTo("warmup");
      }
    }
  }

  @Test
  void noMeasuredSecondHoldsAnythingOfTheWarmupOrComesAfterTheEnd() {
    assertThat(of(Phase.MEASURED))
        .isNotEmpty()
        .allMatch(second -> second.fromSeconds() >= 1 && second.toSeconds() <= 3 + 1e-9);
    double from = 0;
    for (Interval interval : run.intervals) {
      assertThat(interval.fromSeconds()).isEqualTo(from);
      assertThat(interval.toSeconds()).isGreaterThan(from);
      from = interval.toSeconds();
    }
  }

  @Test
  void whatBrokersReportDuringTheDrainIsNoFigureOfTheMeasuredTime() throws IOException {
    List<Long> measured =
        of(Phase.MEASURED).stream().map(second -> second.figures().get("asked")).toList();
    assertThat(run.json().at("/brokerFigures/asked/first").asLong()).isEqualTo(measured.get(0));
    assertThat(run.json().at("/brokerFigures/asked/last").asLong())
        .isEqualTo(measured.get(measured.size() - 1))
        .isLessThan(run.last().figures().get("asked"));
  }

  @Test
  void aFigureThatIsRepeatedWasNotReadAgain() throws IOException {
    List<Long> measured =
        of(Phase.MEASURED).stream().map(second -> second.figures().get("asked")).toList();
    assertThat(run.json().at("/brokerFigures/asked/readings").asLong())
        .isEqualTo(readings(measured.get(measured.size() - 1)) - readings(measured.get(0) - 1));
  }

  @Test
  void resourcesAreThoseFromTheEndOfTheWarmupToTheEndOfTheLoad() {
    List<Interval> warmup = of(Phase.WARMUP);
    List<Interval> measured = of(Phase.MEASURED);
    Sample first = warmup.get(warmup.size() - 1).sample();
    Sample last = measured.get(measured.size() - 1).sample();
    Long cpuNanos = generator(last).since(generator(first), ProcessFigure.CPU_NANOS);
    assertThat(
            requireNonNull(run.result().resources().processes().get(ResourceSampler.GENERATOR))
                .cpuCoresMean())
        .isCloseTo(
            requireNonNull(cpuNanos) / (double) (last.nanos() - first.nanos()), within(1e-9));
    assertThat(of(Phase.DRAIN)).isNotEmpty();
  }

  private static ProcessFigures generator(Sample sample) {
    return requireNonNull(sample.processes().get(ResourceSampler.GENERATOR));
  }

  @Test
  void messagesOfTheMeasuredTimeThatComeInTheDrainAreLatencies() throws IOException {
    assertThat(run.json().at("/latency/endToEnd/count").asLong()).isEqualTo(1000);
    assertThat(
            of(Phase.DRAIN).stream()
                .mapToLong(second -> second.latencies(Metric.END_TO_END).getTotalCount())
                .sum())
        .isPositive();
  }

  /** As where the use of a container takes long to read. */
  @Test
  void noMessageIsDueBeforeTheFirstSample(@TempDir Path output) throws Exception {
    TestRun slow = new TestRun(output, "load.rate=500/s", "load.messages=500", "load.duration=0");
    AtomicLong sampledNanos = new AtomicLong();
    slow.cluster.nodes = List.of(slowNode(slow.clock, sampledNanos));
    slow.with(MemoryScript.honest().keepingLog());
    assertThat(slow.log().stream().mapToLong(header -> header.intendedNanos()).min().orElseThrow())
        .isGreaterThanOrEqualTo(sampledNanos.get());
  }

  /** A node whose use is read for the first time within a second. */
  private static Node slowNode(Clock clock, AtomicLong sampledNanos) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> "broker";
                  case "role" -> Role.BROKER;
                  case "pid" -> 1L;
                  case "alive", "reportsUsage" -> true;
                  case "jvm" -> Optional.empty();
                  case "usage" -> {
                    if (sampledNanos.get() == 0) {
                      clock.park(1_000_000_000);
                      sampledNanos.set(clock.nanoTime());
                    }
                    yield Map.of();
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** The phases is kept from looking for three seconds after the last message. */
  @Test
  void aQuantityEndsWithItsLastMessageWheneverThatIsNoticed(@TempDir Path output) throws Exception {
    TestRun late = new TestRun(output, "load.rate=1000/s", "load.messages=2000", "load.duration=0");
    AtomicLong seenNanos = new AtomicLong();
    late.eachSecond(
        running -> {
          if (seenNanos.get() == 0) {
            while (late.log().size() < 2000) {
              late.clock.park(1_000_000);
            }
            late.clock.park(100_000_000);
            seenNanos.set(late.clock.nanoTime());
            while (late.clock.nanoTime() < seenNanos.get() + 3_000_000_000L) {
              late.clock.park(1_000_000);
            }
          }
        });
    late.with(MemoryScript.honest().keepingLog());
    long firstNanos =
        late.log().stream().mapToLong(header -> header.intendedNanos()).min().orElseThrow();
    Throughput measured = late.result().throughput();
    assertThat(firstNanos + (long) (measured.measuredSeconds() * 1e9))
        .isLessThanOrEqualTo(seenNanos.get());
    assertThat(measured.achievedPerSecond()).isEqualTo(2000 / measured.measuredSeconds());
    assertThat(measured.ackedPerSecond()).isEqualTo(measured.achievedPerSecond());
    assertThat(measured.sentPerSecond()).isCloseTo(measured.achievedPerSecond(), within(1e-6));
  }
}
