package io.brokerbench.measurement;

import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.results.SteadyState;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.results.Verdict;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Limits;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Determines the verdict of a run by the {@link Rule}s, which docs/METRICS.md explains. */
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
  private final Limits limits;
  private final VerdictBuilder verdict = new VerdictBuilder();

  private Judge(CompletedRun result) {
    this.setup = result.setup();
    this.run = result.measurement();
    this.limits = setup.workload().limits();
  }

  /** The verdict of a run. */
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
    judge.failures();
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
    run.incidents().forEach(incident -> verdict.found(Rule.BROKER_INCIDENT, incident));
    if (!run.cutShort().isEmpty()) {
      verdict.found(Rule.INTERRUPTED, run.cutShort());
    }
    if (!run.aborted().isEmpty()) {
      verdict.found(Rule.ABORTED, run.aborted());
    }
    if (setup.workload().load().threads() > 0 && run.counts().attempted() == 0) {
      verdict.found(Rule.NOTHING_SENT, "no message was sent in the measured time");
    }
    if (run.outOfRange() > 0) {
      verdict.found(
          Rule.LATENCY_OUT_OF_RANGE,
          "%,d latencies were negative or above an hour",
          run.outOfRange());
    }
  }

  private void rate() {
    run.offeredPerSecond()
        .ifPresent(
            offered -> {
              if (isMissed(offered)) {
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

  private boolean isMissed(double offered) {
    return run.seconds() > 0
        && new OfferedRate(
                setup.workload(), setup.workload().load().schedule().orElseThrow().profile())
            .missed(
                run.warmupSeconds(), run.seconds(), offered * run.seconds(), run.counts().onTime());
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

  /** Low rates get one more digit; otherwise they would look the same. */
  private static String perSecond(double rate) {
    return String.format(Locale.ROOT, rate < 100 ? "%,.1f" : "%,.0f", rate);
  }

  private void failures() {
    long failed = run.counts().attempted() - run.counts().successCount();
    double share = (double) failed / Math.max(1, run.counts().attempted());
    if (share > limits.failures()) {
      String reason =
          Text.of(
              "%,d of %,d sends were not acknowledged (%.2f %%)",
              failed, run.counts().attempted(), share * 100);
      if (share > limits.failures() * FAILURES_INVALID_FACTOR) {
        verdict.found(Rule.FAILURES_TENFOLD, reason);
      } else {
        verdict.found(Rule.FAILURES, reason);
      }
    }
  }

  private void generator() {
    ResourceUse use = run.resources();
    double cores = run.availableProcessors();
    double own = use.cpuCores(ResourceSampler.GENERATOR);
    if (own >= limits.generatorCpu() * cores) {
      verdict.found(
          Rule.GENERATOR_CPU, "the generator used %.2f of the %.0f processors it has", own, cores);
    } else if (run.offeredPerSecond().stream().anyMatch(this::isMissed)) {
      missedBy(own, cores);
    }
    if (use.generatorStarvedShare() > limits.generatorStarved()) {
      verdict.found(
          Rule.GENERATOR_STARVED,
          "the generator's threads waited for a processor %.0f %% of their time",
          use.generatorStarvedShare() * 100);
    }
    // Pauses of several collectors may add up to more than the time.
    if (limits.gc() < 1 && use.generatorGcShare() > limits.gc()) {
      verdict.found(
          Rule.GENERATOR_GC,
          "the generator collected garbage %.1f %% of the time",
          use.generatorGcShare() * 100);
    }
    long hiccup = run.hiccups().getValueAtPercentile(99);
    if (hiccup > limits.hiccupP99().toNanos()) {
      verdict.found(
          Rule.GENERATOR_HICCUPS, "the generator stood still: hiccup p99 is %.1f ms", hiccup / 1e6);
    }
  }

  /** A client library may reach its limit before the processors do. */
  private void missedBy(double own, double cores) {
    List<String> others =
        run.resources().processNames().stream()
            .filter(process -> !process.equals(ResourceSampler.GENERATOR))
            .toList();
    double brokers = others.stream().mapToDouble(run.resources()::cpuCores).sum();
    if (!others.isEmpty() && own > cores / 2 && own > 2 * brokers) {
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
    Map<String, HostUse> hosts = run.resources().result().nodeHosts();
    double bytes = (double) run.resources().messages() * setup.workload().message().sizeBytes();
    hosts.forEach(
        (name, host) -> {
          if (host.networkBytes() < IDLE_SHARE * bytes / hosts.size()) {
            verdict.found(
                Rule.SOURCE_IDLE,
                "the machine of %s had %s of network traffic while messages of %s were sent: are its"
                    + " figures those of another machine?",
                name,
                Units.bytes((double) host.networkBytes()),
                Units.bytes(bytes));
          }
        });
  }
}
