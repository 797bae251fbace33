package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Session;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.rig.Flip;
import io.brokerbench.rig.Standing;
import io.brokerbench.rig.WorkerPart;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.Durations;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Machine;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.TakeFlip;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the workers recorded, merged second by second. A worker that does not answer within three
 * seconds is left out of the second, and what it recorded belongs to the one in which it answers.
 * Once the senders have stopped, every answer is awaited.
 */
final class MergedFlips implements RemoteNodes {

  private static final long PATIENCE_NANOS = 3_000_000_000L;

  /** Once the senders have stopped; a worker is lost earlier. */
  private static final long LAST_PATIENCE_NANOS = 30_000_000_000L;

  private static final int PAUSE_DIGITS = 2;

  private final Map<RunningWorker, Recorded> all = new LinkedHashMap<>();
  private final Timeline timeline;
  private final Clock clock;

  /** What a worker has recorded so far. */
  private static final class Recorded {
    @Nullable CompletableFuture<Report> asked;
    final Histogram lag = LatencyRecorder.emptyHistogram();
    final Histogram hiccups = pauses();
    @Nullable Machine first;
    @Nullable Machine last;
    volatile @Nullable NodeFigures figures;
    long awaited = -1;
  }

  /** An answer of a worker. */
  private record Frame(
      Map<Metric, Durations> warmup,
      Map<Metric, Durations> measured,
      Map<Metric, Long> errors,
      Durations hiccups,
      long awaited,
      Machine machine,
      NodeFigures figures) {

    /** Reads an answer; an {@link IllegalArgumentException} if it is malformed. */
    static Frame of(FlipReport flip, long nowNanos) {
      return new Frame(
          RunWire.latencies(flip, Phase.WARMUP),
          RunWire.latencies(flip, Phase.MEASURED),
          RunWire.errors(flip),
          RunWire.checked(flip.getHiccups()),
          flip.getAwaited(),
          flip.getMachine(),
          RunWire.figures(flip.getMachine(), nowNanos));
    }
  }

  MergedFlips(List<RunningWorker> workers, Timeline timeline, Clock clock) {
    workers.forEach(worker -> all.put(worker, new Recorded()));
    this.timeline = timeline;
    this.clock = clock;
  }

  private static Histogram pauses() {
    return new Histogram(1, LatencyRecorder.MAX_NANOS, PAUSE_DIGITS);
  }

  /** Asks all workers for what they recorded since the last call. */
  Flip flip(Supplier<Standing> standing) {
    all.forEach(
        (worker, recorded) -> {
          if (recorded.asked == null && !worker.isLost()) {
            recorded.asked =
                worker.ask(Command.newBuilder().setTakeFlip(TakeFlip.getDefaultInstance()));
          }
        });
    Map<Metric, Histogram> warmup = new EnumMap<>(Metric.class);
    Map<Metric, Histogram> measured = new EnumMap<>(Metric.class);
    Map<Metric, Long> errors = new EnumMap<>(Metric.class);
    Histogram hiccups = pauses();
    long deadline = clock.nanoTime() + (timeline.stopped() ? LAST_PATIENCE_NANOS : PATIENCE_NANOS);
    boolean inTime = timeline.phaseOf(clock.nanoTime()) == Phase.MEASURED;
    for (RunningWorker worker : all.keySet()) {
      Frame frame = frame(worker, deadline);
      if (frame != null) {
        add(frame.warmup, warmup);
        add(frame.measured, measured);
        frame.errors.forEach((metric, nanos) -> errors.merge(metric, nanos, Math::max));
        RunWire.add(frame.hiccups, hiccups);
        keep(worker, frame, inTime);
      }
    }
    return new Flip(standing.get(), warmup, measured, errors, hiccups);
  }

  /** What a worker recorded since its last answer; null without an answer by the deadline. */
  private @Nullable Frame frame(RunningWorker worker, long deadline) {
    Recorded recorded = recorded(worker);
    CompletableFuture<Report> asked = recorded.asked;
    if (asked == null) {
      return null;
    }
    try {
      Optional<Report> answer = RunningWorker.await(asked, deadline - clock.nanoTime());
      // An answer that comes from now on belongs to the next second.
      if (answer.isPresent() || asked.isCompletedExceptionally()) {
        recorded.asked = null;
      }
      return answer.isPresent() ? Frame.of(answer.get().getFlip(), clock.nanoTime()) : null;
    } catch (IllegalArgumentException e) {
      worker.misunderstood(e);
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private Recorded recorded(RunningWorker worker) {
    return Objects.requireNonNull(all.get(worker));
  }

  private void keep(RunningWorker worker, Frame frame, boolean inTime) {
    Recorded recorded = recorded(worker);
    RunWire.add(
        frame.measured.getOrDefault(Metric.LAG, Durations.getDefaultInstance()), recorded.lag);
    recorded.awaited = frame.awaited;
    // The figures of the machine of this process are known already.
    recorded.figures =
        worker.sharesMachine()
            ? new NodeFigures(frame.figures.nanos(), frame.figures.process(), Optional.empty())
            : frame.figures;
    if (inTime) {
      RunWire.add(frame.hiccups, recorded.hiccups);
      recorded.first = recorded.first == null ? frame.machine : recorded.first;
      recorded.last = frame.machine;
    }
  }

  private static void add(Map<Metric, Durations> some, Map<Metric, Histogram> sums) {
    some.forEach(
        (metric, durations) ->
            RunWire.add(
                durations, sums.computeIfAbsent(metric, each -> LatencyRecorder.emptyHistogram())));
  }

  /** Messages that each group has yet to receive, by the counts of the last second. */
  Map<String, OptionalLong> backlogs(ConsumptionSettings consumption, Standing standing) {
    boolean known = all.values().stream().allMatch(recorded -> recorded.awaited >= 0);
    long awaited = all.values().stream().mapToLong(recorded -> recorded.awaited).sum();
    Map<String, OptionalLong> backlogs = new LinkedHashMap<>();
    List<String> names = consumption.any() ? consumption.groupNames() : List.of();
    for (int i = 0; i < names.size(); i++) {
      long missing = awaited - standing.groups().get(i).receipts().messages();
      backlogs.put(
          names.get(i), known ? OptionalLong.of(Math.max(0, missing)) : OptionalLong.empty());
    }
    return backlogs;
  }

  /** Figures with those that are counts of the workers' connections added. */
  SortedMap<String, Long> figures(SortedMap<String, Long> own) {
    SortedMap<String, Long> figures = new TreeMap<>(own);
    for (RunningWorker worker : all.keySet()) {
      worker
          .flip()
          .map(FlipReport::getFiguresMap)
          .orElse(Map.of())
          .forEach(
              (name, value) -> {
                if (Session.FIGURES_OF_CLIENTS.contains(name)) {
                  figures.merge(name, value, Long::sum);
                }
              });
    }
    return figures;
  }

  /** Incidents with those that workers saw. */
  List<String> incidents(List<String> own) {
    List<String> incidents = new ArrayList<>(own);
    for (RunningWorker worker : all.keySet()) {
      worker
          .flip()
          .ifPresent(
              flip ->
                  flip.getIncidentsList()
                      .forEach(
                          each ->
                              incidents.add(Text.of("worker %s: %s", worker.info().name(), each))));
    }
    return incidents;
  }

  /** The parts of the run, with what was recorded in the measured time so far. */
  List<WorkerPart> parts(Workload workload) {
    return all.entrySet().stream()
        .map(entry -> part(workload, entry.getKey(), entry.getValue()))
        .toList();
  }

  private static WorkerPart part(Workload workload, RunningWorker worker, Recorded recorded) {
    Standing standing = worker.standing();
    return new WorkerPart(
        worker.info().name(),
        worker.info().host(),
        worker.info().cores(),
        worker.info().ceilings(),
        worker.seat().senders().count(workload.load().threads()),
        workload.consumption().any()
            ? worker.seat().clients().count(workload.consumption().clients())
            : 0,
        standing.measured().attempted(),
        standing.receipts().deliveries(),
        recorded.lag.copy(),
        starvedShare(recorded),
        recorded.hiccups.copy(),
        worker.clock(),
        worker.silentSeconds(),
        worker.loss());
  }

  /** Share of waiting for a processor in the waiting and running time; negative if unknown. */
  private static double starvedShare(Recorded recorded) {
    Machine first = recorded.first;
    Machine last = recorded.last;
    if (first == null || last == null || first.getWaitedNanos() < 0) {
      return -1;
    }
    double waited = last.getWaitedNanos() - first.getWaitedNanos();
    double ran = cpuNanos(last) - cpuNanos(first);
    return waited <= 0 ? 0 : waited / (waited + ran);
  }

  private static double cpuNanos(Machine machine) {
    return machine.getProcessOrDefault(ProcessFigure.CPU_NANOS.name(), 0);
  }

  @Override
  public Map<String, NodeFigures> latest() {
    Map<String, NodeFigures> latest = new LinkedHashMap<>();
    all.forEach(
        (worker, recorded) -> {
          NodeFigures figures = recorded.figures;
          if (figures != null) {
            latest.put(WorkerPart.node(worker.info().name()), figures);
          }
        });
    return latest;
  }

  @Override
  public void restart() {}

  @Override
  public List<SourceUse> uses() {
    return List.of();
  }
}
