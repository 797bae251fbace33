package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.Clock;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.rig.Flip;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.Durations;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Machine;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class MergedFlipsTest {

  private final Clock clock = Clock.system();
  private final Timeline timeline = new Timeline(clock.nanoTime());
  private final FakeWorker a = new FakeWorker("a");
  private final FakeWorker b = new FakeWorker("b");
  private final MergedFlips flips =
      new MergedFlips(List.of(a.worker(), b.worker()), timeline, clock);

  MergedFlipsTest() {
    a.reacts(command -> a.answers(command, flip(1, 5)));
  }

  /** So many latencies of 1 ms, with this error. */
  private static FlipReport flip(long messages, long errorNanos) {
    Histogram latencies = LatencyRecorder.emptyHistogram();
    latencies.recordValueWithCount(1_000_000, messages);
    return FlipReport.newBuilder()
        .putAllMeasured(RunWire.latencies(Map.of(Metric.END_TO_END, latencies)))
        .putErrorNanos(Metric.END_TO_END.name(), errorNanos)
        .setHiccups(RunWire.durations(latencies))
        .setMachine(Machine.newBuilder().putProcess(ProcessFigure.CPU_NANOS.name(), messages))
        .build();
  }

  private Flip next() {
    return flips.flip(() -> Standings.sum(List.of(), 0));
  }

  private static long merged(Flip flip) {
    assertThat(flip.hiccups().getTotalCount())
        .isEqualTo(requireNonNull(flip.measured().get(Metric.END_TO_END)).getTotalCount());
    return flip.hiccups().getTotalCount();
  }

  private void answersAfter(int seconds, long messages) {
    b.reacts(
        command ->
            delayedExecutor(seconds, TimeUnit.SECONDS)
                .execute(() -> b.answers(command, flip(messages, 9))));
  }

  @Test
  void latenciesAddUpAndTheLargestErrorCounts() {
    b.reacts(command -> b.answers(command, flip(20, 9)));
    for (int second = 0; second < 2; second++) {
      Flip flip = next();
      assertThat(merged(flip)).isEqualTo(21);
      assertThat(flip.errorNanos()).isEqualTo(Map.of(Metric.END_TO_END, 9L));
      assertThat(flip.warmup()).isEmpty();
    }
    assertThat(flips.latest()).containsOnlyKeys("worker-a", "worker-b");
  }

  @Test
  void anAnswerThatIsLateByASecondIsStillThatSeconds() {
    answersAfter(1, 20);
    assertThat(merged(next())).isEqualTo(21);
  }

  @Test
  void anAnswerThatDoesNotComeBelongsToALaterSecond() {
    assertThat(merged(next())).isEqualTo(1);
    Command asked = b.commands().get(0);
    b.answers(asked, flip(20, 9));
    assertThat(merged(next())).isEqualTo(21);
    assertThat(b.commands()).containsExactly(asked);
    b.reacts(command -> b.answers(command, flip(300, 9)));
    assertThat(merged(next())).isEqualTo(301);
  }

  @Test
  void onceTheSendersHaveStoppedEveryAnswerIsAwaited() {
    timeline.stop();
    answersAfter(4, 20);
    assertThat(merged(next())).isEqualTo(21);
  }

  @Test
  void aWorkerThatIsLostMeanwhileIsLeftOut() {
    b.reacts(command -> b.worker().lost("b: its connection ended"));
    assertThat(merged(next())).isEqualTo(1);
    assertThat(merged(next())).isEqualTo(1);
    assertThat(b.commands()).hasSize(1);
    assertThat(flips.latest()).containsOnlyKeys("worker-a");
  }

  @Test
  void aWorkerWhoseAnswerIsMalformedIsLost() {
    FlipReport malformed =
        flip(20, 9).toBuilder()
            .putMeasured("RESPONSE", Durations.newBuilder().addCounts(1).build())
            .build();
    b.reacts(command -> b.answers(command, malformed));
    assertThat(merged(next())).isEqualTo(1);
    assertThat(b.worker().loss())
        .isEqualTo("b at 10.0.0.1: a message that is not understood: durations without counts");
    assertThat(b.isClosed()).isTrue();
  }
}
