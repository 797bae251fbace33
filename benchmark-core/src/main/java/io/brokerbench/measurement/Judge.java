package io.brokerbench.measurement;

import io.brokerbench.generator.WorkerPart;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.results.SteadyState;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Limits;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Determines the verdict of a run by the {@link Rule}s, which docs/metrics/verdict.md explains. */
public final class Judge {

  /** The reason in files written before the audit. */
  static final String NOT_AUDITED =
      "audit not done: the run is still going on, or it was killed before its end";

  private static final int FAILURES_INVALID_FACTOR = 10;
  private static final double MAX_BLOCKED_SHARE = 0.1;

  /**
   * A machine with less of its equal share of the messages' bytes is hardly one of the brokers'.
   */
  private static final double IDLE_SHARE = 0.1;

  private final RunSetup setup;
  private final Measurement run;
  private final String cutShort;
  private final Limits limits;
  private final @Nullable PlannedFaults planned;
  private final VerdictBuilder verdict;

  private Judge(CompletedRun result) {
    this.setup = result.setup();
    this.run = result.measurement();
    this.cutShort = result.cutShort();
    this.limits = setup.workload().limits();
    this.planned = result.plannedFaults();
    this.verdict = new VerdictBuilder(planned != null);
  }

  public static Verdict judge(CompletedRun result) {
    Judge judge = new Judge(result);
    if (!result.audit().done()) {
      // Sends without an outcome are not failures yet, and messages in flight are not lost.
      judge.verdict.found(Rule.NOT_AUDITED, NOT_AUDITED);
      judge.course();
      return judge.verdict.verdict();
    }
    judge.course();
    judge.rate();
    judge.level();
    judge.leftOfWarmup();
    judge.failures();
    judge.unanswered();
    new AuditJudge(result, judge.verdict).judge();
    if (judge.run.resources().known()) {
      judge.generator();
      judge.surroundings();
      judge.nodes();
    } else {
      judge.verdict.found(Rule.GENERATOR_UNKNOWN, "too short to see what it cost the generator");
    }
    return judge.verdict.verdict();
  }

  /**
   * Problems of the generator that affect the measurement, one line each, also part of the verdict;
   * empty if there are none or if they are unknown.
   */
  static List<String> generatorTroubles(CompletedRun result) {
    Judge judge = new Judge(result);
    if (judge.run.resources().known()) {
      judge.generator();
    }
    return judge.verdict.verdict().texts();
  }

  private void course() {
    run.faults().forEach(fault -> verdict.found(Rule.CLUSTER_FAULT, fault));
    if (planned != null) {
      planned.notInjected().forEach(fault -> verdict.found(Rule.FAULT_NOT_INJECTED, fault));
    }
    run.incidents().forEach(incident -> verdict.found(Rule.BROKER_INCIDENT, incident));
    if (!cutShort.isEmpty()) {
      verdict.found(Rule.INTERRUPTED, cutShort);
    }
    if (!run.aborted().isEmpty()) {
      verdict.found(Rule.ABORTED, run.aborted());
    }
    if (setup.workload().load().threads() > 0 && attempted() == 0) {
      verdict.found(Rule.NOTHING_SENT, "no message was sent in the measured time");
    }
    if (run.outOfRange() > 0) {
      verdict.found(
          Rule.LATENCY_OUT_OF_RANGE,
          "%,d latencies were negative or above an hour",
          run.outOfRange());
    }
  }

  /** Messages sent in the measured time or, if all of them may be a backlog, before it, too. */
  private long attempted() {
    boolean before =
        setup.workload().load().messages() > 0
            && setup.workload().consumption().backlog().isPresent();
    return (before ? run.allCounts() : run.counts()).attempted();
  }

  private void rate() {
    run.offeredPerSecond()
        .ifPresent(
            offered -> {
              if (planned != null) {
                rateOutsideFaults(planned.undisturbed());
              } else if (isMissed(offered)) {
                verdict.found(
                    Rule.RATE_MISSED,
                    "achieved %s/s of the offered %s/s; limit is %.1f %%",
                    perSecond(run.achievedPerSecond()),
                    perSecond(offered),
                    limits.achieved() * 100);
              }
              if (limits.achieved() > 0 && run.windowFullShare() > MAX_BLOCKED_SHARE) {
                verdict.found(
                    Rule.WINDOW_FULL,
                    "the in-flight window was full for %.0f %% of the time; response times include"
                        + " that wait",
                    run.windowFullShare() * 100);
              }
            });
  }

  private void rateOutsideFaults(PlannedFaults.Undisturbed messages) {
    if (isMissed((double) messages.due(), messages.sent())) {
      verdict.found(
          Rule.RATE_MISSED,
          "the rate was not held apart from the faults: of %,d messages due, %,d were sent; limit is"
              + " %.1f %%",
          messages.due(),
          messages.sent(),
          limits.achieved() * 100);
    }
  }

  private boolean isMissed(double offered) {
    return isMissed(offered * run.seconds(), run.counts().onTime());
  }

  private boolean isMissed(double due, long sent) {
    Workload workload = setup.workload();
    return run.seconds() > 0
        && new OfferedRate(workload, workload.load().schedule().orElseThrow().profile())
            .missed(run.warmupSeconds(), run.seconds(), due, sent);
  }

  /**
   * Judges the level only of a constant load of this process: other loads are meant to change, or
   * are not under its control.
   */
  private void level() {
    SteadyState state = run.steadyState();
    boolean limited = run.warmupEndedBy() == WarmupEnd.LIMIT;
    if (limits.drift() < 1
        && setup.workload().constantLoad()
        && state.status() == SteadyState.Status.DRIFTING) {
      verdict.found(
          Rule.DRIFT,
          "%s; limits.drift is %.1f %%%s",
          state.text(),
          limits.drift() * 100,
          limited ? "; the warm-up ended at load.warmup-limit" : "");
    } else if (limited) {
      verdict.note(
          Text.of(
              "the warm-up ended at its limit (load.warmup-limit, %.0f s) before the load was steady",
              run.warmupSeconds()));
    }
  }

  /** What the warm-up left is sent first: the messages of the measured time wait behind it. */
  private void leftOfWarmup() {
    OptionalDouble offered = run.offeredPerSecond();
    double left =
        Throughput.leftOfWarmupPerSecond(
                offered.isPresent(), run.sentPerSecond(), run.achievedPerSecond())
            * run.seconds();
    if (left > 0) {
      // What a rate that is too high leaves grows with the warm-up.
      boolean caughtUp = !isMissed(offered.getAsDouble());
      verdict.note(
          Text.of(
              "%,.0f messages that were due in the warm-up were sent in the measured time, whose"
                  + " messages waited for them: the response time has that wait%s",
              left, caughtUp ? ", and a longer load.warmup leaves it out" : ""));
    }
  }

  /** Low rates get one more digit; otherwise they would look the same. */
  private static String perSecond(double rate) {
    return String.format(Locale.ROOT, rate < 100 ? "%,.1f" : "%,.0f", rate);
  }

  private void failures() {
    long attempted = run.counts().attempted();
    long failed = attempted - run.counts().successCount();
    if (planned != null) {
      attempted = planned.undisturbed().sent();
      failed = planned.undisturbed().failed();
    }
    double share = (double) failed / Math.max(1, attempted);
    if (share > limits.failures()) {
      String reason =
          Text.of(
              "%,d of %,d sends%s were not acknowledged (%.2f %%)",
              failed,
              attempted,
              planned == null ? "" : ", those that no fault could affect,",
              share * 100);
      if (share > limits.failures() * FAILURES_INVALID_FACTOR) {
        verdict.found(Rule.FAILURES_TENFOLD, reason);
      } else {
        verdict.found(Rule.FAILURES, reason);
      }
    }
  }

  /** A latency ends with its outcome: the longest waits of all may be in none. */
  private void unanswered() {
    long sends = run.counts().unknown().getOrDefault(LoadGenerator.NO_ANSWER, 0L);
    if (sends > 0) {
      verdict.note(
          Text.of(
              "%,d sends had no answer when the run ended, and no latency has their wait: maximum"
                  + " and high percentiles may be too low; a longer load.settle waits for them",
              sends));
    }
  }

  private void generator() {
    ResourceUse use = run.resources();
    double cores = run.availableProcessors();
    double own = use.cpuCores(ResourceSampler.GENERATOR);
    busy("the generator", own, cores);
    if (own < limits.generatorCpu() * cores
        && run.offeredPerSecond().stream().anyMatch(this::isMissed)) {
      missedBy(own, cores);
    }
    starved("the generator", use.generatorStarvedShare());
    collecting("the generator", use.gcShare(ResourceSampler.GENERATOR));
    stalled("the generator", run.hiccups().getValueAtPercentile(99));
    run.workers().forEach(this::worker);
  }

  private void worker(WorkerPart worker) {
    WorkerUse use = worker.use();
    String name = "worker " + use.name();
    // Of one that was lost early, little or nothing is known.
    boolean known = run.resources().processNames().contains(worker.node());
    if (known) {
      busy(name, run.resources().cpuCores(worker.node()), use.cores());
    }
    starved(name, Objects.requireNonNullElse(use.starvedShare(), 0.0));
    if (known) {
      collecting(name, run.resources().gcShare(worker.node()));
    }
    stalled(name, use.hiccupP99Nanos());
    if (worker.silentSeconds() > 0) {
      verdict.found(
          Rule.WORKER_SILENT,
          "%s was silent for %.0f s: its machine or its connection stood still",
          name,
          worker.silentSeconds());
    }
    ClockComparison clock = use.clock();
    if (clock != null && clock.steps() > 0) {
      verdict.found(
          Rule.WORKER_CLOCK_STEPPED,
          "%s's clock shows %s%s",
          name,
          clock.describedSteps().get(0).text(),
          clock.steps() > 1 ? Text.of(", and %d more", clock.steps() - 1) : "");
    }
  }

  private void busy(String generator, double own, double cores) {
    if (own >= limits.generatorCpu() * cores) {
      verdict.found(
          Rule.GENERATOR_CPU, "%s used %.2f of the %.0f processors it has", generator, own, cores);
    }
  }

  private void starved(String generator, double share) {
    if (share > limits.generatorStarved()) {
      verdict.found(
          Rule.GENERATOR_STARVED,
          "%s's threads waited for a processor %.0f %% of their time",
          generator,
          share * 100);
    }
  }

  private void collecting(String generator, double share) {
    // Pauses of several collectors may add up to more than the time.
    if (limits.gc() < 1 && share > limits.gc()) {
      verdict.found(
          Rule.GENERATOR_GC, "%s collected garbage %.1f %% of the time", generator, share * 100);
    }
  }

  private void stalled(String generator, long p99Nanos) {
    if (p99Nanos > limits.hiccupP99().toNanos()) {
      verdict.found(
          Rule.GENERATOR_HICCUPS,
          "%s stood still: hiccup p99 is %.1f ms",
          generator,
          p99Nanos / 1e6);
    }
  }

  /** A client library may reach its limit before the processors do. */
  private void missedBy(double own, double cores) {
    Set<String> workers = run.workers().stream().map(WorkerPart::node).collect(Collectors.toSet());
    List<String> others =
        run.resources().processNames().stream()
            .filter(process -> !process.equals(ResourceSampler.GENERATOR))
            .filter(process -> !workers.contains(process))
            .toList();
    boolean known =
        !others.isEmpty()
            && run.resources().sources().stream()
                .allMatch(source -> others.contains(source.node()));
    double brokers = others.stream().mapToDouble(run.resources()::cpuCores).sum();
    if (known && own > cores / 2 && own > 2 * brokers) {
      verdict.found(
          Rule.GENERATOR_LIMITS,
          "the rate was missed while the generator used %.2f processors and the brokers %.2f:"
              + " the generator was the limit, not the brokers",
          own,
          brokers);
    }
  }

  private void surroundings() {
    ResourceUse use = run.resources();
    double cores = run.availableProcessors();
    if (limits.foreignCpu() < 1 && use.foreignCores() > limits.foreignCpu() * cores) {
      verdict.found(
          Rule.FOREIGN_CPU,
          "processes outside the run used %.2f processors; the generator has %.0f",
          use.foreignCores(),
          cores);
    }
    if (use.stealShare() > limits.steal()) {
      verdict.found(
          Rule.STEAL, "the hypervisor took %.0f %% of the processors", use.stealShare() * 100);
    }
  }

  private void nodes() {
    for (SourceUse source : run.resources().sources()) {
      if (source.lost() != null) {
        verdict.found(
            Rule.SOURCE_LOST,
            "%s of %s (%s): %s",
            source.source(),
            source.node(),
            source.address(),
            source.lost());
      }
    }
    Map<String, HostUse> hosts = new TreeMap<>(run.resources().result().nodeHosts());
    double bytes = (double) run.resources().messages() * setup.workload().message().meanBytes();
    hosts.forEach(
        (name, host) -> {
          Long traffic = host.networkBytes();
          if (traffic != null && traffic < IDLE_SHARE * bytes / hosts.size()) {
            verdict.found(
                Rule.SOURCE_IDLE,
                "the machine of %s had %s of network traffic while messages of %s were sent: are its"
                    + " figures those of another machine?",
                name,
                Units.bytes((double) traffic),
                Units.bytes(bytes));
          }
        });
  }
}
