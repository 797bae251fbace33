package io.brokerbench.result;

import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import io.brokerbench.result.Verdict.Status;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds out whether a run may be believed. Each rule is explained in docs/METRICS.md. */
public final class Judge {

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
    judge.course();
    judge.rate();
    judge.failures();
    judge.audit();
    judge.reception(result.received());
    judge.transactions(result.transacted());
    if (judge.run.resources().known()) {
      judge.generator();
      judge.surroundings();
    } else {
      judge.suspect("too short to see what it cost the generator");
    }
    return new Verdict(judge.status, List.copyOf(judge.reasons), List.copyOf(judge.notes));
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
    run.faults().forEach(fault -> invalid(fault));
    run.incidents().forEach(incident -> suspect(incident));
    if (!run.cutShort().isEmpty()) {
      suspect(run.cutShort());
    }
    if (setup.workload().load().threads() > 0 && run.counts().attempted() == 0) {
      invalid("no message was sent in the measured time");
    }
    if (run.outOfRange() > 0) {
      suspect("%,d latencies were negative or above an hour", run.outOfRange());
    }
  }

  private void rate() {
    run.offeredPerSecond()
        .ifPresent(
            offered -> {
              if (isMissed(offered)) {
                invalid(
                    "achieved %s/s of the offered %s/s; limit is %.1f %%",
                    perSecond(run.achievedPerSecond()),
                    perSecond(offered),
                    limits.achieved() * 100);
              }
              if (limits.achieved() > 0 && run.windowFullShare() > MAX_BLOCKED_SHARE) {
                suspect(
                    "the in-flight window was full for %.0f %% of the time; response times include"
                        + " that wait",
                    run.windowFullShare() * 100);
              }
            });
  }

  private boolean isMissed(double offered) {
    double missing = offered * run.seconds() - run.counts().onTime();
    // What each sender has in its hands at the end is no sign of anything.
    return run.achievedPerSecond() < limits.achieved() * offered
        && missing > setup.workload().load().threads();
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
          "%,d of %,d sends were not acknowledged (%.2f %%)"
              .formatted(failed, run.counts().attempted(), share * 100);
      if (share > limits.failures() * FAILURES_INVALID_FACTOR) {
        invalid(reason);
      } else {
        suspect(reason);
      }
    }
  }

  private void audit() {
    if (audit.equals(Audit.NOBODY_SENT)) {
      return;
    }
    if (audit.unasked() != null) {
      String part = audit.brokerCount().isPresent() ? "no audit of the replica: " : "no audit: ";
      suspect(part + audit.unasked());
    }
    if (audit.brokerCount().isPresent() && !audit.agreesWithBroker()) {
      invalid(
          "the brokers hold %,d messages; %,d were acknowledged and %,d more are unknown",
          audit.brokerCount().orElse(-1), audit.acked(), audit.unknown());
    }
    double sent = (double) run.allCounts().successCount();
    if (!setup.promise().acknowledged()
        && audit.brokerCount().isPresent()
        && audit.brokerCount().getAsLong() < (1 - limits.failures()) * sent) {
      suspect(
          "the brokers hold %,d of %,.0f messages sent one way",
          audit.brokerCount().getAsLong(), sent);
    }
    if (setup.promise().copies() > 1
        && audit.replicaTold()
        && audit.replicaCount().isEmpty()
        && audit.unasked() == null) {
      suspect("no audit of the replica: it does not tell its count");
    }
    if (setup.promise().copies() > 1 && !audit.replicaHoldsAcked()) {
      invalid(
          "the replica holds %,d messages of %,d acknowledged",
          audit.replicaCount().orElse(-1), audit.acked());
    }
  }

  private void reception(@Nullable Received received) {
    if (received == null) {
      return;
    }
    for (Received.Group group : received.groups()) {
      reception(group, received.ofSeveral() ? "group %s: ".formatted(group.name()) : "");
    }
  }

  /** {@code whose} begins every reason. */
  private void reception(Received.Group group, String whose) {
    if (group.perSecond() == 0) {
      invalid("%sno message was received in the measured time", whose);
    }
    Receipts receipts = group.receipts();
    invalidIf(receipts.corruptDeliveries(), whose, "messages came with a wrong checksum");
    invalidIf(receipts.counts().unexpected(), whose, "messages came that were never sent");
    Reckoning reckoning = group.reckoning();
    if (reckoning == null) {
      return;
    }
    if (setup.promise().atMostOnce() && reckoning.lost().size() > 0) {
      suspect(
          "%s%,d acknowledged messages were never received, as this delivery allows",
          whose, reckoning.lost().size());
    } else {
      invalidIf(reckoning.lost().size(), whose, "acknowledged messages were never received");
    }
    invalidIf(
        reckoning.phantom().size(),
        whose,
        "messages came that were rejected, rolled back or not wanted");
    if (!setup.promise().acknowledged() && run.cutShort().isEmpty()) {
      long missing = reckoning.indeterminate().size();
      if (missing > 0) {
        suspect(
            "%s%,d of %,d messages sent one way were never received",
            whose, missing, run.allCounts().attempted());
      }
    }
    if (receipts.order() != null) {
      invalidIf(
          receipts.order().reordered().size(), whose, "messages came out of their queue's order");
    }
    if (setup.promise().exactlyOnce()) {
      invalidIf(receipts.duplicates().size(), whose, "messages came more than once");
    } else if (receipts.duplicates().size() > 0) {
      suspect("%s%,d messages came more than once", whose, receipts.duplicates().size());
    }
  }

  private void invalidIf(long count, String whose, String what) {
    if (count > 0) {
      invalid("%s%,d %s", whose, count, what);
    }
  }

  private void transactions(@Nullable Transacted transacted) {
    // Who stops a run does not wait for check-backs.
    if (transacted != null && run.cutShort().isEmpty()) {
      invalidIf(
          Math.max(0, transacted.unresolved()),
          "",
          "transactions ended unknown and were not asked back");
    }
  }

  private void generator() {
    ResourceUse use = run.resources();
    double cores = run.availableProcessors();
    double own = use.cpuCores(ResourceSampler.GENERATOR);
    if (own >= limits.generatorCpu() * cores) {
      invalid("the generator used %.2f of the %.0f processors it has", own, cores);
    } else if (run.offeredPerSecond().stream().anyMatch(this::isMissed)) {
      missedBy(own, cores);
    }
    if (use.generatorStarvedShare() > limits.generatorStarved()) {
      suspect(
          "the generator's threads waited for a processor %.0f %% of their time",
          use.generatorStarvedShare() * 100);
    }
    if (use.generatorGcShare() > limits.gc()) {
      suspect("the generator collected garbage %.1f %% of the time", use.generatorGcShare() * 100);
    }
    long hiccup = run.hiccups().getValueAtPercentile(99);
    if (hiccup > limits.hiccupP99().toNanos()) {
      suspect("the generator stood still: hiccup p99 is %.1f ms", hiccup / 1e6);
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
      suspect(
          "the rate was missed while the generator used %.2f processors and the brokers %.2f: it"
              + " was the limit, not they",
          own, brokers);
    }
  }

  private void surroundings() {
    ResourceUse use = run.resources();
    double cores = run.availableProcessors();
    if (use.foreignCores() > limits.foreignCpu() * cores) {
      suspect(
          "processes outside the run used %.2f processors; the generator has %.0f",
          use.foreignCores(), cores);
    }
    if (use.stealShare() > limits.steal()) {
      suspect("the hypervisor took %.0f %% of the processors", use.stealShare() * 100);
    }
  }

  private void suspect(String reason, Object... values) {
    add(Status.SUSPECT, reason, values);
  }

  private void invalid(String reason, Object... values) {
    add(Status.INVALID, reason, values);
  }

  private void add(Status found, String reason, Object... values) {
    reasons.add(values.length == 0 ? reason : String.format(Locale.ROOT, reason, values));
    if (found.compareTo(status) > 0) {
      status = found;
    }
  }
}
