package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Session;
import io.brokerbench.generator.Flip;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.Durations;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Machine;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.Status;
import io.brokerbench.workers.protocol.TakeFlip;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Workload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the workers recorded, merged second by second. Each second is merged when all workers have
 * answered for it or are lost, however late that is; meanwhile they are asked for the seconds that
 * follow. For one thread, except {@link #latest}.
 */
final class MergedFlips implements RemoteNodes {

  /** For the answer of a worker whose connection is alive; a silent one is lost earlier. */
  private static final int PATIENCE_SECONDS = 30;

  /** Between the reports of two workers of one machine. */
  private static final long MOST_MILLIS_APART = 25;

  private static final int PAUSE_DIGITS = 2;
  private static final double HIGH = 99;

  private final Map<RunningWorker, Recorded> all = new LinkedHashMap<>();
  private final int groups;
  private final Timeline timeline;
  private final Clock clock;

  /** Seconds that have ended and are not merged, in order. */
  private final Deque<Second> seconds = new ArrayDeque<>();

  /** At the end of the last merged second. */
  private Standing standing = Standing.NONE;

  /** Start of the current second. */
  private long fromNanos = Long.MIN_VALUE;

  /**
   * A second that has ended.
   *
   * @param atNanos its end
   * @param inTime whether it started in the measured time
   * @param answers of the workers that were not lost then
   */
  private record Second(
      long atNanos, boolean inTime, Map<RunningWorker, CompletableFuture<Report>> answers) {

    boolean isComplete() {
      return answers.values().stream().allMatch(CompletableFuture::isDone);
    }
  }

  /** What a worker has recorded so far. */
  private static final class Recorded {
    final long reportAfterMillis;
    final Histogram lag = LatencyRecorder.emptyHistogram();
    final Histogram hiccups = pauses();

    /** At the start of the measured time. */
    @Nullable Machine first;

    /** The latest in the measured time; null before its first second has ended. */
    @Nullable Machine last;

    volatile @Nullable NodeFigures figures;
    long awaited = -1;

    Recorded(long reportAfterMillis) {
      this.reportAfterMillis = reportAfterMillis;
    }
  }

  /** An answer of a worker. */
  private record Frame(
      Status atEnd,
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
          flip.getAtEnd(),
          RunWire.latencies(flip, Phase.WARMUP),
          RunWire.latencies(flip, Phase.MEASURED),
          RunWire.errors(flip),
          RunWire.checked(flip.getHiccups()),
          flip.getAwaited(),
          flip.getMachine(),
          RunWire.figures(flip.getMachine(), nowNanos));
    }
  }

  /**
   * Nothing has been recorded yet.
   *
   * @param groups number of consumer groups
   */
  MergedFlips(List<RunningWorker> workers, int groups, Timeline timeline, Clock clock) {
    for (RunningWorker worker : workers) {
      // At the same moment, they would delay the messages of their machine.
      List<RunningWorker> neighbours =
          workers.stream().filter(each -> each.info().host().equals(worker.info().host())).toList();
      long apart = Math.min(MOST_MILLIS_APART, RunClients.FLIP_MILLIS / neighbours.size());
      all.put(worker, new Recorded(neighbours.indexOf(worker) * apart));
    }
    this.groups = groups;
    this.timeline = timeline;
    this.clock = clock;
  }

  private static Histogram pauses() {
    return new Histogram(1, LatencyRecorder.MAX_NANOS, PAUSE_DIGITS);
  }

  /** Ends the current second: asks all workers for what they recorded in it. */
  void cut() {
    long now = clock.nanoTime();
    long from = Math.max(fromNanos, timeline.startNanos());
    Map<RunningWorker, CompletableFuture<Report>> answers = new LinkedHashMap<>();
    all.forEach(
        (worker, recorded) -> {
          if (!worker.isLost()) {
            TakeFlip take =
                TakeFlip.newBuilder().setReportAfterMillis(recorded.reportAfterMillis).build();
            answers.put(worker, worker.ask(Command.newBuilder().setTakeFlip(take)));
          }
        });
    boolean inTime = timeline.phaseOf(from) == Phase.MEASURED && from < timeline.endNanos();
    seconds.add(new Second(now, inTime, answers));
    fromNanos = now;
  }

  /** The earliest second that was not taken yet; empty while an answer is awaited. */
  Optional<Flip> flip() {
    Second second = seconds.peek();
    if (second == null) {
      return Optional.empty();
    }
    if (clock.nanoTime() - second.atNanos > PATIENCE_SECONDS * 1_000_000_000L) {
      second.answers.forEach(
          (worker, answer) -> {
            if (!answer.isDone()) {
              worker.giveUp(Text.of("it reported no figures for %d s", PATIENCE_SECONDS));
            }
          });
    }
    return second.isComplete() ? Optional.of(merge(seconds.remove())) : Optional.empty();
  }

  private Flip merge(Second second) {
    List<Standing> standings = new ArrayList<>();
    Map<Metric, Histogram> warmup = new EnumMap<>(Metric.class);
    Map<Metric, Histogram> measured = new EnumMap<>(Metric.class);
    Map<Metric, Long> errors = new EnumMap<>(Metric.class);
    Histogram hiccups = pauses();
    for (RunningWorker worker : all.keySet()) {
      Frame frame = frame(worker, second.answers.get(worker));
      if (frame == null) {
        standings.add(worker.standing());
      } else {
        standings.add(worker.standing(frame.atEnd));
        add(frame.warmup, warmup);
        add(frame.measured, measured);
        frame.errors.forEach((metric, nanos) -> errors.merge(metric, nanos, Math::max));
        RunWire.add(frame.hiccups, hiccups);
        keep(worker, frame, second.inTime);
      }
    }
    standing = Standings.sum(standings, groups);
    return new Flip(standing, warmup, measured, errors, hiccups);
  }

  /** What a worker recorded in a second; null if it was lost. */
  private @Nullable Frame frame(RunningWorker worker, @Nullable CompletableFuture<Report> answer) {
    if (answer == null || answer.isCompletedExceptionally()) {
      return null;
    }
    try {
      return Frame.of(answer.join().getFlip(), clock.nanoTime());
    } catch (IllegalArgumentException e) {
      worker.misunderstood(e);
      return null;
    }
  }

  private void keep(RunningWorker worker, Frame frame, boolean inTime) {
    Recorded recorded = Objects.requireNonNull(all.get(worker));
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
    } else if (recorded.last == null) {
      recorded.first = frame.machine;
    }
  }

  private static void add(Map<Metric, Durations> some, Map<Metric, Histogram> sums) {
    some.forEach(
        (metric, durations) ->
            RunWire.add(
                durations, sums.computeIfAbsent(metric, each -> LatencyRecorder.emptyHistogram())));
  }

  /** Messages that each group must receive, by the counts of the last second. */
  OptionalLong awaited() {
    return all.values().stream().allMatch(recorded -> recorded.awaited >= 0)
        ? OptionalLong.of(all.values().stream().mapToLong(recorded -> recorded.awaited).sum())
        : OptionalLong.empty();
  }

  /** Those of them that each group has yet to receive, by the counts of the same second. */
  Map<String, OptionalLong> backlogs(ConsumptionSettings consumption) {
    OptionalLong awaited = awaited();
    Map<String, OptionalLong> backlogs = new LinkedHashMap<>();
    List<String> names = consumption.any() ? consumption.groupNames() : List.of();
    for (int i = 0; i < names.size(); i++) {
      OptionalLong missing = awaited;
      if (awaited.isPresent()) {
        long received = standing.groups().get(i).receipts().messages();
        missing = OptionalLong.of(Math.max(0, awaited.getAsLong() - received));
      }
      backlogs.put(names.get(i), missing);
    }
    return backlogs;
  }

  /** Figures with those of the workers' connections. */
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
                  figures.merge(
                      name, value, name.equals(Session.BLOCKED_MILLIS) ? Math::max : Long::sum);
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
  List<WorkerUse> parts(Workload workload) {
    return all.entrySet().stream()
        .map(entry -> part(workload, entry.getKey(), entry.getValue()))
        .toList();
  }

  private static WorkerUse part(Workload workload, RunningWorker worker, Recorded recorded) {
    Standing standing = worker.standing();
    return new WorkerUse(
        worker.info().name(),
        worker.info().host(),
        worker.info().jdk(),
        worker.info().cores(),
        worker.info().ceilings(),
        worker.seat().senders().count(workload.load().threads()),
        workload.consumption().any()
            ? worker.seat().clients().count(workload.consumption().clients())
            : 0,
        standing.measured().attempted(),
        standing.receipts().deliveries(),
        recorded.lag.getTotalCount() == 0 ? null : recorded.lag.getValueAtPercentile(HIGH),
        starvedShare(recorded),
        recorded.hiccups.getValueAtPercentile(HIGH),
        worker.clock().orElse(null),
        worker.chrony().orElse(null),
        worker.startErrorNanos(),
        worker.silentSeconds() > 0 ? worker.silentSeconds() : null,
        worker.loss().isEmpty() ? null : worker.loss());
  }

  /** Share of waiting for a processor in the waiting and running time; null if unknown. */
  private static @Nullable Double starvedShare(Recorded recorded) {
    Machine first = recorded.first;
    Machine last = recorded.last;
    if (first == null || last == null || first.getWaitedNanos() < 0) {
      return null;
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
            latest.put(WorkerUse.node(worker.info().name()), figures);
          }
        });
    return latest;
  }
}
