package io.brokerbench.measurement;

import io.brokerbench.load.LoadGenerator;
import io.brokerbench.results.GeneratorState;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.SteadyState;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.schedule.RateProfile;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Limits;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Determines the verdict of a run by the {@link Rule}s, which docs/metrics/verdict.md explains,
 * from what {@code run.json} states.
 */
public final class Judge {

  /** The reason in files written before the audit. */
  static final String NOT_AUDITED =
      "audit not done: the run is still going on, or it was killed before its end";

  private static final int FAILURES_INVALID_FACTOR = 10;
  private static final double MAX_BLOCKED_SHARE = 0.1;
  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * A machine with less of its equal share of the messages' bytes is hardly one of the brokers'.
   */
  private static final double IDLE_SHARE = 0.1;

  private final RunResult run;
  private final Throughput rates;
  private final Workload workload;
  private final Limits limits;
  private final @Nullable PlannedFaults planned;
  private final List<WorkerUse> workers;
  private final VerdictBuilder verdict;

  private Judge(RunResult run, Workload workload) {
    this.run = run;
    this.rates = run.throughput();
    this.workload = workload;
    this.limits = workload.limits();
    this.planned = run.plannedFaults();
    this.workers = Objects.requireNonNullElse(run.workers(), List.of());
    this.verdict = new VerdictBuilder(planned != null);
  }

  /**
   * Judges a run, whatever its verdict says.
   *
   * @param workload of the run
   */
  public static Verdict judge(RunResult run, Workload workload) {
    Judge judge = new Judge(run, workload);
    if (!run.audit().done()) {
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
    judge.javaReleases();
    new AuditJudge(run, workload, judge.verdict).judge();
    HostUse host = run.resources().host();
    if (host != null) {
      judge.generator();
      judge.surroundings(host);
      judge.nodes();
    } else {
      judge.verdict.found(Rule.GENERATOR_UNKNOWN, "too short to see what it cost the generator");
    }
    return judge.verdict.verdict();
  }

  /**
   * Problems of the generator that affect the measurement, one line each, also part of the verdict.
   *
   * @param run whose resources are known
   */
  static List<String> generatorTroubles(RunResult run, Workload workload) {
    Judge judge = new Judge(run, workload);
    judge.generator();
    return judge.verdict.verdict().texts();
  }

  private void course() {
    run.faults().forEach(fault -> verdict.found(Rule.CLUSTER_FAULT, fault));
    if (planned != null) {
      planned.notInjected().forEach(fault -> verdict.found(Rule.FAULT_NOT_INJECTED, fault));
    }
    Objects.requireNonNullElse(run.incidents(), List.<String>of())
        .forEach(incident -> verdict.found(Rule.BROKER_INCIDENT, incident));
    if (run.interrupted() != null) {
      verdict.found(Rule.INTERRUPTED, run.interrupted());
    }
    if (run.aborted() != null) {
      verdict.found(Rule.ABORTED, run.aborted());
    }
    if (workload.load().threads() > 0 && attempted() == 0) {
      verdict.found(Rule.NOTHING_SENT, "no message was sent in the measured time");
    }
    long outOfRange = run.generator().latenciesOutOfRange();
    if (outOfRange > 0) {
      verdict.found(
          Rule.LATENCY_OUT_OF_RANGE, "%,d latencies were negative or above an hour", outOfRange);
    }
  }

  /** Messages sent in the measured time or, if all of them may be a backlog, before it, too. */
  private long attempted() {
    boolean before = workload.load().messages() > 0 && workload.consumption().backlog().isPresent();
    return before ? run.audit().attempted() : run.sends().attempted();
  }

  private void rate() {
    Double offered = rates.offeredPerSecond();
    if (offered == null) {
      return;
    }
    if (planned != null) {
      rateOutsideFaults(planned.undisturbed());
    } else if (isMissed(offered)) {
      verdict.found(
          Rule.RATE_MISSED,
          "achieved %s/s of the offered %s/s; limit is %.1f %%",
          perSecond(rates.achievedPerSecond()),
          perSecond(offered),
          limits.achieved() * 100);
    }
    double windowFull = run.generator().windowFullShare();
    if (limits.achieved() > 0 && windowFull > MAX_BLOCKED_SHARE) {
      verdict.found(
          Rule.WINDOW_FULL,
          "the in-flight window was full for %.0f %% of the time; response times include that"
              + " wait",
          windowFull * 100);
    }
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
    return isMissed(offered * rates.measuredSeconds(), inMeasuredTime(rates.achievedPerSecond()));
  }

  private boolean isMissed(double due, long sent) {
    return rates.measuredSeconds() > 0
        && new OfferedRate(workload, workload.load().schedule().orElseThrow().profile())
            .missed(rates.warmupSeconds(), rates.measuredSeconds(), due, sent);
  }

  /** The count of messages whose rate in the measured time this is. */
  private long inMeasuredTime(double perSecond) {
    return Math.round(perSecond * rates.measuredSeconds());
  }

  /**
   * Judges the level only of a constant load of this process: other loads are meant to change, or
   * are not under its control.
   */
  private void level() {
    SteadyState state = rates.steadyState();
    boolean limited = rates.warmupEndedBy() == WarmupEnd.LIMIT;
    if (limits.drift() < 1
        && workload.constantLoad()
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
              rates.warmupSeconds()));
    }
  }

  /** What the warm-up left is sent first: the messages of the measured time wait behind it. */
  private void leftOfWarmup() {
    Double offered = rates.offeredPerSecond();
    double left = rates.leftOfWarmupPerSecond() * rates.measuredSeconds();
    if (offered != null && left > 0) {
      // What a rate that is too high leaves grows with the warm-up.
      boolean caughtUp = !isMissed(offered);
      verdict.note(
          Text.of(
              "%,.0f messages that were due in the warm-up were sent in the measured time, whose"
                  + " messages waited for them: the response time has that wait%s",
              left, caughtUp ? ", and a longer load.warmup leaves it out" : ""));
    }
  }

  /** Low rates get one more digit; otherwise they would look the same. */
  private static String perSecond(double rate) {
    return rate < 1
        ? Units.rate(rate)
        : String.format(Locale.ROOT, rate < 100 ? "%,.1f" : "%,.0f", rate);
  }

  private void failures() {
    long attempted = run.sends().attempted();
    long failed = run.sends().failed();
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
    long sends = run.sends().unknown().getOrDefault(LoadGenerator.NO_ANSWER, 0L);
    if (sends > 0) {
      verdict.note(
          Text.of(
              "%,d sends had no answer when the run ended, and no latency has their wait: maximum"
                  + " and high percentiles may be too low; a longer load.settle waits for them",
              sends));
    }
  }

  /** The environment of the run states only that of the controller. */
  private void javaReleases() {
    String own = release(run.environment().jvm().version());
    Map<String, List<String>> others = new TreeMap<>();
    for (WorkerUse worker : workers) {
      String jdk = worker.jdk();
      if (jdk != null && !release(jdk).equals(own)) {
        others.computeIfAbsent(release(jdk), each -> new ArrayList<>()).add(worker.name());
      }
    }
    others.forEach(
        (release, names) ->
            verdict.note(
                Text.of(
                    "Java is %s on %s %s and %s on the controller: before comparing this run with"
                        + " others, install the same release on all machines",
                    release,
                    names.size() == 1 ? "worker" : "workers",
                    String.join(", ", names),
                    own)));
  }

  /** The numbers of a version: without its build, which one of the two notations lacks. */
  private static String release(String version) {
    return version.split("[^0-9.]", 2)[0];
  }

  private void generator() {
    GeneratorState state = run.generator();
    double cores = state.availableProcessors();
    double own = cpuCores(ResourceSampler.GENERATOR);
    Double offered = rates.offeredPerSecond();
    busy("the generator", own, cores);
    if (own < limits.generatorCpu() * cores && offered != null && isMissed(offered)) {
      missedBy(own, cores);
    }
    starved("the generator", state.starvedShare());
    collecting("the generator", Objects.requireNonNullElse(state.gcShare(), 0.0));
    stalled("the generator", state.hiccupP99Nanos());
    workers.forEach(this::worker);
  }

  /** Mean number of processors used by a process; 0 if unknown. */
  private double cpuCores(String process) {
    ProcessUse use = run.resources().processes().get(process);
    Double cores = use == null ? null : use.cpuCoresMean();
    return cores == null ? 0 : cores;
  }

  private void worker(WorkerUse worker) {
    String name = "worker " + worker.name();
    // Of one that was lost early, little or nothing is known.
    ProcessUse process = run.resources().processes().get(worker.node());
    if (process != null) {
      busy(name, cpuCores(worker.node()), worker.cores());
    }
    starved(name, worker.starvedShare());
    if (process != null) {
      collecting(name, gcShare(process));
    }
    stalled(name, worker.hiccupP99Nanos());
    Double silentSeconds = worker.silentSeconds();
    if (silentSeconds != null) {
      verdict.found(
          Rule.WORKER_SILENT,
          "%s was silent for %.0f s: its machine or its connection stood still",
          name,
          silentSeconds);
    }
    ClockComparison clock = worker.clock();
    if (clock != null && clock.steps() > 0) {
      verdict.found(
          Rule.WORKER_CLOCK_STEPPED,
          "%s's clock shows %s%s",
          name,
          clock.describedSteps().get(0).text(),
          clock.steps() > 1 ? Text.of(", and %d more", clock.steps() - 1) : "");
    }
  }

  /** Time in collections as a share of the time in which a process was observed; 0 if unknown. */
  private static double gcShare(ProcessUse process) {
    Long millis = process.gcPauseMillisTotal();
    Double seconds = process.observedSeconds();
    return millis == null || seconds == null ? 0 : millis / MILLIS_PER_SECOND / seconds;
  }

  private void busy(String generator, double own, double cores) {
    if (own >= limits.generatorCpu() * cores) {
      verdict.found(
          Rule.GENERATOR_CPU, "%s used %.2f of the %.0f processors it has", generator, own, cores);
    }
  }

  private void starved(String generator, @Nullable Double share) {
    if (share != null && share > limits.generatorStarved()) {
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
    Set<String> others = new LinkedHashSet<>(run.resources().processes().keySet());
    others.remove(ResourceSampler.GENERATOR);
    workers.forEach(worker -> others.remove(worker.node()));
    boolean known = !others.isEmpty() && others.containsAll(run.resources().namedNodes());
    double brokers = others.stream().mapToDouble(this::cpuCores).sum();
    if (known && own > cores / 2 && own > 2 * brokers) {
      verdict.found(
          Rule.GENERATOR_LIMITS,
          "the rate was missed while the generator used %.2f processors and the brokers %.2f:"
              + " the generator was the limit, not the brokers",
          own,
          brokers);
    }
  }

  private void surroundings(HostUse host) {
    double cores = run.generator().availableProcessors();
    double foreign = Objects.requireNonNullElse(host.foreignCpuCoresMean(), 0.0);
    if (limits.foreignCpu() < 1 && foreign > limits.foreignCpu() * cores) {
      verdict.found(
          Rule.FOREIGN_CPU,
          "processes outside the run used %.2f processors; the generator has %.0f",
          foreign,
          cores);
    }
    double stolen = Objects.requireNonNullElse(host.stealShare(), 0.0);
    if (stolen > limits.steal()) {
      verdict.found(Rule.STEAL, "the hypervisor took %.0f %% of the processors", stolen * 100);
    }
  }

  private void nodes() {
    List<SourceUse> sources = run.resources().sources();
    for (SourceUse source : sources == null ? List.<SourceUse>of() : sources) {
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
    Map<String, HostUse> hosts = new TreeMap<>(run.resources().nodeHosts());
    MessageShape message = workload.message();
    double bytes = (double) inMeasuredTime(rates.sentPerSecond()) * message.meanBytes();
    // Clients may have compressed the part that repeats itself.
    double least = IDLE_SHARE * (1 - message.compressible()) * bytes / hosts.size();
    hosts.forEach(
        (name, host) -> {
          Long traffic = host.networkBytes();
          if (traffic != null && traffic < least) {
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

  /**
   * Checks whether senders kept up with the offered rate.
   *
   * <p>At the end of the measured time each sender may hold a request that is due but not sent yet,
   * which does not affect the rate. The possible number of such requests follows from their maximum
   * delay: the longest pause allowed to the generator ({@code limits.hiccup-p99}), or the share of
   * the measured time that may be missing ({@code limits.achieved}).
   */
  record OfferedRate(Workload workload, RateProfile profile) {

    /**
     * Far below the distance between two messages, and far above the rounding error of their times.
     */
    private static final double ROUNDING = 1e-6;

    /**
     * Whether too few of the messages due in the measured time were sent before its end.
     *
     * @param fromSeconds start of the measured time, since the start of the load
     * @param seconds length of the measured time, above 0
     * @param due messages that were due in it
     * @param sent those of them that were sent before its end
     */
    boolean missed(double fromSeconds, double seconds, double due, long sent) {
      return sent < workload.limits().achieved() * due && due - sent > held(fromSeconds, seconds);
    }

    /** Number of messages that senders may still hold at the end. */
    private double held(double fromSeconds, double seconds) {
      Limits limits = workload.limits();
      double late = Math.max(limits.hiccupP99().toNanos() / 1e9, (1 - limits.achieved()) * seconds);
      double to = fromSeconds + seconds;
      double requests = requestsBefore(to) - requestsBefore(Math.max(fromSeconds, to - late));
      return Math.min(workload.load().threads(), requests) * workload.message().batch();
    }

    /** For random arrivals: the mean, rounded up. */
    private double requestsBefore(double seconds) {
      int batch = workload.message().batch();
      return Math.ceil(profile.messagesUntil(seconds * 1e9) / batch - ROUNDING);
    }
  }
}
