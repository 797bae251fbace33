package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.generator.Flip;
import io.brokerbench.generator.LocalClients;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Seconds whose records come from another process, and late. */
final class LateSecondsTest {

  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long LATE_NANOS = 700_000_000;

  private final ManualClock clock = new ManualClock();
  private final Deque<Flip> late = new ArrayDeque<>();
  private boolean here;

  /** Clients on the manual clock, whose records are held back. */
  private RunClients late(LocalClients clients) {
    return (RunClients)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {RunClients.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "clock" -> {
                  return clock;
                }
                case "cut" -> {
                  clients.cut();
                  late.add(kept(clients.flip().orElseThrow()));
                  return null;
                }
                case "flip" -> {
                  return here ? Optional.ofNullable(late.poll()) : Optional.empty();
                }
                default -> {
                  return method.invoke(clients, arguments);
                }
              }
            });
  }

  private static Flip kept(Flip flip) {
    Map<Metric, Histogram> measured = new EnumMap<>(Metric.class);
    flip.measured().forEach((metric, histogram) -> measured.put(metric, histogram.copy()));
    return new Flip(
        flip.standing(), flip.warmup(), measured, flip.errorNanos(), flip.hiccups().copy());
  }

  private static long seconds(int seconds) {
    return seconds * SECOND_NANOS;
  }

  @Test
  void eachSecondHasItsOwnRecordsAndItsOwnEnds() throws Exception {
    Workload workload = TestWorkload.of();
    Timeline timeline = new Timeline(0);
    timeline.measure(0, Long.MAX_VALUE);
    try (PageStore store = new PageStore()) {
      PhasedRecords records = new PhasedRecords(store);
      Session session = new MemoryBroker(Clock.system(), MemoryScript.honest()).session(workload);
      Recording recording = Recording.of(records, timeline, Clock.system(), session);
      try (LocalClients clients = new LocalClients(workload, Seat.WHOLE, 1, session, recording)) {
        IntervalCollector collector =
            new IntervalCollector(
                workload, late(clients), new ResourceSampler(clock, List.of(), RemoteNodes.NONE));
        for (int second = 1; second <= 5; second++) {
          records.of(Phase.MEASURED).ledger().attempted(10 * second, true);
          for (int i = 0; i < 10 * second; i++) {
            records.of(Phase.MEASURED).recorder(Metric.SERVICE).record(i, 1_000_000);
          }
          clock.advance(SECOND_NANOS - LATE_NANOS);
          collector.cut(Phase.MEASURED, clock.nanoTime());
          assertThat(collector.collect()).isEmpty();
          clock.advance(LATE_NANOS);
          assertThat(collector.collect()).isEmpty();
          assertThat(collector.awaits()).isTrue();
        }
        here = true;
        List<Long> samples = new ArrayList<>();
        for (int second = 1; second <= 5; second++) {
          Interval interval = collector.collect().orElseThrow();
          assertThat(interval.toSeconds()).isCloseTo(second - LATE_NANOS / 1e9, within(1e-6));
          assertThat(interval.fromSeconds())
              .isCloseTo(second == 1 ? 0 : interval.toSeconds() - 1, within(1e-6));
          assertThat(interval.after().sends().attempted() - interval.before().sends().attempted())
              .isEqualTo(10L * second);
          assertThat(
                  Objects.requireNonNull(interval.measured().get(Metric.SERVICE)).getTotalCount())
              .isEqualTo(10L * second);
          samples.add(interval.sample().nanos());
        }
        // The use of resources is that between two samples.
        assertThat(samples)
            .containsExactly(
                seconds(2) - LATE_NANOS, seconds(2), seconds(3), seconds(4), seconds(5));
        assertThat(collector.awaits()).isFalse();
      }
    }
  }

  /** Results have the columns of the first second. */
  @Test
  void theFirstSecondHasTheProcessesThatItsRecordsBring() throws Exception {
    NodeFigures worker = new NodeFigures(0, Optional.empty(), Optional.empty());
    Workload workload = TestWorkload.of();
    try (PageStore store = new PageStore()) {
      Session session = new MemoryBroker(Clock.system(), MemoryScript.honest()).session(workload);
      Recording recording =
          Recording.of(new PhasedRecords(store), new Timeline(0), Clock.system(), session);
      try (LocalClients clients = new LocalClients(workload, Seat.WHOLE, 1, session, recording)) {
        ResourceSampler sampler =
            new ResourceSampler(
                clock, List.of(), () -> here ? Map.of("worker-a", worker) : Map.of());
        IntervalCollector collector = new IntervalCollector(workload, late(clients), sampler);
        clock.advance(SECOND_NANOS);
        collector.cut(Phase.WARMUP, clock.nanoTime());
        clock.advance(LATE_NANOS);
        assertThat(collector.collect()).isEmpty();
        here = true;
        assertThat(collector.collect().orElseThrow().sample().nodes()).containsKey("worker-a");
      }
    }
  }

  @Test
  void theWaitForAFullWindowIsThatOfTheMeasuredSeconds() {
    Timeline timeline = new Timeline(0);
    timeline.measure(SECOND_NANOS, seconds(2));
    Deque<Long> blockedNanos = new ArrayDeque<>(List.of(7L, 10L, 30L));
    RunClients clients =
        TestClients.answering(
            method ->
                switch (method) {
                  case "clock" -> clock;
                  case "timeline" -> timeline;
                  case "flip" -> Optional.of(blocked(blockedNanos.remove()));
                  case "backlogs" -> Map.of();
                  case "figures" -> new TreeMap<String, Long>();
                  case "cut", "packBooks" -> null;
                  default -> throw new UnsupportedOperationException(method);
                });
    IntervalCollector collector =
        new IntervalCollector(
            TestWorkload.of(), clients, new ResourceSampler(clock, List.of(), RemoteNodes.NONE));
    for (Phase phase : List.of(Phase.WARMUP, Phase.MEASURED, Phase.SETTLING)) {
      clock.advance(SECOND_NANOS);
      collector.cut(phase, clock.nanoTime());
      assertThat(collector.collect()).isPresent();
    }
    assertThat(collector.blockedNanos()).isEqualTo(3);
  }

  /** A second without records, at whose end senders had waited for so long in total. */
  private static Flip blocked(long nanos) {
    Standing standing =
        new Standing(
            Ledger.Counts.NONE,
            Ledger.Counts.NONE,
            List.of(),
            CheckBackBook.Counts.NONE,
            0,
            nanos,
            0);
    return new Flip(standing, Map.of(), Map.of(), Map.of(), LatencyRecorder.emptyHistogram());
  }
}
