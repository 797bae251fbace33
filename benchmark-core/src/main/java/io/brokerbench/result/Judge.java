package io.brokerbench.result;

import io.brokerbench.compare.SteadyState;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import io.brokerbench.result.Verdict.Status;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds out whether a run may be believed, by the {@link Rule}s that docs/METRICS.md explains. */
public final class Judge {

  /** The reason that stands in what is written before the audit. */
  static final String NOT_AUDITED =
      "audit not done: the run is still going on, or it was killed before its end";

  private static final int FAILURES_INVALID_FACTOR = 10;
  private static final double MAX_BLOCKED_SHARE = 0.1;

  private final Setup setup;
  private final Measurement run;
  private final Audit audit;
  private final Limits limits;
  private final List<String> reasons = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private Status status = Status.VALID;

  private Judge(RunResult result) {
    this.setup = result.setup();
    this.run = result.measurement();
    this.audit = result.audit();
    this.limits = setup.workload().limits();
  }

  /** The verdict on a run. */
  public static Verdict judge(RunResult result) {
    Judge judge = new Judge(result);
    if (!result.audit().done()) {
      // Sends without an outcome are no failures yet, and messages on their way are not lost.
      judge.found(Rule.NOT_AUDITED, NOT_AUDITED);
      judge.course();
      return judge.verdict();
    }
    judge.course();
    judge.rate();
    judge.level();
    judge.failures();
    judge.audit(result.received());
    judge.reception(result.received());
    judge.transactions(result.transacted());
    if (judge.run.resources().known()) {
      judge.generator();
      judge.surroundings();
    } else {
      judge.found(Rule.GENERATOR_UNKNOWN, "too short to see what it cost the generator");
    }
    return judge.verdict();
  }

  private Verdict verdict() {
    return new Verdict(status, List.copyOf(reasons), List.copyOf(notes));
  }

  /**
   * What kept the generator from measuring, one line each, also found in the verdict; empty if it
   * was well, or if that is not known.
   */
  static List<String> generatorTroubles(RunResult result) {
    Judge judge = new Judge(result);
    if (judge.run.resources().known()) {
      judge.generator();
    }
    return judge.reasons;
  }

  private void course() {
    run.faults().forEach(fault -> found(Rule.CLUSTER_FAULT, fault));
    run.incidents().forEach(incident -> found(Rule.BROKER_INCIDENT, incident));
    if (!run.cutShort().isEmpty()) {
      found(Rule.INTERRUPTED, run.cutShort());
    }
    if (setup.workload().load().threads() > 0 && run.counts().attempted() == 0) {
      found(Rule.NOTHING_SENT, "no message was sent in the measured time");
    }
    if (run.outOfRange() > 0) {
      found(
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
                found(
                    Rule.RATE_MISSED,
                    "achieved %s/s of the offered %s/s; limit is %.1f %%",
                    perSecond(run.achievedPerSecond()),
                    perSecond(offered),
                    limits.achieved() * 100);
              }
              if (limits.achieved() > 0 && run.windowFullShare() > MAX_BLOCKED_SHARE) {
                found(
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

  /** Of a load that is meant to change, and of one that others make, the level says nothing. */
  private void level() {
    SteadyState state = run.steadyState();
    boolean limited = run.warmupEndedBy().equals("limit");
    if (limits.drift() < 1
        && setup.workload().constantLoad()
        && state.status() == SteadyState.Status.DRIFTING) {
      found(
          Rule.DRIFT,
          "%s; limits.drift is %.1f %%%s",
          state.text(),
          limits.drift() * 100,
          limited ? "; the warm-up ended at load.warmup-limit" : "");
    } else if (limited) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the warm-up ended at its limit (load.warmup-limit, %.0f s) before the load was steady",
              run.warmupSeconds()));
    }
  }

  /** Of low rates a digit more: they would look the same. */
  private static String perSecond(double rate) {
    return String.format(Locale.ROOT, rate < 100 ? "%,.1f" : "%,.0f", rate);
  }

  private void failures() {
    long failed = run.counts().attempted() - run.counts().successCount();
    double share = (double) failed / Math.max(1, run.counts().attempted());
    if (share > limits.failures()) {
      String reason =
          String.format(
              Locale.ROOT,
              "%,d of %,d sends were not acknowledged (%.2f %%)",
              failed,
              run.counts().attempted(),
              share * 100);
      if (share > limits.failures() * FAILURES_INVALID_FACTOR) {
        found(Rule.FAILURES_TENFOLD, reason);
      } else {
        found(Rule.FAILURES, reason);
      }
    }
  }

  private void audit(@Nullable Received received) {
    if (audit.equals(Audit.NOBODY_SENT)) {
      return;
    }
    if (audit.unasked() != null && audit.brokerCount().isPresent()) {
      found(Rule.NO_AUDIT, "no audit of the replica: " + audit.unasked());
    } else if (audit.unasked() != null) {
      withoutCount(received, audit.unasked());
    }
    if (audit.brokerCount().isPresent() && !audit.agreesWithBroker()) {
      found(
          Rule.BROKER_COUNT,
          "the brokers hold %,d messages; %,d were acknowledged and %,d more are unknown",
          audit.brokerCount().orElse(-1),
          audit.acked(),
          audit.unknown());
    }
    double sent = (double) run.allCounts().successCount();
    if (!setup.promise().acknowledged()
        && audit.brokerCount().isPresent()
        && audit.brokerCount().getAsLong() < (1 - limits.failures()) * sent) {
      found(
          Rule.BROKER_COUNT_ONE_WAY,
          "the brokers hold %,d of %,.0f messages sent one way",
          audit.brokerCount().getAsLong(),
          sent);
    }
    if (setup.promise().copies() > 1
        && audit.replicaTold()
        && audit.replicaCount().isEmpty()
        && audit.unasked() == null) {
      found(Rule.NO_REPLICA_COUNT, "no audit of the replica: it does not tell its count");
    }
    if (setup.promise().copies() > 1 && !audit.replicaHoldsAcked()) {
      found(
          Rule.REPLICA_COUNT,
          "the replica holds %,d messages of %,d acknowledged",
          audit.replicaCount().orElse(-1),
          audit.acked());
    }
  }

  /** An audit by name is the stronger one, but says nothing of copies. */
  private void withoutCount(@Nullable Received received, String why) {
    boolean copies = setup.promise().copies() > 1 && audit.replicaTold();
    if (received != null && isByName(received) && !copies) {
      notes.add("the audit is by name alone: " + why);
    } else if (received == null && setup.promise().acknowledged() && !audit.countable()) {
      notes.add("acknowledgements were not audited: " + why + ", and nothing was consumed");
    } else {
      found(Rule.NO_AUDIT, "no audit: " + why);
    }
  }

  /** Whether it is known of every message by its name whether it came to all groups. */
  private boolean isByName(Received received) {
    return setup.workload().consumption().filter().type() == Filter.Type.NONE
        && !received.drainEndedBy().equals(Received.STOPPED)
        && received.groups().stream()
            .allMatch(group -> group.reckoning() != null && group.reckoning().unselected() == 0);
  }

  private void reception(@Nullable Received received) {
    if (received == null) {
      return;
    }
    for (Received.Group group : received.groups()) {
      reception(
          group,
          received.ofSeveral() ? String.format(Locale.ROOT, "group %s: ", group.name()) : "");
    }
  }

  /** {@code whose} begins every reason. */
  private void reception(Received.Group group, String whose) {
    // So few messages may be sent before the first is received.
    boolean few = setup.workload().load().messages() > 0;
    if (group.perSecond() == 0 && !(few && group.receipts().counts().messages() > 0)) {
      found(Rule.NOTHING_RECEIVED, "%sno message was received in the measured time", whose);
    }
    Receipts receipts = group.receipts();
    foundIf(
        receipts.corruptDeliveries(), Rule.CORRUPT, whose, "messages came with a wrong checksum");
    foundIf(
        receipts.counts().unexpected(),
        Rule.UNEXPECTED,
        whose,
        "messages came that were never sent");
    Reckoning reckoning = group.reckoning();
    if (reckoning == null) {
      return;
    }
    if (setup.promise().atMostOnce() && reckoning.lost().size() > 0) {
      found(
          Rule.LOST_AT_MOST_ONCE,
          "%s%,d acknowledged messages were never received, as this delivery allows",
          whose,
          reckoning.lost().size());
    } else {
      foundIf(
          reckoning.lost().size(), Rule.LOST, whose, "acknowledged messages were never received");
    }
    foundIf(
        reckoning.phantom().size(),
        Rule.PHANTOM,
        whose,
        "messages came that were rejected, rolled back or not wanted");
    if (!setup.promise().acknowledged() && run.cutShort().isEmpty()) {
      long missing = reckoning.indeterminate().size();
      if (missing > 0) {
        found(
            Rule.LOST_ONE_WAY,
            "%s%,d of %,d messages sent one way were never received",
            whose,
            missing,
            run.allCounts().attempted());
      }
    }
    if (receipts.order() != null) {
      foundIf(
          receipts.order().reordered().size(),
          Rule.REORDERED,
          whose,
          "messages came out of their queue's order");
    }
    if (setup.promise().exactlyOnce()) {
      foundIf(
          receipts.duplicates().size(),
          Rule.DUPLICATED_EXACTLY_ONCE,
          whose,
          "messages came more than once");
    } else {
      foundIf(receipts.duplicates().size(), Rule.DUPLICATED, whose, "messages came more than once");
    }
  }

  private void foundIf(long count, Rule rule, String whose, String what) {
    if (count > 0) {
      found(rule, "%s%,d %s", whose, count, what);
    }
  }

  private void transactions(@Nullable Transacted transacted) {
    // Who stops a run does not wait for check-backs.
    if (transacted != null && run.cutShort().isEmpty()) {
      foundIf(
          Math.max(0, transacted.unresolved()),
          Rule.UNRESOLVED,
          "",
          "transactions ended unknown and were not asked back");
    }
  }

  private void generator() {
    ResourceUse use = run.resources();
    double cores = run.availableProcessors();
    double own = use.cpuCores(ResourceSampler.GENERATOR);
    if (own >= limits.generatorCpu() * cores) {
      found(
          Rule.GENERATOR_CPU, "the generator used %.2f of the %.0f processors it has", own, cores);
    } else if (run.offeredPerSecond().stream().anyMatch(this::isMissed)) {
      missedBy(own, cores);
    }
    if (use.generatorStarvedShare() > limits.generatorStarved()) {
      found(
          Rule.GENERATOR_STARVED,
          "the generator's threads waited for a processor %.0f %% of their time",
          use.generatorStarvedShare() * 100);
    }
    if (use.generatorGcShare() > limits.gc()) {
      found(
          Rule.GENERATOR_GC,
          "the generator collected garbage %.1f %% of the time",
          use.generatorGcShare() * 100);
    }
    long hiccup = run.hiccups().getValueAtPercentile(99);
    if (hiccup > limits.hiccupP99().toNanos()) {
      found(
          Rule.GENERATOR_HICCUPS, "the generator stood still: hiccup p99 is %.1f ms", hiccup / 1e6);
    }
  }

  /** A library may be at its end before the processors are. */
  private void missedBy(double own, double cores) {
    List<String> others =
        run.resources().processNames().stream()
            .filter(process -> !process.equals(ResourceSampler.GENERATOR))
            .toList();
    double brokers = others.stream().mapToDouble(run.resources()::cpuCores).sum();
    if (!others.isEmpty() && own > cores / 2 && own > 2 * brokers) {
      found(
          Rule.GENERATOR_LIMITS,
          "the rate was missed while the generator used %.2f processors and the brokers %.2f: it"
              + " was the limit, not they",
          own,
          brokers);
    }
  }

  private void surroundings() {
    ResourceUse use = run.resources();
    double cores = run.availableProcessors();
    if (use.foreignCores() > limits.foreignCpu() * cores) {
      found(
          Rule.FOREIGN_CPU,
          "processes outside the run used %.2f processors; the generator has %.0f",
          use.foreignCores(),
          cores);
    }
    if (use.stealShare() > limits.steal()) {
      found(Rule.STEAL, "the hypervisor took %.0f %% of the processors", use.stealShare() * 100);
    }
  }

  private void found(Rule rule, String reason, Object... values) {
    reasons.add(values.length == 0 ? reason : String.format(Locale.ROOT, reason, values));
    if (rule.status().compareTo(status) > 0) {
      status = rule.status();
    }
  }
}
