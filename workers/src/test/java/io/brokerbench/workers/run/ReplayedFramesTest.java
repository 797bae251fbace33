package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.Clock;
import io.brokerbench.generator.Flip;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Machine;
import io.brokerbench.workers.protocol.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The frames of a hundred workers, as the controller decodes and merges them each second, without
 * the connections. Prints its processor time per worker and second, and per message.
 */
@Tag("nightly")
final class ReplayedFramesTest {

  private static final int WORKERS = 100;
  private static final int SECONDS = 30;

  /** That of the controller. */
  private static final long POLL_NANOS = 5_000_000;

  /** Until the code is compiled. */
  private static final int WARMUP_SECONDS = 40;

  private static final List<Metric> METRICS =
      List.of(
          Metric.LAG,
          Metric.SERVICE,
          Metric.RESPONSE,
          Metric.END_TO_END,
          Metric.BORN_TO_CONSUMER,
          Metric.STORE_TO_CONSUMER);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final LinkedBlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

  /** A worker that has not answered yet. */
  private record Asked(FakeWorker worker, Command command) {}

  /** Log-normal latencies around a millisecond: most of them between 0.1 and 10 ms. */
  private static byte[] frame(Random random, int messages) {
    Map<Metric, Histogram> latencies = new EnumMap<>(Metric.class);
    for (Metric metric : METRICS) {
      Histogram histogram = LatencyRecorder.emptyHistogram();
      for (int i = 0; i < messages; i++) {
        histogram.recordValue((long) (1e6 * Math.exp(random.nextGaussian())));
      }
      latencies.put(metric, histogram);
    }
    Histogram hiccups = new Histogram(1, LatencyRecorder.MAX_NANOS, 2);
    for (int i = 0; i < 1000; i++) {
      hiccups.recordValue((long) (1e5 * Math.exp(random.nextGaussian())));
    }
    return Report.newBuilder()
        .setFlip(
            FlipReport.newBuilder()
                .putAllMeasured(RunWire.latencies(latencies))
                .setHiccups(RunWire.durations(hiccups))
                .setMachine(Machine.newBuilder().putProcess(ProcessFigure.CPU_NANOS.name(), 1)))
        .build()
        .toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 20_000})
  void everyMessageIsMerged(int messages) throws Exception {
    Random random = new Random(1);
    Map<FakeWorker, byte[]> frames = new LinkedHashMap<>();
    for (int i = 0; i < WORKERS; i++) {
      FakeWorker worker = new FakeWorker("worker-" + i);
      worker.reacts(command -> asked.add(new Asked(worker, command)));
      frames.put(worker, frame(random, messages));
    }
    Clock clock = Clock.system();
    MergedFlips flips =
        new MergedFlips(
            frames.keySet().stream().map(FakeWorker::worker).toList(),
            0,
            new Timeline(clock.nanoTime()),
            clock);
    ExecutorService connections = Executors.newSingleThreadExecutor();
    try {
      long unused = nanos(flips, frames, connections, WARMUP_SECONDS, messages);
      double each =
          nanos(flips, frames, connections, SECONDS, messages) / (double) (SECONDS * WORKERS);
      System.out.println(
          Text.of(
              "%d workers, %,d messages per second each, frames of %,.0f B:"
                  + " %.0f us per worker and second, %.0f ns per message",
              WORKERS,
              messages,
              frames.values().stream().mapToInt(frame -> frame.length).average().orElseThrow(),
              each / 1e3,
              each / messages));
    } finally {
      connections.shutdownNow();
    }
  }

  /** Processor time of both threads for some seconds, one after the other without a pause. */
  private long nanos(
      MergedFlips flips,
      Map<FakeWorker, byte[]> frames,
      ExecutorService connections,
      int seconds,
      int messages)
      throws InterruptedException, ExecutionException {
    Future<Long> received = connections.submit(() -> receive(frames, seconds * WORKERS));
    long merging = 0;
    for (int i = 0; i < seconds; i++) {
      long before = threads.getCurrentThreadCpuTime();
      flips.cut();
      Optional<Flip> taken = flips.flip();
      while (taken.isEmpty()) {
        LockSupport.parkNanos(POLL_NANOS);
        taken = flips.flip();
      }
      Flip flip = taken.get();
      merging += threads.getCurrentThreadCpuTime() - before;
      assertThat(flip.measured()).containsOnlyKeys(METRICS);
      assertThat(flip.measured().values())
          .allMatch(merged -> merged.getTotalCount() == (long) WORKERS * messages);
    }
    return merging + received.get();
  }

  /** Passes on so many answers; the processor time of that. */
  private long receive(Map<FakeWorker, byte[]> frames, int answers)
      throws InterruptedException, IOException {
    long nanos = 0;
    for (int i = 0; i < answers; i++) {
      Asked next = asked.take();
      ByteArrayOutputStream report = new ByteArrayOutputStream();
      report.writeBytes(requireNonNull(frames.get(next.worker)));
      // Messages that follow each other are one message with the fields of all.
      Report.newBuilder().setId(next.command.getId()).build().writeTo(report);
      byte[] bytes = report.toByteArray();
      long before = threads.getCurrentThreadCpuTime();
      next.worker.reports(bytes);
      nanos += threads.getCurrentThreadCpuTime() - before;
    }
    return nanos;
  }
}
