package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.brokerbench.generator.Standing;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import io.brokerbench.workers.protocol.Durations;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Machine;
import io.brokerbench.workers.protocol.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RunWireTest {

  private static Ledger.Counts counts(long first) {
    return new Ledger.Counts(
        first,
        first + 1,
        first + 2,
        new TreeMap<>(Map.of("SEND_OK", first + 3, "FLUSH_DISK_TIMEOUT", first + 4)),
        new TreeMap<>(Map.of("SYSTEM_BUSY", first + 5)),
        new TreeMap<>(Map.of("client-timeout", first + 6)));
  }

  private static Standing.Group group(long first, long lastNanos) {
    return new Standing.Group(
        new Receipts.Counts(
            first,
            first + 1,
            first + 2,
            first + 3,
            first + 4,
            first + 5,
            first + 6,
            first + 7,
            first + 8,
            new OrderCheck.Counts(first + 9, first + 10, first + 11)),
        first + 12,
        lastNanos);
  }

  private static Standing standing() {
    return new Standing(
        counts(100),
        counts(1L << 40),
        List.of(group(200, -5_000), group(300, Long.MIN_VALUE)),
        new CheckBackBook.Counts(400, 401, 402, 403),
        500,
        501,
        502);
  }

  @Test
  void aStandingComesBackAsItWas() {
    assertThat(RunWire.standing(RunWire.status(standing()).build(), 0)).isEqualTo(standing());
  }

  @Test
  void timesOfAStandingAreMovedToTheOtherClock() {
    Standing moved = RunWire.standing(RunWire.status(standing()).build(), -7_000);
    assertThat(moved.groups()).containsExactly(group(200, 2_000), group(300, Long.MIN_VALUE));
  }

  @Test
  void theFirstStatusOfAWorkerIsThatOfAnIdleOne() {
    Standing none = RunWire.standing(Status.getDefaultInstance(), 0);
    assertThat(none.measured()).isEqualTo(Ledger.Counts.NONE);
    assertThat(none.sends()).isEqualTo(Ledger.Counts.NONE);
    assertThat(none.groups()).isEmpty();
  }

  @Test
  void standingsAddUpAndAWorkerWithoutConsumersHasNoGroups() {
    // By these numbers, all that one worker received may be what the other did.
    Standing sender =
        new Standing(counts(1), counts(2), List.of(), CheckBackBook.Counts.NONE, 0, 0, 0);
    Standing sum = Standings.sum(List.of(standing(), sender, standing()), 2);
    assertThat(sum.measured().attempted()).isEqualTo(2 * (1L << 40) + 2);
    assertThat(sum.warmup().acked())
        .isEqualTo(Map.of("SEND_OK", 2 * 103L + 4, "FLUSH_DISK_TIMEOUT", 2 * 104L + 5));
    assertThat(sum.groups())
        .containsExactly(
            new Standing.Group(
                new Receipts.Counts(
                    400,
                    201,
                    404,
                    406,
                    408,
                    410,
                    412,
                    414,
                    416,
                    new OrderCheck.Counts(418, 420, 211)),
                424,
                -5_000),
            new Standing.Group(
                new Receipts.Counts(
                    600,
                    301,
                    604,
                    606,
                    608,
                    610,
                    612,
                    614,
                    616,
                    new OrderCheck.Counts(618, 620, 311)),
                624,
                Long.MIN_VALUE));
    assertThat(sum.checks()).isEqualTo(new CheckBackBook.Counts(800, 802, 804, 806));
    assertThat(List.of(sum.resolutions(), sum.blockedNanos(), sum.outOfRange()))
        .containsExactly(1000L, 1002L, 1004L);
  }

  private static Standing received(long deliveries, long messages, long redeliveredFirsts) {
    Receipts.Counts counts =
        new Receipts.Counts(
            deliveries, messages, redeliveredFirsts, redeliveredFirsts, 0, 0, 0, 0, 0, null);
    return new Standing(
        Ledger.Counts.NONE,
        Ledger.Counts.NONE,
        List.of(new Standing.Group(counts, 0, 0)),
        CheckBackBook.Counts.NONE,
        0,
        0,
        0);
  }

  /** A drain that counted them as different would end before the last ones have come. */
  @Test
  void whatOneWorkerRefusedAndAnotherReceivedIsOneMessage() {
    Standing one = received(600, 600, 0);
    Standing other = received(450, 450, 50);
    Standing sum = Standings.sum(List.of(one, other), 1);
    assertThat(sum.groups().get(0).receipts().deliveries()).isEqualTo(1050);
    assertThat(sum.groups().get(0).receipts().messages()).isEqualTo(1000);
    // First deliveries that a broker marks as redelivered are different within a worker.
    assertThat(Standings.sum(List.of(other), 1).groups()).isEqualTo(other.groups());
  }

  /** Recorded in one process, or dealt to several and merged: the percentiles are the same. */
  @Test
  void mergedLatenciesHaveThePercentilesOfTheWhole() {
    Random random = new Random(1);
    Histogram whole = LatencyRecorder.emptyHistogram();
    List<Histogram> dealt = new ArrayList<>();
    for (int worker = 0; worker < 4; worker++) {
      dealt.add(LatencyRecorder.emptyHistogram());
    }
    for (int i = 0; i < 100_000; i++) {
      long nanos = (long) Math.exp(random.nextDouble() * Math.log(LatencyRecorder.MAX_NANOS));
      whole.recordValue(nanos);
      dealt.get(random.nextInt(dealt.size())).recordValue(nanos);
    }
    Histogram merged = LatencyRecorder.emptyHistogram();
    for (Histogram each : dealt) {
      FlipReport flip =
          FlipReport.newBuilder()
              .putAllMeasured(RunWire.latencies(Map.of(Metric.RESPONSE, each)))
              .build();
      assertThat(RunWire.latencies(flip, Phase.WARMUP)).isEmpty();
      Map<Metric, Durations> received = RunWire.latencies(flip, Phase.MEASURED);
      assertThat(received).containsOnlyKeys(Metric.RESPONSE);
      RunWire.add(requireNonNull(received.get(Metric.RESPONSE)), merged);
    }
    assertThat(merged).isEqualTo(whole);
    // It is part of latency.hlog.
    assertThat(merged.getHighestTrackableValue()).isEqualTo(whole.getHighestTrackableValue());
    for (double percentile : new double[] {0, 50, 99, 99.9, 100}) {
      assertThat(merged.getValueAtPercentile(percentile))
          .isEqualTo(whole.getValueAtPercentile(percentile));
    }
  }

  @Test
  void pausesComeBackAsTheyWere() {
    Histogram pauses = new Histogram(1, LatencyRecorder.MAX_NANOS, 2);
    pauses.recordValueWithCount(3, 7);
    pauses.recordValue(LatencyRecorder.MAX_NANOS);
    Histogram received = new Histogram(pauses);
    RunWire.add(RunWire.checked(RunWire.durations(pauses)), received);
    assertThat(received).isEqualTo(pauses);
    pauses.reset();
    assertThat(RunWire.durations(pauses)).isEqualTo(Durations.getDefaultInstance());
  }

  @Test
  void errorsOfLatenciesComeBackByMetric() {
    FlipReport flip = FlipReport.newBuilder().putErrorNanos(Metric.END_TO_END.name(), 5).build();
    assertThat(RunWire.errors(flip)).isEqualTo(Map.of(Metric.END_TO_END, 5L));
  }

  @Test
  void aMachineComesBackAsTheFiguresOfANode() {
    ProcessFigures own =
        new ProcessFigures(
            Role.GENERATOR, Map.of(ProcessFigure.CPU_NANOS, 1L, ProcessFigure.RSS_BYTES, 2L));
    HostFigures host =
        new HostFigures(
            3,
            4,
            5,
            6,
            7,
            8.5,
            Map.of("eth0", 9L),
            10,
            -1,
            0.12,
            Map.of("sda", 13L),
            Map.of("eth0.in", 14L),
            Map.of(),
            Map.of("cpu", 15L));
    Machine machine =
        RunWire.machine(new Sample(99, Map.of(ResourceSampler.GENERATOR, own), host, Map.of(), 16));
    assertThat(machine.getWaitedNanos()).isEqualTo(16);
    NodeFigures figures = RunWire.figures(machine, 17);
    assertThat(figures.nanos()).isEqualTo(17);
    assertThat(figures.process()).hasValue(own);
    assertThat(figures.host()).hasValue(host);
  }

  @Test
  void namesOfAnotherVersionAreRefused() {
    FlipReport flip =
        FlipReport.newBuilder().putWarmup("TELEPATHY", Durations.getDefaultInstance()).build();
    assertThatIllegalArgumentException().isThrownBy(() -> RunWire.latencies(flip, Phase.WARMUP));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> RunWire.errors(FlipReport.newBuilder().putErrorNanos("TELEPATHY", 1).build()));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> RunWire.figures(Machine.newBuilder().putProcess("TELEPATHY", 1).build(), 0));
  }

  static List<Durations> durationsThatNoHistogramHas() {
    Durations.Builder most = Durations.newBuilder().addDistances(LatencyRecorder.MAX_NANOS);
    return List.of(
        most.clone().build(),
        Durations.newBuilder().addCounts(1).build(),
        most.clone().addCounts(0).build(),
        most.clone().addCounts(-1).build(),
        most.clone().addCounts(1).addDistances(1).addCounts(1).build(),
        most.clone().addCounts(1).addDistances(Long.MAX_VALUE).addCounts(1).build(),
        most.clone().addCounts(1).addDistances(-1).addCounts(1).build());
  }

  @ParameterizedTest
  @MethodSource("durationsThatNoHistogramHas")
  void whatIsNotTheContentOfAHistogramIsRefused(Durations durations) {
    assertThatIllegalArgumentException().isThrownBy(() -> RunWire.checked(durations));
  }

  @Test
  void anHourIsNotRefused() {
    Histogram longest = LatencyRecorder.emptyHistogram();
    longest.recordValue(LatencyRecorder.MAX_NANOS);
    Histogram received = LatencyRecorder.emptyHistogram();
    RunWire.add(RunWire.checked(RunWire.durations(longest)), received);
    assertThat(received).isEqualTo(longest);
  }
}
